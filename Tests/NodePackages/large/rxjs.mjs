// Pipelines in virtual time with marbles, and in real time.
import { from, of, interval, merge, concat, zip, combineLatest, race, defer, throwError, timer, Subject, BehaviorSubject, ReplaySubject, forkJoin, EMPTY, range, firstValueFrom, lastValueFrom, asyncScheduler, VirtualTimeScheduler, iif, generate } from "rxjs";
import { map, filter, scan, mergeMap, switchMap, concatMap, exhaustMap, debounceTime, throttleTime, bufferCount, windowTime, toArray, retry, catchError, share, shareReplay, take, takeUntil, groupBy, delay, distinctUntilChanged, pairwise, expand, reduce, finalize, tap, timeout, sample, audit, withLatestFrom, startWith, mergeAll, bufferWhen, materialize, repeat, observeOn } from "rxjs/operators";
import { TestScheduler } from "rxjs/testing";
let failures = 0;
const scheduler = new TestScheduler((actual, expected) => { const same = JSON.stringify(actual) === JSON.stringify(expected); if (!same) failures++; console.log(same, JSON.stringify(actual)); });
scheduler.run(({ cold, hot, expectObservable, expectSubscriptions, time, flush }) => {
  expectObservable(cold("a-b-c|").pipe(map((x) => x + x))).toBe("a-b-c|", { a: "aa", b: "bb", c: "cc" });
  expectObservable(hot("-a--b-c---d|").pipe(debounceTime(2))).toBe("---a----c---(d|)");
  expectObservable(hot("abcdefg-h|").pipe(throttleTime(3, undefined, { leading: true, trailing: true }))).toBe("a--d--g--(h|)");
  expectObservable(hot("-a-b-----c|").pipe(switchMap((x) => cold("x-y-z|", { x: `${x}1`, y: `${x}2`, z: `${x}3` })))).toBe("-a-b-c-d-e-f-g|", { a: "a1", b: "b1", c: "b2", d: "b3", e: "c1", f: "c2", g: "c3" });
  expectObservable(merge(cold("a--b|"), cold("-c-#", undefined, "e"))).toBe("ac-(b#)", undefined, "e");
  const source = cold("a-#"); expectObservable(source.pipe(retry(2), catchError((error) => of(`caught ${error}`)))).toBe("a-a-a-(c|)", { a: "a", c: "caught error" }); expectSubscriptions(source.subscriptions).toBe(["^-!", "--^-!", "----^-!"]);
  expectObservable(zip(cold("a-b-c|"), cold("--x--y|")).pipe(map((pair) => pair.join("")))).toBe("--m--(n|)", { m: "ax", n: "by" });
  expectObservable(cold("a|").pipe(delay(time("-----|")), timeout({ each: 3, with: () => of("late") }))).toBe("---(l|)", { l: "late" });
});
console.log(failures);
const log = (name) => ({ next: (value) => console.log(name, value), error: (error) => console.log(name, "error", error.message ?? error), complete: () => console.log(name, "complete") });
range(1, 1000).pipe(filter((n) => n % 3 === 0), scan((sum, n) => sum + n, 0), bufferCount(100), map((list) => list.at(-1))).subscribe(log("sum"));
range(1, 20).pipe(groupBy((n) => n % 4), mergeMap((group) => group.pipe(reduce((list, n) => [...list, n], [group.key])))).subscribe(log("group"));
of(1).pipe(expand((n) => (n < 100 ? of(n * 3) : EMPTY)), toArray()).subscribe(log("expand"));
const replay = new ReplaySubject(2); [1, 2, 3].forEach((n) => replay.next(n)); replay.subscribe(log("replay")); replay.error(new Error("over"));
const state = new BehaviorSubject({ a: 1 }); state.pipe(map(({ a }) => a), distinctUntilChanged(), pairwise()).subscribe(log("state")); [1, 2, 2, 5].forEach((a) => state.next({ a }));
combineLatest({ a: of(1, 2), b: of(3) }).pipe(materialize(), map(({ kind, value }) => [kind, JSON.stringify(value)])).subscribe(log("all"));
const virtual = new VirtualTimeScheduler(); interval(1000, virtual).pipe(take(5), withLatestFrom(timer(0, 1500, virtual)), tap({ finalize: () => console.log("finalized") })).subscribe(log("virtual")); virtual.flush();
let tries = 0; const flaky = defer(() => (++tries < 3 ? throwError(() => new TypeError(`try ${tries}`)) : from(Promise.resolve("done"))));
console.log(await lastValueFrom(flaky.pipe(retry({ count: 5, delay: 1 }))), await firstValueFrom(race(timer(50).pipe(map(() => "slow")), timer(1).pipe(map(() => "fast")))), await lastValueFrom(forkJoin([from(fetchLike(1)), fetchLike(2)])));
async function fetchLike(value) { await null; return value * 10; }
await lastValueFrom(concat(of(1).pipe(delay(2)), of(2), from((async function* () { yield 3; yield 4; })())).pipe(concatMap(async (n) => n * 2), tap(log("async"))));
for (const bad of [() => firstValueFrom(EMPTY), () => lastValueFrom(throwError(() => new RangeError("r"))), () => lastValueFrom(timer(20).pipe(timeout(2)))]) await bad().catch((error) => console.log(error.name, error.message));
