import { chunk, flow, uniqBy } from "lodash-es";
import startCase from "lodash-es/startCase.js";
console.log(chunk([1, 2, 3], 2), flow([(x) => x + 1, (x) => x * 2])(3), uniqBy([{ x: 1 }, { x: 1 }, { x: 2 }], "x"), startCase("fooBar"));
