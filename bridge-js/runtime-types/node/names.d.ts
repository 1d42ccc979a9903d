// The modules without `node:`. `test` exists only with it.

declare module "assert" {
  import module = require("node:assert");
  export = module;
}
declare module "assert/strict" {
  import module = require("node:assert/strict");
  export = module;
}
declare module "console" {
  import module = require("node:console");
  export = module;
}
declare module "events" {
  import module = require("node:events");
  export = module;
}
declare module "module" {
  import module = require("node:module");
  export = module;
}
declare module "path" {
  import module = require("node:path");
  export = module;
}
declare module "path/posix" {
  import module = require("node:path/posix");
  export = module;
}
declare module "path/win32" {
  import module = require("node:path/win32");
  export = module;
}
declare module "stream" {
  import module = require("node:stream");
  export = module;
}
declare module "async_hooks" {
  export * from "node:async_hooks";
}
declare module "buffer" {
  export * from "node:buffer";
}
declare module "fs" {
  export * from "node:fs";
}
declare module "fs/promises" {
  export * from "node:fs/promises";
}
declare module "os" {
  export * from "node:os";
}
declare module "perf_hooks" {
  export * from "node:perf_hooks";
}
declare module "process" {
  export * from "node:process";
  export { default } from "node:process";
}
declare module "punycode" {
  export * from "node:punycode";
}
declare module "querystring" {
  export * from "node:querystring";
}
declare module "readline" {
  export * from "node:readline";
}
declare module "readline/promises" {
  export * from "node:readline/promises";
}
declare module "stream/consumers" {
  export * from "node:stream/consumers";
}
declare module "stream/promises" {
  export * from "node:stream/promises";
}
declare module "stream/web" {
  export * from "node:stream/web";
}
declare module "string_decoder" {
  export * from "node:string_decoder";
}
declare module "timers" {
  export * from "node:timers";
}
declare module "timers/promises" {
  export * from "node:timers/promises";
}
declare module "url" {
  export * from "node:url";
}
declare module "util" {
  export * from "node:util";
}
declare module "util/types" {
  export * from "node:util/types";
}
declare module "vm" {
  export * from "node:vm";
}
declare module "zlib" {
  export * from "node:zlib";
}
declare module "node:sys" {
  export * from "node:util";
}
declare module "sys" {
  export * from "node:util";
}
