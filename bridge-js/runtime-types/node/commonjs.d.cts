// The globals of CommonJS modules, of packages and of programs that import `node:test`. Other modules do not have them, so this file
// has to be named in the `files` of a tsconfig.json.

declare const require: import("node:module").Require;
declare const module: import("node:module");
declare var exports: any;
declare const __filename: string;
declare const __dirname: string;
declare const global: typeof globalThis;
declare const process: import("node:process").Process;
declare const Buffer: typeof import("node:buffer").Buffer;
type Buffer = import("node:buffer").Buffer;
declare const setImmediate: typeof import("node:timers").setImmediate;
declare const clearImmediate: typeof import("node:timers").clearImmediate;
