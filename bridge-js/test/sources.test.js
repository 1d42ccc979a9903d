import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * All scripts in a folder and in its folders.
 *
 * @param {string} folder
 * @returns {string[]}
 */
const scriptsIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return scriptsIn(path);
    return path.endsWith(".js") ? [path] : [];
  });

const files = ["client", "modules", "node", "page-console", "shared", "web"].flatMap((folder) => scriptsIn(join(root, folder)));

test("the sources are ASCII, checked and short", () => {
  assert.ok(files.length > 100);
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    assert.match(text, /^\/\/ @ts-check\n/, file);
    assert.match(text, /^[\x20-\x7e\n]*$/, file);
    assert.ok(text.split("\n").length <= 400, file);
  }
});

test("folders import each other in one direction", () => {
  const allowed = { client: ["client", "shared"], shared: ["shared"], web: ["web", "shared"], node: ["node", "web", "shared"], modules: ["modules", "node", "web", "shared"], "page-console": ["page-console", "client", "web", "shared"] };
  for (const file of files) {
    const from = file.slice(root.length).split("/")[0];
    for (const [, imported] of readFileSync(file, "utf8").matchAll(/(?:from |import\()"([.#][^"]+)"/g)) {
      const path = imported.startsWith("#deferred/") ? imported.slice("#deferred/".length) : join(file, "..", imported).slice(root.length);
      assert.ok(allowed[from].includes(path.split("/")[0]), `${file} imports ${path}`);
    }
  }
});

test("an exported variable is set by the static block of a class only: a part of a split script receives its value once", () => {
  let count = 0;
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    const late = text.replace(/^  static \{\n[^]*?^  \}\n/gm, "");
    for (const [, name] of text.matchAll(/^export (?:let|var) (\w+)/gm)) {
      count += 1;
      assert.doesNotMatch(late, new RegExp(`\\b${name} (?:[-+*/%&|^?]|<<|>>)*= `), `${file}: ${name}`);
    }
  }
  assert.ok(count > 0);
});
