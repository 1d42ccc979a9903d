// Splits a script at its deferred imports. The first part has the modules that are needed at once. Each module that is imported
// as `#deferred/...` is another part, which is evaluated when one of its exports is first used, as with JavaScript's future
// `import defer`. Without this build, as in Node, such an import is an ordinary one.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";

/** An import of another part, and one of a deferred module, in esbuild's output. */
const ofPart = /(?<=^|[;}\n])import\{([^}]*)\}from"\.\/([^"]+)";/g;
const ofDeferred = /(?<=^|[;}\n])import\*as ([\w$]+) from"#deferred\/([^"]+)";/g;
/** An import that only orders the evaluation. Here, parts are evaluated in the order of their use. */
const ofOrder = /(?<=^|[;}\n])import"\.\/[^"]+";/g;
/** An import of built-ins, which another script reads for all parts; without names it only orders the evaluation. */
const ofBuiltIns = /(?<=^|[;}\n])import(?:\{([^}]*)\}from)?"[^"]*\/primordials\.js";/g;
const exportsAtEnd = /export\{([^}]*)\};\s*$/;

/** @typedef {[local: string, exported: string]} Export */
/** @typedef {{ text: string, exports: Export[], anchors: Set<string> }} File anchors are imports that only `split` needs */

/**
 * The parts of a script, each an expression whose value is a function, and the names of the built-ins that they use.
 *
 * The first function takes `evaluate(number)`, which returns the value of the part with that number, and an object with these
 * built-ins. It returns the export of the entry. Number 1 is the first deferred module, in the order of their names; the modules
 * that they share follow.
 *
 * @param {string} entry path of the entry
 * @param {string} folder the folder that `#deferred/` means in package.json
 * @param {string} name export of the entry
 * @returns {{ parts: string[], builtIns: Set<string> }}
 */
export const split = (entry, folder, name) => {
  const work = mkdtempSync(join(tmpdir(), "causeway-parts-"));
  try {
    const modules = findModules(entry, folder);
    const deferred = [...modules.keys()].filter((path) => path !== entry).sort();
    // Each part also imports the modules that are always evaluated before it, such as the entry. A module that one of these needs
    // is then needed by all later parts, and esbuild puts it in one file with them.
    const wrappers = deferred.map((path, index) => {
      const wrapper = join(work, `deferred-${index + 1}.js`);
      const before = [...modules].filter(([other]) => other !== path && !reached(modules, entry, other).has(path));
      const anchors = before.map(([other, { name }], at) => `export { ${name} as $${at} } from ${JSON.stringify(other)};\n`);
      writeFileSync(wrapper, `export * from ${JSON.stringify(path)};\n${anchors.join("")}`);
      return wrapper;
    });
    const first = join(work, "entry.js");
    writeFileSync(first, `export { ${name} } from ${JSON.stringify(entry)};\n`);
    const out = join(work, "out");
    run([first, ...wrappers, "--splitting", "--format=esm", "--minify-whitespace", "--minify-syntax", `--outdir=${out}`]);
    return new Script(out, deferred.map((path) => relative(folder, path)), name);
  } finally {
    rmSync(work, { recursive: true });
  }
};

/**
 * The text with the names of its classes: newer releases of esbuild write `X = class _X` for a class that uses its own name.
 *
 * @param {string} text
 */
export const withClassNames = (text) => {
  for (const [, name] of text.matchAll(/\b(\w+) ?= ?class _\1\b/g)) text = text.replace(new RegExp(`(?<![\\w$.])_${name}\\b`, "g"), name ?? "");
  return text;
};

/** @param {string[]} flags */
const run = (flags) =>
  execFileSync("esbuild", ["--bundle", "--target=es2022", "--charset=ascii", "--external:#deferred/*", "--external:*/primordials.js", "--log-level=warning", ...flags], {
    encoding: "utf8",
  });

/** @typedef {{ name: string | undefined, defers: string[] }} Module one of its exports, and the paths of its deferred imports */

/**
 * The entry, and the modules that it or another of them imports as deferred.
 *
 * @param {string} entry
 * @param {string} folder
 */
const findModules = (entry, folder) => {
  /** @type {Map<string, Module>} */
  const found = new Map();
  const look = (/** @type {string} */ path) => {
    const text = run([path, "--format=esm", "--minify-whitespace", "--minify-syntax"]);
    const defers = [...text.matchAll(ofDeferred)].map(([, , module]) => join(folder, module ?? ""));
    const [[, name] = []] = pairs(exportsAtEnd.exec(text)?.[1] ?? "");
    found.set(path, { name, defers });
    for (const other of defers) if (!found.has(other)) look(other);
  };
  look(entry);
  return found;
};

/**
 * The modules that can be evaluated before another one is evaluated.
 *
 * @param {Map<string, Module>} modules
 * @param {string} entry
 * @param {string} without
 */
const reached = (modules, entry, without) => {
  /** @type {Set<string>} */
  const found = new Set();
  const visit = (/** @type {string} */ path) => {
    if (path === without || found.has(path)) return;
    found.add(path);
    modules.get(path)?.defers.forEach(visit);
  };
  visit(entry);
  return found;
};

/** The files of esbuild's output, converted to parts that load one another. */
class Script {
  #folder;
  /** The file of each deferred module. @type {Map<string, string>} */
  #deferred;
  /** @type {Map<string, File>} */
  #files = new Map();
  /** @type {string[]} */
  #order;
  /** @type {Set<string>} */
  builtIns = new Set();

  /**
   * @param {string} folder
   * @param {string[]} deferred
   * @param {string} name
   */
  constructor(folder, deferred, name) {
    this.#folder = folder;
    const main = this.#mainOf(name);
    this.#order = [main.file];
    this.#deferred = new Map(deferred.map((module, index) => [module, this.#holderOf(`deferred-${index + 1}.js`)]));
    for (const file of [main.file, ...this.#deferred.values()]) this.#read(file);
    this.parts = this.#order.map((file, number) => (number === 0 ? this.#firstPart(main) : this.#part(file)));
  }

  /** @param {string} name */
  #mainOf(name) {
    const text = this.#text("entry.js");
    const [all, imported, file] = [...text.matchAll(ofPart)][0] ?? [];
    const [exported] = pairs(imported ?? "");
    if (file === undefined || exported === undefined || text.slice(all?.length).trim() !== `export{${exported[1]}${exported[1] === name ? "" : ` as ${name}`}};`) {
      throw new Error(`unexpected form of esbuild's entry: ${text}`);
    }
    return { file, exported: exported[0] };
  }

  /**
   * A file of esbuild's output, with the imports of built-ins converted to uses.
   *
   * @param {string} file
   */
  #text(file) {
    return withClassNames(readFileSync(join(this.#folder, file), "utf8")).replace(ofBuiltIns, (_, imported) => {
      const names = pairs(imported ?? "");
      for (const [name] of names) this.builtIns.add(name);
      return names.length === 0 ? "" : `var{${listOf(names)}}=$builtIns;`;
    });
  }

  /**
   * The file with a module's own statements: another file, if esbuild put the module together with others.
   *
   * @param {string} file
   */
  #holderOf(file) {
    const text = this.#text(file);
    const { anchors } = exportsOf(text);
    const sources = [...text.matchAll(ofPart)].filter(([, imported]) => pairs(imported ?? "").some(([, local]) => !anchors.has(local)));
    const own = text.replace(ofPart, "").replace(ofOrder, "").replace(exportsAtEnd, "").trim();
    const [source] = sources;
    return own === "" && sources.length === 1 && !source?.[1]?.includes(" as ") ? basename(source?.[2] ?? "") : file;
  }

  /** @param {string} file */
  #read(file) {
    if (this.#files.has(file)) return;
    if (!this.#order.includes(file)) this.#order.push(file);
    const text = this.#text(file);
    this.#files.set(file, { text: text.replace(exportsAtEnd, ""), ...exportsOf(text) });
    for (const [, , other] of text.matchAll(ofPart)) this.#read(basename(other ?? ""));
  }

  /**
   * The statements of a part, with its imports converted to uses of other parts.
   *
   * @param {string} file
   */
  #body(file) {
    const { text, anchors } = this.#file(file);
    const body = text
      .replace(ofOrder, "")
      .replace(ofPart, (_, imported, other) => {
        const names = pairs(imported).filter(([, local]) => !anchors.has(local));
        return names.length === 0 ? "" : `var{${listOf(names)}}=$use(${this.#order.indexOf(basename(other))});`;
      })
      .replace(ofDeferred, (_, local, module) => `var ${local}=$defer(${this.#order.indexOf(this.#deferred.get(module) ?? "")});`)
      .trimEnd();
    const left = /(?<=^|[;}\n])(?:import[*{"]|export[*{ ])/.exec(body);
    this.#requireFinal(file, text);
    if (left !== null) throw new Error(`${file}: unexpected import or export: ${body.slice(left.index, left.index + 80)}`);
    return body;
  }

  /**
   * A part receives the values of another part's exports once, so they have to be final after its evaluation.
   *
   * @param {string} file
   * @param {string} text
   */
  #requireFinal(file, text) {
    const late = withoutStaticBlocks(text);
    for (const [local] of this.#file(file).exports) {
      const set = nameIn(local, "=(?![=>])");
      const declared = new RegExp(`(?:var|let|const|,) ?${local.replace(/\$/g, "\\$")}=(?![=>])`, "g");
      if ((late.match(set)?.length ?? 0) > (late.match(declared)?.length ?? 0)) {
        throw new Error(`${file}: ${local} is reassigned after its evaluation, but other parts would not see the new value`);
      }
    }
  }

  /** @param {string} file */
  #part(file) {
    return `"use strict";($use,$defer,$builtIns)=>{${this.#body(file)}${this.#returned(file)}};\n`;
  }

  /** @param {{ file: string, exported: string }} main */
  #firstPart({ file, exported }) {
    const [entry] = this.#file(file).exports.find(([, name]) => name === exported) ?? [];
    // `var`, as in esbuild's output: for a `const` the engine checks at each use that it is initialized.
    const head =
      "var $loaded={__proto__:null},$Proxy=globalThis.Proxy,$assign=globalThis.Object.assign," +
      "$use=(number)=>$loaded[number]??($loaded[number]=number===0?$shared():$evaluate(number)($use,$defer,$builtIns))," +
      // A missing property is looked up in the prototype of the module, a proxy that evaluates the part and defines its exports
      // on the module: from then on they are own properties, at the cost of any object's. All proxies have one handler. A name
      // that is no export, as a debugger looks for, must not be looked up in the module: that would come here again.
      "$handler={__proto__:null,get:({number},name,module)=>($assign(module,$use(number)),$use(number)[name])}," +
      "$defer=(number)=>({__proto__:new $Proxy({__proto__:null,number},$handler)});";
    const shared = `var $shared=()=>(${this.#returned(file).replace(/^return/, "")})`;
    return `"use strict";($evaluate,$builtIns)=>{${head}${this.#body(file)};${shared};return ${entry}};\n`;
  }

  /** @param {string} file */
  #returned(file) {
    return `return{${listOf(this.#file(file).exports.map(([local, exported]) => [exported, local]))}}`;
  }

  /** @param {string} file */
  #file(file) {
    const found = this.#files.get(file);
    if (found === undefined) throw new Error(`${file}: the file was not read`);
    return found;
  }
}

/**
 * The text without the static blocks of classes, which run when the class is defined.
 *
 * @param {string} text
 */
const withoutStaticBlocks = (text) => {
  let rest = text;
  for (let start = rest.indexOf("static{"); start >= 0; start = rest.indexOf("static{", start)) {
    let end = start + "static{".length;
    for (let depth = 1; depth > 0 && end < rest.length; end += 1) {
      if (rest[end] === "{") depth += 1;
      else if (rest[end] === "}") depth -= 1;
    }
    rest = rest.slice(0, start) + rest.slice(end);
  }
  return rest;
};

/**
 * The exports of a file: those for other parts, and those for `split` only, whose names begin with `$`.
 *
 * @param {string} text
 * @returns {Omit<File, "text">}
 */
const exportsOf = (text) => {
  const own = text.replace(ofPart, "").replace(exportsAtEnd, "");
  /** @type {Export[]} */
  const exports = [];
  /** @type {Set<string>} */
  const anchors = new Set();
  for (const [local, exported] of pairs(exportsAtEnd.exec(text)?.[1] ?? "")) {
    if (!exported.startsWith("$")) exports.push([local, exported]);
    else if (!nameIn(local, "").test(own)) anchors.add(local);
  }
  return { exports, anchors };
};

/**
 * Matches the uses of a variable.
 *
 * @param {string} local
 * @param {string} after
 */
const nameIn = (local, after) => new RegExp(`(?<![\\w$.#])${local.replace(/\$/g, "\\$")}(?![\\w$])${after}`, "g");

/**
 * The properties of an object, and the variables that they become or are made of.
 *
 * @param {[property: string, local: string][]} names
 */
const listOf = (names) => names.map(([property, local]) => (property === local ? local : `${property}:${local}`)).join(",");

/**
 * The two names of each element of an import's or export's list.
 *
 * @param {string} list
 * @returns {Export[]}
 */
const pairs = (list) =>
  list.split(",").filter((element) => element !== "").map((element) => {
    const [left = "", right = left] = element.split(" as ");
    return [left, right];
  });
