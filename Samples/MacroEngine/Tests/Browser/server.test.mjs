// Requests from other sites in the same browser, and from other users of the machine.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { request } from "node:http";
import { after, before, test } from "node:test";
import { makeFolder, path, start } from "./program.mjs";

const folder = makeFolder();
let program;
let token;

before(async () => {
  program = await start(folder.file);
  token = program.url.replace(/.*#/, "");
});
after(async () => {
  await program.stop();
  folder.remove();
});

/** Sends a request with exactly this path and these headers, which `fetch` would normalize. */
const ask = (path, { method = "GET", headers = {}, body = "" } = {}) => new Promise((resolve, reject) => {
  const asked = request({ host: "127.0.0.1", port: program.port, path, method, headers }, (answer) => {
    let text = "";
    answer.setEncoding("utf8").on("data", (part) => { text += part; });
    answer.on("end", () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
  });
  asked.on("error", reject);
  asked.end(body);
});

for (const path of ["/", "/app.js", "/bridge.js", "/event-stream.js", "/editor.js", "/rings.js", "/style.css", "/icon.svg"]) {
  test(`${path} is served, with a strict content policy and without the token`, async () => {
    const { status, headers, text } = await ask(path);
    assert.equal(status, 200);
    assert.match(headers["content-security-policy"], /^default-src 'none'; script-src 'self'; /);
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers["access-control-allow-origin"], undefined);
    assert.ok(!text.includes(token));
  });
}

for (const path of ["/../Package.swift", "/%2e%2e/macros.json", "/index.html/..", "//etc/passwd", "/nothing", "/page", "/bridge/x"]) {
  test(`no other file is served: ${path}`, async () => {
    assert.equal((await ask(path)).status, 404);
  });
}

for (const host of ["evil.test", "evil.test:80", "127.0.0.1", "127.0.0.1:1", "localhost.evil.test", "[::1]:80"]) {
  test(`a foreign name that resolves to this machine is refused: ${host}`, async () => {
    assert.equal((await ask("/", { headers: { host } })).status, 403);
  });
}

test("both loopback names are accepted", async () => {
  for (const name of ["127.0.0.1", "localhost"]) {
    assert.equal((await ask("/", { headers: { host: `${name}:${program.port}` } })).status, 200);
  }
});

for (const origin of ["http://evil.test", "null", "https://127.0.0.1", "http://127.0.0.1:1", ""]) {
  test(`other sites are refused, even with the token: ${origin || "an empty origin"}`, async () => {
    const headers = { origin, authorization: `Bearer ${token}` };
    assert.equal((await ask("/bridge", { method: "POST", headers })).status, 403);
    const { status, headers: answered } = await ask("/bridge", { method: "OPTIONS", headers });
    assert.equal(status, 403);
    assert.equal(answered["access-control-allow-origin"], undefined);
  });
}

test("a request without the token is refused, and the answer says what to do", async () => {
  for (const authorization of ["", "Bearer ", `Bearer ${token}0`, `Bearer ${token.slice(0, -1)}g`, `Basic ${token}`]) {
    for (const method of ["GET", "POST"]) {
      const { status, text } = await ask("/bridge", { method, headers: { authorization } });
      assert.equal(status, 401);
      assert.match(text, /^Open the address that the program printed/);
    }
  }
});

test("no variant of the path reaches the bridge without the token", async () => {
  for (const path of ["/bridge/", "//bridge", "/bridge//", "/bridge?x", "/bridge/?x"]) {
    for (const method of ["GET", "POST"]) assert.equal((await ask(path, { method })).status, 401, path);
  }
});

test("it listens on loopback only", async () => {
  const { networkInterfaces } = await import("node:os");
  const others = Object.values(networkInterfaces()).flat().filter(({ internal, family }) => !internal && family === "IPv4");
  for (const { address } of others) {
    await assert.rejects(new Promise((resolve, reject) => {
      request({ host: address, port: program.port, path: "/" }, resolve).on("error", reject).end();
    }), { code: "ECONNREFUSED" });
  }
});

test("a port in use is reported in a sentence", async () => {
  const { status, stderr } = spawnSync(path, ["--port", String(program.port), "--state", folder.file], { encoding: "utf8", timeout: 20_000 });
  assert.equal(status, 1);
  assert.match(stderr, new RegExp(`cannot be served on port ${program.port}: Address already in use\\.`));
});

for (const [options, complaint] of [[["--port", "70000"], /0 to 65535/], [["--limit", "0"], /0\.01 to 600/], [["--nonsense"], /nonsense/]]) {
  test(`invalid options are refused: ${options.join(" ")}`, () => {
    const { status, stderr } = spawnSync(path, options, { encoding: "utf8", timeout: 20_000 });
    assert.equal(status, 64);
    assert.match(stderr, complaint);
  });
}

test("each start has a new token", async () => {
  const other = await start(folder.file);
  assert.notEqual(other.url.replace(/.*#/, ""), token);
  assert.match(token, /^[0-9a-f]{32}$/);
  await other.stop();
});
