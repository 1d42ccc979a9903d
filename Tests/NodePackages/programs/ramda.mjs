import * as R from "ramda";
console.log(R.pipe(R.map(R.add(1)), R.filter(R.gt(R.__, 2)), R.sum)([1, 2, 3]), R.path(["a", "b"], { a: { b: 1 } }), R.equals([1, { a: 2 }], [1, { a: 2 }]), R.transpose([[1, 2], [3, 4]]));
