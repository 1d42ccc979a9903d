// The modules `process`, `console`, `module` and `perf_hooks`.

declare module "node:process" {
  import EventEmitter = require("node:events");
  import type { Readable } from "node:stream";

  /** Prints text as it comes; in a child process, in tests and at the prompt, whole lines. */
  export interface Output extends EventEmitter {
    readonly fd: 1 | 2;
    readonly isTTY: boolean;
    readonly writable: true;
    readonly columns: number;
    write(chunk: string | Uint8Array, callback?: () => void): true;
    write(chunk: string | Uint8Array, encoding: string | undefined, callback?: () => void): true;
    end(chunk?: string | Uint8Array): this;
  }
  /** Standard input, which is read on demand. */
  export interface Input extends Readable {
    readonly fd: 0;
    readonly isTTY?: true;
    ref(): this;
    unref(): this;
  }
  export type ExitCode = number | string | null | undefined;
  export interface Process extends EventEmitter {
    on(name: "exit" | "beforeExit", listener: (code: number) => void): this;
    on(name: "uncaughtException", listener: (error: any, origin: "uncaughtException" | "unhandledRejection") => void): this;
    on(name: "unhandledRejection", listener: (reason: any) => void): this;
    on(name: "warning", listener: (warning: Error) => void): this;
    on(name: EventEmitter.EventName, listener: (...values: any[]) => void): this;
    readonly arch: string;
    readonly argv: string[];
    readonly argv0: string;
    readonly config: object;
    /** The root of the program's modules. */
    cwd(): string;
    emitWarning(warning: string | Error, options?: { type?: string; code?: string; detail?: string }): void;
    emitWarning(warning: string | Error, type?: string, code?: string): void;
    /** The variables that the program may read. */
    readonly env: { [name: string]: string | undefined };
    readonly execArgv: string[];
    readonly execPath: string;
    exit(code?: ExitCode): never;
    exitCode: ExitCode;
    readonly features: object;
    readonly hrtime: { (before?: [number, number]): [number, number]; bigint(): bigint };
    nextTick<Values extends any[]>(callback: (...values: Values) => void, ...values: Values): void;
    openStdin(): Input;
    readonly platform: "linux";
    reallyExit(code?: number): never;
    readonly release: { readonly name: string };
    readonly stderr: Output;
    readonly stdin: Input;
    readonly stdout: Output;
    title: string;
    uptime(): number;
    readonly version: string;
    readonly versions: { readonly [name: string]: string | undefined; readonly node: string; readonly causeway: string };
  }
  const process: Process;
  export default process;
  export const { arch, argv, argv0, config, cwd, emitWarning, env, execArgv, execPath, exit, exitCode, features }: Process;
  export const { hrtime, nextTick, openStdin, platform, reallyExit, release, stderr, stdin, stdout, title, uptime, version, versions }: Process;
}

declare module "node:console" {
  const console: Console;
  export = console;
}

declare module "node:module" {
  import module = require("node:module");
  /** The `module` of a CommonJS module. */
  class Module {
    private constructor();
    id: string;
    readonly filename: string;
    readonly path: string;
    readonly paths: string[];
    exports: any;
    readonly children: Module[];
    readonly loaded: boolean;
    readonly require: (specifier: string) => any;
  }
  namespace Module {
    export interface Require {
      (specifier: string): any;
      readonly resolve: {
        (specifier: string, options?: { paths?: string[] }): string;
        paths(specifier: string): string[] | null;
      };
      readonly cache: { [filename: string]: Module | undefined };
      readonly main: Module | undefined;
    }
    export const builtinModules: string[];
    export function createRequire(filename: string | URL): Require;
    export function isBuiltin(name: string): boolean;
    export { module as Module };
  }
  export = Module;
}

/** The globals of these names. */
declare module "node:perf_hooks" {
  import globals = globalThis;
  export import PerformanceEntry = globals.PerformanceEntry;
  export import PerformanceMark = globals.PerformanceMark;
  export import PerformanceMeasure = globals.PerformanceMeasure;
  export import PerformanceObserver = globals.PerformanceObserver;
  export import PerformanceObserverEntryList = globals.PerformanceObserverEntryList;
  export import performance = globals.performance;
}
