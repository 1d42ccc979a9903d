// @ts-check
// The modules of Node that exist here. Each is evaluated when it is first required or imported.

import * as absence from "#deferred/node/absent.js";
import * as files from "#deferred/node/fs/fs.js";
import * as hooks from "#deferred/node/async-hooks.js";
import * as assertion from "#deferred/node/assert.js";
import * as buffers from "#deferred/node/buffer.js";
import * as emitters from "#deferred/node/events.js";
import * as loading from "#deferred/node/module.js";
import * as systems from "#deferred/node/os.js";
import * as paths from "#deferred/node/path.js";
import * as processes from "#deferred/node/process.js";
import * as sites from "#deferred/node/call-sites.js";
import * as codes from "#deferred/node/punycode.js";
import * as queries from "#deferred/node/querystring.js";
import * as reading from "#deferred/node/readline.js";
import * as input from "#deferred/node/stdin.js";
import * as decoding from "#deferred/node/string-decoder.js";
import * as expectations from "#deferred/node/testing/expect.js";
import * as testing from "#deferred/node/testing/module.js";
import * as consuming from "#deferred/node/streams/consumers.js";
import * as streaming from "#deferred/node/streams/stream.js";
import * as timing from "#deferred/node/timers.js";
import * as addresses from "#deferred/node/url.js";
import * as utilities from "#deferred/node/util.js";
import * as machines from "#deferred/node/vm.js";
import * as compression from "#deferred/node/zlib.js";
import { defineDeferred, defineShown, nullPrototype } from "../shared/define.js";
import { append } from "../shared/lists.js";
import { freeze, globalObject, hasOwn, objectKeys, stringSlice } from "../shared/primordials.js";
import { nodeHost } from "./host.js";

/** @type {{ [name: string]: () => unknown }} */
const loaders = nullPrototype({
  "causeway:test": () => expectations.testKit,
  assert: () => assertion.assert,
  "assert/strict": () => assertion.strict,
  async_hooks: () => hooks.asyncHooks,
  buffer: () => buffers.buffer,
  console: () => /** @type {any} */ (globalObject).console,
  events: () => emitters.events,
  fs: () => files.fs,
  "fs/promises": () => files.promises,
  module: () => loading.module,
  os: () => systems.os,
  path: () => paths.posix,
  "path/posix": () => paths.posix,
  "path/win32": () => paths.win32,
  perf_hooks: () => timing.performanceHooks,
  process: () => processes.process,
  punycode: () => codes.punycode,
  querystring: () => queries.querystring,
  readline: () => reading.readline,
  "readline/promises": () => reading.promises,
  stream: () => streaming.stream,
  "stream/consumers": () => consuming.consumers,
  "stream/promises": () => streaming.promises,
  "stream/web": () => streaming.webStreams(),
  string_decoder: () => decoding.stringDecoder,
  sys: () => utilities.util,
  test: () => testing.test,
  timers: () => timing.timers,
  "timers/promises": () => timing.promises,
  url: () => addresses.url,
  util: () => utilities.util,
  "util/types": () => utilities.types,
  vm: () => machines.vm,
  zlib: () => compression.zlib,
});

/** A package may have this name, so the built-in module is only found with the scheme `node:`. */
const NEEDS_SCHEME = "test";
/** The only module here that is none of Node's. */
const OWN = "causeway:test";

export const builtInNames = freeze(namesWithScheme());

function namesWithScheme() {
  /** @type {string[]} */
  const names = [];
  const keys = objectKeys(loaders);
  for (let i = 0; i < keys.length; i++) {
    if (keys[i] === NEEDS_SCHEME) append(names, `node:${NEEDS_SCHEME}`);
    else if (keys[i] !== OWN) append(names, /** @type {string} */ (keys[i]));
  }
  return names;
}

/** @type {{ [name: string]: unknown }} */
const loaded = nullPrototype({});

export function connectNode(host) {
  for (const name in host) nodeHost[name] = host[name];
  nodeHost.builtInNames = builtInNames;
  nodeHost.isBuiltIn = isBuiltIn;
  nodeHost.process = () => processes.process;
  nodeHost.makeInput = () => input.makeInput();
}

export function isBuiltIn(specifier) {
  if (stringSlice(specifier, 0, 5) === "node:") return specifier !== `node:${OWN}` && hasOwn(loaders, stringSlice(specifier, 5));
  return specifier !== NEEDS_SCHEME && hasOwn(loaders, specifier);
}

export function load(name) {
  if (!hasOwn(loaded, name)) loaded[name] = loaders[name]();
  return loaded[name];
}

export function loadAbsent(name, names, refusal) {
  if (!hasOwn(loaded, name)) loaded[name] = absence.makeAbsent(name, names, refusal);
  return loaded[name];
}

export const moduleClass = () => loading.Module;

let hasGlobals = false;

export function defineGlobals(target) {
  if (hasGlobals) return;
  hasGlobals = true;
  if (!hasOwn(target, "global")) defineShown(target, "global", target);
  if (!hasOwn(target, "process")) defineDeferred(target, "process", () => processes.process);
  if (!hasOwn(target, "Buffer")) defineDeferred(target, "Buffer", () => buffers.Buffer);
  if (!hasOwn(target, "setImmediate")) defineDeferred(target, "setImmediate", () => timing.setImmediate, true);
  if (!hasOwn(target, "clearImmediate")) defineDeferred(target, "clearImmediate", () => timing.clearImmediate, true);
  sites.installCallSites();
}
