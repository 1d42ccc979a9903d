// The sheets of Less's own tests.
const less = require("less");
const { readFileSync, readdirSync, existsSync } = require("fs");
const base = "node_modules/@less/test-data/";
(async () => {
  for (const folder of ["less/_main", "errors/eval", "errors/parse"]) {
    // Not the sheets with faulty plugins: Less reads the position of the fault from a stack of V8, and fails without one.
    const names = existsSync(base + folder) ? readdirSync(base + folder).filter((name) => name.endsWith(".less") && !name.startsWith("plugin-")) : [];
    console.log(folder, names.length);
    for (const name of names) {
      const file = `${base}${folder}/${name}`;
      try {
        const { css, imports } = await less.render(readFileSync(file, "utf8"), { filename: file, javascriptEnabled: false, math: 0, paths: [] });
        console.log(`== ${name} ${imports.length}\n${css}`);
      } catch (error) { console.log(`== ${name}: ${error.type} ${error.line}:${error.column} ${error.message}`.replaceAll(process.cwd(), "")); }
    }
  }
})();
