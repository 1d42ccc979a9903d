import { interval, of, Subject, from, throwError, firstValueFrom } from "rxjs";
import { map, filter, take, mergeMap, catchError, toArray, debounceTime } from "rxjs/operators";
of(1, 2, 3, 4).pipe(filter((x) => x % 2 === 0), map((x) => x * x), toArray()).subscribe((list) => console.log(list));
from([1, 2]).pipe(mergeMap((x) => of(x, x * 10))).subscribe({ next: (x) => console.log(x), complete: () => console.log("complete") });
throwError(() => new Error("no")).pipe(catchError((error) => of(error.message))).subscribe(console.log);
console.log(await firstValueFrom(interval(1).pipe(take(3), toArray())));
const subject = new Subject();
subject.pipe(debounceTime(2)).subscribe((x) => console.log("debounced", x));
subject.next(1); subject.next(2);
