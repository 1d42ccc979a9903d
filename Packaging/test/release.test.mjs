// What keeps a version from being released, in a repository of its own.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** @type {string} */
let folder;

const write = (path, text) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const git = (...given) => execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "tag.gpgSign=false", "-c", "commit.gpgSign=false", ...given], { cwd: folder, stdio: "pipe", timeout: 30_000 });
const commit = () => {
  git("add", "--all");
  git("commit", "--quiet", "--allow-empty", "--message", "a commit");
};
const changelog = (version, more = "") => `# Changelog\n\n## Unreleased\n${more}\n## ${version} - 2026-11-26\n\n- A change.\n`;
const numbers = (version) => {
  write("Sources/Commands/CausewayCommand/Terminal/Version.swift", `enum Version {\n  static let text = "${version}"\n}\n`);
  write("bridge-js/package.json", JSON.stringify({ version }));
  write("bridge-js/runtime-types/package.json", JSON.stringify({ version, peerDependencies: { "causeway-bridge": version } }));
  write("bridge-js/client/identity.js", `export const version = "${version}";\n`);
  write("CHANGELOG.md", changelog(version));
};
const check = (version) => {
  const { status, stdout, stderr } = spawnSync("Tools/release", ["check", version], { cwd: folder, encoding: "utf8", timeout: 60_000 });
  return { status, text: stdout + stderr };
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "release-"));
  for (const tool of ["Tools/release", "Tools/version"]) {
    mkdirSync(join(folder, "Tools"), { recursive: true });
    cpSync(join(root, tool), join(folder, tool));
  }
  write("bridge-js/build.mjs", "");
  write("api/Causeway.txt", "Bridge\tstruct Bridge\nBridge.call(_:)\tfunc call(_ name: String)\n");
  numbers("0.2.0");
  git("init", "--quiet", "--initial-branch=main");
  commit();
});
afterEach(() => rmSync(folder, { recursive: true }));

test("the first release needs versions that agree, a section of the changelog and a commit", () => {
  assert.deepEqual(check("0.2.0"), { status: 0, text: "There is no release yet: the public API is compared with nothing.\n" });
});

test("each version that differs is named", () => {
  for (const [path, text, name] of [
    ["Sources/Commands/CausewayCommand/Terminal/Version.swift", '  static let text = "0.1.0"\n', "Version.swift has 0.1.0"],
    ["bridge-js/package.json", '{"version":"0.1.0"}', "bridge-js/package.json has 0.1.0"],
    ["bridge-js/runtime-types/package.json", '{"version":"0.2.0","peerDependencies":{"causeway-bridge":"0.1.0"}}', "peer dependency has 0.1.0"],
    ["bridge-js/client/identity.js", 'export const version = "0.1.0";\n', "identity.js has 0.1.0"],
  ]) {
    numbers("0.2.0");
    write(path, text);
    commit();
    const { status, text: said } = check("0.2.0");
    assert.equal(status, 1);
    assert.ok(said.includes(`${name}, not 0.2.0`), said);
    assert.ok(said.includes("1 problems"), said);
  }
});

test("a changelog without the section, or with changes that are not released, keeps a version back", () => {
  write("CHANGELOG.md", "# Changelog\n\n## Unreleased\n\n- A change.\n");
  commit();
  const { status, text } = check("0.2.0");
  assert.equal(status, 1);
  assert.match(text, /no section "## 0\.2\.0 - YYYY-MM-DD"/);
  assert.match(text, /still has changes below "Unreleased"/);
});

test("generated files that are not fresh, changes without a commit and a tag that exists keep a version back", () => {
  write("bridge-js/build.mjs", "process.exit(1)");
  commit();
  git("tag", "v0.2.0");
  write("CHANGELOG.md", changelog("0.2.0", "\n"));
  write("api/Causeway.txt", "");
  const { status, text } = check("0.2.0");
  assert.equal(status, 1);
  assert.match(text, /embedded scripts are not fresh/);
  assert.match(text, /not committed/);
  assert.match(text, /the tag v0\.2\.0 exists/);
});

/** Releases a version, changes the API, and checks whether the next number may be released. */
const follow = (released, next, api) => {
  numbers(released);
  commit();
  git("tag", `v${released}`);
  numbers(next);
  write("api/Causeway.txt", api);
  commit();
  return check(next);
};
const added = "Bridge\tstruct Bridge\nBridge.call(_:)\tfunc call(_ name: String)\nBridge.on(_:)\tfunc on(_ name: String)\n";
const broken = "Bridge\tstruct Bridge\n";

test("a break of the public API asks for a minor version before 1.0, and for a major one after", () => {
  for (const [released, next, api, status] of [
    ["0.2.0", "0.2.1", broken, 1], ["0.2.0", "0.3.0", broken, 0], ["0.2.0", "0.2.1", added, 0],
    ["1.0.0", "1.1.0", broken, 1], ["1.0.0", "2.0.0", broken, 0], ["1.0.0", "1.0.1", added, 1], ["1.0.0", "1.1.0", added, 0],
    ["1.1.0", "1.0.9", added, 1],
  ]) {
    const result = follow(released, next, api);
    assert.equal(result.status, status, `${released} to ${next}: ${result.text}`);
    git("tag", "--delete", `v${released}`);
    write("api/Causeway.txt", "Bridge\tstruct Bridge\nBridge.call(_:)\tfunc call(_ name: String)\n");
    commit();
  }
});

test("a break is named", () => {
  assert.match(follow("1.0.0", "1.1.0", broken).text, /1 declarations are gone[^]*< Bridge\.call\(_:\)\tfunc call/);
});
