// The packages as a registry would have them: packed, installed into a new project, and used from there.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folders = { "causeway-bridge": root, "causeway-types": join(root, "runtime-types") };
const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/** @type {string} */
let project;

const run = (command, ...given) => execFileSync(command, given, { cwd: project, encoding: "utf8", timeout: 60_000, stdio: "pipe" });

const has = (command) => {
  try {
    execFileSync(command, ["--version"], { stdio: "ignore", timeout: 30_000 });
    return true;
  } catch {
    return false;
  }
};

/** Packs and installs with npm, without a network. */
const install = () => {
  const packed = Object.values(folders).map((folder) => join(project, run("npm", "pack", "--silent", "--pack-destination", project, folder).trim()));
  run("npm", "install", "--offline", "--no-audit", "--no-fund", "--silent", ...packed);
};

/** Where npm is absent: copies what the manifest says. */
const copy = () => {
  for (const [name, folder] of Object.entries(folders)) {
    const target = join(project, "node_modules", name);
    mkdirSync(target, { recursive: true });
    const matching = manifestOf(folder).files.flatMap((file) => (file.startsWith("*.") ? readdirSync(folder).filter((found) => found.endsWith(file.slice(1))) : [file]));
    for (const file of ["package.json", ...matching]) cpSync(join(folder, file), join(target, file), { recursive: true });
  }
};

before(() => {
  project = mkdtempSync(join(tmpdir(), "packages-"));
  writeFileSync(join(project, "package.json"), '{ "name": "project", "private": true, "type": "module" }');
  if (has("npm")) install();
  else copy();
});

after(() => rmSync(project, { recursive: true }));

test("both packages have the version of the Swift package, and fit each other", () => {
  const [, version] = readFileSync(join(root, "../Sources/Commands/CausewayCommand/Terminal/Version.swift"), "utf8").match(/text = "([^"]+)"/);
  assert.equal(manifestOf(folders["causeway-bridge"]).version, version);
  assert.equal(manifestOf(folders["causeway-types"]).version, version);
  assert.deepEqual(manifestOf(folders["causeway-types"]).peerDependencies, { "causeway-bridge": version });
});

test("a package has its sources and their types, and no tests", () => {
  const names = readdirSync(join(project, "node_modules/causeway-bridge"));
  assert.ok(["client", "shared", "index.js", "index.d.ts", "testing.global.js", "README.md"].every((name) => names.includes(name)), `${names}`);
  assert.ok(!names.includes("test") && !names.includes("node") && !names.includes("web"), `${names}`);
});

test("an installed client calls, and its mock answers", () => {
  writeFileSync(
    join(project, "use.js"),
    `import { connectJsonRpc } from "causeway-bridge/json-rpc";
     import { BridgeError, version } from "causeway-bridge";
     import { createMock } from "causeway-bridge/testing";
     const sent = [];
     const { bridge, deliver, close } = connectJsonRpc({ send: (text) => sent.push(JSON.parse(text)) });
     const answer = bridge.call("sum", [1, 2]);
     deliver(JSON.stringify({ jsonrpc: "2.0", id: sent[0].id, result: 3 }));
     const mock = createMock({ "wifi.ssid": [{ answer: "Home", after: "300ms" }] });
     console.log(sent[0].method, await answer, await mock.bridge.call("wifi.ssid"), typeof BridgeError, version);
     close();`,
  );
  const { version } = manifestOf(folders["causeway-bridge"]);
  assert.equal(run("node", "use.js"), `sum 3 Home function ${version}\n`);
});

test("a program for a runtime is checked by the types, and a wrong one is refused", () => {
  const check = (text) => {
    writeFileSync(join(project, "tsconfig.json"), '{ "extends": "causeway-types/tsconfig.json", "include": ["program.ts"] }');
    writeFileSync(join(project, "program.ts"), text);
    try {
      return run("tsc", "--pretty", "false");
    } catch (error) {
      return error.stdout;
    }
  };
  const right = `
    const ssid: string = await bridge.call<string>("wifi.ssid", undefined, { timeout: 2000 });
    for await (const status of bridge.stream("network.changes")) console.log(status, ssid);
    const response = await fetch(new URL("https://example.org"), { signal: AbortSignal.timeout(100) });
    console.log(await response.text(), import.meta.main, performance.now());
    bridge.handle("render", async (model, { signal }) => signal.aborted || model);
  `;
  assert.equal(check(right), "");
  assert.match(check('bridge.call(1); document.title = "";'), /program\.ts\(1,13\).*number[^]*program\.ts\(1,17\).*document/);
});
