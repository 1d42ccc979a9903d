// The foreign software inside our programs: the Swift packages that Package.resolved names, code that those carry from elsewhere,
// and Swift's own libraries. Each has a licence that was read from its files; one that cannot be recognized is an error.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";

/**
 * @typedef {object} Component
 * @property {string} name
 * @property {string | undefined} version
 * @property {string | undefined} revision  the commit
 * @property {string} address               where its sources are
 * @property {string} licence               an SPDX licence expression
 * @property {string} text                  the licence as its files have it
 * @property {string | undefined} notice    of its file NOTICE
 * @property {string | undefined} within    the package that carries it
 */

/** Licences by phrases that only they have. The first that matches counts. */
const phrases = [
  ["Apache-2.0 WITH Swift-exception", /Apache License\s+Version 2\.0[^]*Runtime Library Exception to the Apache 2\.0 License/],
  ["Apache-2.0", /Apache License,?\s+Version 2\.0/],
  ["CC0-1.0", /waived all copyright[^]*creativecommons\.org\/publicdomain\/zero\/1\.0/],
  ["Unicode-3.0", /UNICODE LICENSE V3/],
  ["BSD-3-Clause", /Redistributions? in binary form[^]*Neither the name/],
  ["Zlib", /Altered source versions must be plainly marked as such/],
  ["MIT", /Permission is hereby granted, free of charge, to any person obtaining a\s+copy/],
];

/** The SPDX licence expression of a licence's text. */
export const licenceOf = (text, place) => {
  const found = phrases.find(([, phrase]) => phrase.test(text));
  if (found === undefined) throw new Error(`${place}: an unknown licence. Add it to Packaging/components.mjs.`);
  return found[0];
};

/** Code that a package carries from elsewhere, and the file of the package that has its licence. */
const carried = [
  { name: "BoringSSL", within: "swift-crypto", file: "Sources/CCryptoBoringSSL/crypto/mem.cc", address: "https://boringssl.googlesource.com/boringssl" },
  { name: "BoringSSL", within: "swift-nio-ssl", file: "Sources/CNIOBoringSSL/crypto/mem.cc", address: "https://boringssl.googlesource.com/boringssl" },
  { name: "XKCP", within: "swift-crypto", file: "Sources/CXKCP/FIPS202-opt64/KeccakP-1600-opt64.c", address: "https://github.com/XKCP/XKCP" },
  { name: "llhttp", within: "swift-nio", file: "Sources/CNIOLLHTTP/LICENSE", address: "https://github.com/nodejs/llhttp" },
  { name: "sha1.c of KAME", within: "swift-nio", file: "Sources/CNIOSHA1/c_nio_sha1.c", address: "https://github.com/freebsd/freebsd-src" },
  { name: "zlib", within: "swift-nio-extras", file: "Sources/CNIOExtrasZlib/include/nioextras-zlib.h", address: "https://www.zlib.net" },
];

/** Folders of C in packages that are their authors' own. Any other has to be listed above. */
const ownC = /Shims$|^(CNIO(Atomics|Darwin|FreeBSD|Linux|OpenBSD|WASI|Windows|Posix)|CAsyncHTTPClient|CSystem|GRDBSQLCipher)$/;

/** The comments that a source begins with, or the whole of a file that is no source. */
const head = (text) => {
  if (!/^\s*\/[/*]/.test(text)) return text;
  const comments = /^(\s*(\/\/[^\n]*\n|\/\*[^]*?\*\/))+/.exec(text)?.[0] ?? "";
  return comments.replace(/^\s*(\/\/|\/\*+|\*\/|\*)[ \t]?/gm, "").replace(/\*\/\s*$/, "").trim() + "\n";
};

const read = (path) => {
  if (!existsSync(path)) throw new Error(`${path} is missing: its package was not fetched, or has changed.`);
  return readFileSync(path, "utf8");
};

const fileIn = (folder, pattern) => {
  const name = readdirSync(folder).sort().find((other) => pattern.test(other));
  return name === undefined ? undefined : join(folder, name);
};

/** Folders of C below Sources that no entry of the tables explains. */
const unexplained = (folder, name) => {
  const sources = join(folder, "Sources");
  if (!existsSync(sources)) return [];
  const known = carried.filter(({ within }) => within === name).map(({ file }) => file.split("/")[1]);
  return readdirSync(sources, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(c|cc|cpp)$/.test(path)).map((path) => path.split("/")[0])
    .filter((target, at, all) => all.indexOf(target) === at && !known.includes(target) && !ownC.test(target) && !target.startsWith("_"));
};

/**
 * The packages of Package.resolved, with the code that they carry.
 *
 * @param {string} resolved   Package.resolved
 * @param {string} checkouts  the folder with their sources: .build/checkouts
 * @returns {Component[]}
 */
export const packages = (resolved, checkouts) => {
  const { pins } = JSON.parse(read(resolved));
  return pins.flatMap(({ identity, location, state }) => {
    const address = location.replace(/\.git$/, "");
    const folder = join(checkouts, basename(address));
    if (!existsSync(folder)) throw new Error(`${folder} is missing: ${identity} was not fetched.`);
    const file = fileIn(folder, /^(licen[cs]e|copying)(\.txt|\.md)?$/i);
    if (file === undefined) throw new Error(`${folder} has no file with its licence.`);
    const foreign = unexplained(folder, identity);
    if (foreign.length > 0) throw new Error(`${folder}/Sources/${foreign[0]} is C of unknown origin. Add it to Packaging/components.mjs.`);
    const notice = fileIn(folder, /^notice(\.txt|\.md)?$/i);
    const text = read(file);
    const own = {
      name: basename(address), version: state.version, revision: state.revision, address, text, licence: licenceOf(text, file),
      notice: notice === undefined ? undefined : read(notice), within: undefined,
    };
    const parts = carried.filter(({ within }) => within === identity).map(({ name, within, file: at, address: origin }) => {
      const itsText = head(read(join(folder, at)));
      return { name, version: undefined, revision: undefined, address: origin, text: itsText, licence: licenceOf(itsText, join(folder, at)), notice: undefined, within };
    });
    return [own, ...parts];
  });
};

/**
 * Swift's runtime and standard libraries, which a program that needs no Swift has inside.
 *
 * @param {string | undefined} version  of the toolchain
 * @param {string} unicode              the text of ICU's licence
 * @returns {Component[]}
 */
export const swiftLibraries = (version, unicode) => {
  const swift = { version, revision: undefined, notice: undefined, within: undefined };
  const text = "Apache License, Version 2.0, with the Runtime Library Exception: a program that these libraries are embedded into needs no attribution.\n";
  return [
    { ...swift, name: "Swift standard library", address: "https://github.com/swiftlang/swift", licence: "Apache-2.0 WITH Swift-exception", text },
    { ...swift, name: "libdispatch", address: "https://github.com/swiftlang/swift-corelibs-libdispatch", licence: "Apache-2.0 WITH Swift-exception", text },
    { ...swift, name: "Foundation", address: "https://github.com/swiftlang/swift-foundation", licence: "Apache-2.0 WITH Swift-exception", text },
    { ...swift, name: "ICU", address: "https://github.com/swiftlang/swift-foundation-icu", licence: licenceOf(unicode, "ICU"), text: unicode, within: "Foundation" },
  ];
};
