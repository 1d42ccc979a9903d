import { bin, extent, group, rollup, mean, ticks, bisect, InternMap } from "d3-array";
console.log(extent([3, 1, 2]), mean([1, 2, 6]), ticks(0, 1, 5), bisect([1, 2, 3], 2), [...rollup([1, 2, 3], (list) => list.length, (x) => x % 2)], bin()([1, 2, 2, 9]).length, group(["a", "bb"], (x) => x.length) instanceof InternMap);
