// The licences of foreign software are read from its files, and one that is missing or unknown is an error.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { licenceOf, packages, swiftLibraries } from "../components.mjs";
import { copyright, notices, table } from "../licences.mjs";

const mit = "Copyright (c) 2020 Ada\n\nPermission is hereby granted, free of charge, to any person obtaining a copy of this software\n";
const apache = "                                 Apache License\n                           Version 2.0, January 2004\n";
const unicode = readFileSync(new URL("../licences/Unicode-3.0.txt", import.meta.url), "utf8");

const scratch = mkdtempSync(join(tmpdir(), "licences-"));
after(() => rmSync(scratch, { recursive: true }));

/** A folder of checkouts and a Package.resolved that names the packages. */
const fetched = (name, files, identities) => {
  const folder = join(scratch, name);
  mkdirSync(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const pins = identities.map((identity) => ({
    identity, location: `https://example.org/${identity}.git`, state: { version: "1.2.3", revision: "a".repeat(40) },
  }));
  writeFileSync(join(folder, "Package.resolved"), JSON.stringify({ pins, version: 3 }));
  return packages(join(folder, "Package.resolved"), folder);
};

test("a licence is recognized by what only it says", () => {
  assert.equal(licenceOf(mit, "x"), "MIT");
  assert.equal(licenceOf(apache, "x"), "Apache-2.0");
  assert.equal(licenceOf(`${apache}\n## Runtime Library Exception to the Apache 2.0 License: ##\n`, "x"), "Apache-2.0 WITH Swift-exception");
  assert.equal(licenceOf(unicode, "x"), "Unicode-3.0");
  assert.throws(() => licenceOf("All rights reserved.", "a file"), /^Error: a file: an unknown licence/);
});

test("packages have their licence, version, commit and notice", () => {
  const found = fetched("two", { "one/LICENSE": mit, "two/LICENSE.txt": apache, "two/NOTICE.txt": "Copyright 2019 The Two Project\n" }, ["one", "two"]);
  assert.deepEqual(found.map(({ name, licence, version, address }) => [name, licence, version, address]), [
    ["one", "MIT", "1.2.3", "https://example.org/one"], ["two", "Apache-2.0", "1.2.3", "https://example.org/two"],
  ]);
  assert.equal(notices(found), "==== two ====\n\nCopyright 2019 The Two Project\n");
});

test("a package that was not fetched, has no licence, or carries C of unknown origin is an error", () => {
  assert.throws(() => fetched("absent", {}, ["gone"]), /gone was not fetched/);
  assert.throws(() => fetched("bare", { "bare/README": "" }, ["bare"]), /has no file with its licence/);
  assert.throws(() => fetched("foreign", { "f/LICENSE": mit, "f/Sources/CThing/src/thing.c": "int thing;" }, ["f"]), /Sources\/CThing is C of unknown origin/);
  assert.throws(() => fetched("changed", { "swift-nio/LICENSE": apache }, ["swift-nio"]), /CNIOLLHTTP\/LICENSE is missing/);
});

test("code that a package carries has the licence at the head of its source", () => {
  const sources = {
    "swift-nio/LICENSE.txt": apache, "swift-nio/Sources/CNIOLLHTTP/LICENSE": mit,
    "swift-nio/Sources/CNIOSHA1/c_nio_sha1.c": "/* Changes */\n/*\n * Copyright (C) 1995 Project\n * Redistribution in binary form:\n * Neither the name\n */\nint x; // Permission\n",
  };
  const sha1 = fetched("carried", sources, ["swift-nio"]).find(({ name }) => name.startsWith("sha1"));
  assert.equal(sha1.licence, "BSD-3-Clause");
  assert.equal(sha1.within, "swift-nio");
  assert.match(sha1.text, /^Changes[^]*Copyright \(C\) 1995 Project[^]*Neither the name\s*$/);
});

test("the page names every package, and the file copyright has the texts that their licences ask for", () => {
  const all = [...fetched("page", { "one/LICENSE": mit, "two/LICENSE": apache }, ["one", "two"]), ...swiftLibraries("6.3", unicode)];
  const page = table(all);
  for (const { name, licence } of all) assert.ok(page.includes(`| [${name}](`) && page.includes(licence), name);
  assert.notEqual(page, table(all.slice(1)));
  const text = copyright(all, "Copyright 2026 us\n");
  assert.match(text, /^Files: one\n[^]*?License: MIT-one\n Copyright \(c\) 2020 Ada\n \.\n Permission is hereby granted/m);
  assert.match(text, /^License: Unicode-3.0-ICU\n UNICODE LICENSE V3/m);
  // Each line is a field, a continued field, or empty: no text of a licence escapes.
  for (const line of text.split("\n")) assert.match(line, /^($| |[A-Z][A-Za-z-]*:)/);
});
