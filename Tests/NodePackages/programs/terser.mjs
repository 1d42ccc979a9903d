import { minify } from "terser";
const { code } = await minify("function add(first, second) { if (false) { console.log(1); } return first + second; } add(1, 2);", { toplevel: true, compress: { passes: 2 } });
console.log(code, (await minify("const longName = a => { return a * 2 }; export { longName }", { module: true })).code);
