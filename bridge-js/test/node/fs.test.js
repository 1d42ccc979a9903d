// `node:fs` over a files plugin in memory, and over the files below the root of the modules.

import assert from "node:assert/strict";
import { test } from "node:test";
import util from "node:util";
import vm from "node:vm";
import { evaluateBuiltIns } from "../../evaluate.mjs";
import { builtInsText, parts } from "../support/runtime.js";

/** A bridge whose files plugin has one folder, `notes`, in memory. */
function makeBridge() {
  const files = new Map([["", null]]);
  const fail = (code, data) => {
    throw Object.assign(new Error(code), { code, data });
  };
  const missing = (errno = "ENOENT") => fail(errno === "ENOENT" ? "NOT_FOUND" : "FAILED_PRECONDITION", { directory: "notes", errno });
  const parent = (path) => path.split("/").slice(0, -1).join("/");
  const info = (path) => ({ name: path.split("/").at(-1), type: files.get(path) === null ? "directory" : "file", size: files.get(path)?.length ?? 0, mtime: 5000 });
  const methods = {
    readFile: ({ path }) => (files.has(path) ? files.get(path) === null ? missing("EISDIR") : { data: files.get(path) } : missing()),
    stat: ({ path }) => (files.has(path) ? info(path) : missing()),
    readdir: ({ path }) => (files.get(path) === null ? { files: [...files.keys()].filter((key) => key !== "" && parent(key) === path).sort().map(info) } : missing(files.has(path) ? "ENOTDIR" : "ENOENT")),
    writeFile: ({ path, data }) => void (files.get(parent(path)) === null ? files.set(path, data) : missing()),
    appendFile: ({ path, data }) => void files.set(path, Buffer.concat([files.get(path) ?? Buffer.alloc(0), data])),
    mkdir: ({ path, recursive }) => {
      if (files.has(path) && !recursive) fail("ALREADY_EXISTS", { directory: "notes", errno: "EEXIST" });
      if (recursive) for (let at = parent(path); at !== ""; at = parent(at)) files.set(at, null);
      files.set(path, null);
    },
    deleteFile: ({ path }) => void (files.delete(path) || missing()),
    rmdir: ({ path, recursive }) => {
      const inside = [...files.keys()].filter((key) => key.startsWith(`${path}/`));
      if (inside.length > 0 && !recursive) missing("ENOTEMPTY");
      for (const key of [path, ...inside]) files.delete(key);
    },
    rename: ({ from, to }) => {
      files.set(to, files.get(from));
      files.delete(from);
    },
  };
  const callSync = (method, params) => {
    const directory = params.directory;
    if (directory !== "notes") fail(directory === "denied" ? "PERMISSION_DENIED" : "NOT_FOUND", directory === "denied" ? { permission: "files.read.denied" } : undefined);
    return methods[method.slice("files.".length).replace(/Sync$/, "")](params);
  };
  return {
    callSync,
    call: async (method, params) => callSync(method, params),
    stream: async function* (method, { path, directory, offset = 0, length, chunkSize }) {
      const { data } = callSync("files.readFile", { path, directory });
      const end = length === undefined ? data.length : Math.min(data.length, offset + length);
      for (let at = offset; at < end; at += chunkSize) yield new Uint8Array(data.subarray(at, Math.min(end, at + chunkSize)));
    },
  };
}

const own = new Map([["/app/lib/a.txt", "own"], ["/app/lib", null], ["/app", null]]);
const context = vm.createContext({ bridge: makeBridge() });
const host = {
  fileKind: (path) => (own.has(path) ? own.get(path) === null ? "directory" : "file" : undefined),
  fileBytes: (path) => new TextEncoder().encode(own.get(path)).buffer,
  fileNames: (path) => [...own.keys()].filter((key) => key.startsWith(`${path}/`)).map((key) => key.slice(path.length + 1)).filter((name) => !name.includes("/")),
};
const { load } = evaluateBuiltIns(parts, builtInsText, context, { isProxy: util.types.isProxy }, { ...host, cwd: "/app" });
const fs = load("fs");
const codes = (call) => {
  try {
    return call();
  } catch (error) {
    return error.code;
  }
};

test("files of a folder are written and read at once", () => {
  fs.writeFileSync("notes/a.txt", "first");
  fs.appendFileSync("/app/notes/a.txt", Buffer.from(" second"));
  assert.equal(fs.readFileSync("./notes/a.txt", "utf8"), "first second");
  assert.equal(fs.readFileSync("notes/a.txt").toString("hex").length, 24);
  assert.equal(fs.existsSync("notes/a.txt"), true);
  assert.equal(fs.mkdirSync("notes/x/y", { recursive: true }), "/app/notes/x");
  assert.equal(fs.mkdirSync("notes/x/y", { recursive: true }), undefined);
  fs.copyFileSync("notes/a.txt", "notes/x/y/b.txt");
  assert.deepEqual([...fs.readdirSync("notes")], ["a.txt", "x"]);
  assert.deepEqual([...fs.readdirSync("notes", { recursive: true })].sort(), ["a.txt", "x", "x/y", "x/y/b.txt"]);
  assert.deepEqual(fs.readdirSync("notes", { withFileTypes: true }).map((entry) => [entry.name, entry.isDirectory()]).join(), "a.txt,false,x,true");
  const stats = fs.statSync("notes/a.txt");
  assert.deepEqual([stats.isFile(), stats.size, stats.mtimeMs], [true, 12, 5000]);
  fs.renameSync("notes/a.txt", "notes/c.txt");
  fs.unlinkSync("notes/c.txt");
  assert.equal(codes(() => fs.rmdirSync("notes/x")), "ENOTEMPTY");
  assert.equal(codes(() => fs.rmSync("notes/x")), "ERR_FS_EISDIR");
  fs.rmSync("notes/x", { recursive: true });
  fs.rmSync("notes/x", { force: true });
  assert.deepEqual([...fs.readdirSync("notes")], []);
});

test("what does not exist, or may not be read, has the errors of Node", () => {
  assert.throws(() => fs.readFileSync("notes/none"), { code: "ENOENT", errno: -2, syscall: "open", path: "notes/none", message: "ENOENT: no such file or directory, open 'notes/none'" });
  assert.equal(codes(() => fs.readFileSync("/etc/passwd")), "ENOENT");
  assert.equal(codes(() => fs.readFileSync("notes/../../etc/passwd")), "ENOENT");
  assert.equal(codes(() => fs.readFileSync("denied/a")), "EACCES");
  assert.equal(codes(() => fs.writeFileSync("elsewhere/a", "x")), "ENOENT");
  assert.equal(codes(() => fs.writeFileSync("lib/a.txt", "x")), "EACCES");
  assert.equal(fs.existsSync("denied/a"), false);
  assert.equal(fs.existsSync(undefined), false);
  assert.equal(fs.statSync("none", { throwIfNoEntry: false }), undefined);
  assert.equal(codes(() => fs.readFileSync("a\0b")), "ERR_INVALID_ARG_VALUE");
  assert.equal(codes(() => fs.openSync("notes/a", "r")), "ERR_METHOD_NOT_IMPLEMENTED");
  assert.throws(() => fs.readFileSync("other/a"), /--folder NAME=PATH/);
});

test("the files of the program are read, and never written", () => {
  assert.equal(fs.readFileSync("/app/lib/a.txt", "utf8"), "own");
  assert.equal(fs.statSync("lib").isDirectory(), true);
  assert.deepEqual([...fs.readdirSync("/app/lib")], ["a.txt"]);
  assert.equal(codes(() => fs.readFileSync("lib")), "EISDIR");
  assert.equal(codes(() => fs.unlinkSync("lib/a.txt")), "EACCES");
  assert.equal(codes(() => fs.mkdirSync("lib")), "EEXIST");
  assert.equal(fs.mkdirSync("/app/lib", { recursive: true }), undefined);
  assert.equal(codes(() => fs.mkdirSync("/none/at/all", { recursive: true })), "ENOENT");
});

test("promises, callbacks and streams do the same", async () => {
  const promises = load("fs/promises");
  assert.equal(fs.promises, promises);
  await promises.writeFile("notes/p.txt", "0123456789");
  assert.equal(await promises.readFile("notes/p.txt", { encoding: "latin1" }), "0123456789");
  await assert.rejects(promises.access("notes/none"), { code: "ENOENT", syscall: "access" });
  assert.equal(await new Promise((resolve, reject) => fs.readFile("notes/p.txt", "utf8", (error, text) => (error ? reject(error) : resolve(text)))), "0123456789");
  assert.equal((await new Promise((resolve) => fs.stat("notes/none", resolve))).code, "ENOENT");
  const { text } = load("stream/consumers");
  assert.equal(await text(fs.createReadStream("notes/p.txt", { start: 2, end: 6, highWaterMark: 2 })), "23456");
  assert.equal(await text(fs.createReadStream("lib/a.txt")), "own");
  await assert.rejects(text(fs.createReadStream("notes/none")), { code: "ENOENT" });
  const { finished } = load("stream/promises");
  const writing = fs.createWriteStream("notes/w.txt");
  writing.write("a");
  writing.end("b");
  await finished(writing);
  assert.equal(fs.readFileSync("notes/w.txt", "utf8"), "ab");
});

test("the modules have the names of Node", async () => {
  for (const name of ["fs", "fs/promises"]) {
    const theirs = Object.keys((await import(`node:${name}`)).default).filter((key) => !key.startsWith("_") && key !== "lchmodSync" && key !== "lchmod");
    assert.deepEqual(theirs.filter((key) => !(key in load(name))), []);
  }
});
