import { __awaiter, __decorate, __rest, __spreadArray } from "tslib";
console.log(__rest({ a: 1, b: 2, c: 3 }, ["a"]), __spreadArray([1], [2, 3], true), await __awaiter(undefined, undefined, undefined, function* () { return yield 5; }), typeof __decorate);
