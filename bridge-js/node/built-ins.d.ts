// What the modules of a context use of the built-in modules; the sources have looser types.

export interface ProcessDescription {
  cwd: string;
  version: string;
  arch: string;
  main: string | null;
  env: { [name: string]: string };
}

/** The files below the root of the modules. */
export interface FileHost {
  fileKind: (path: string) => "file" | "directory" | "other" | undefined;
  fileBytes: (path: string) => ArrayBuffer;
  /** The names in a directory. */
  fileNames: (path: string) => string[];
}

/** What the native side of a program's modules has for these. */
export type ProgramHost = FileHost & Pick<NodeHost, "exit" | "onEvent" | "testSettings" | "sendTestEvent" | "openResources" | "readSnapshots" | "writeSnapshots">;

export interface NodeHost {
  describe: () => ProcessDescription;
  makeRequire: (path: string) => Function | undefined;
  exit: (status: number) => void;
  onEvent: (listener: (name: string, value: unknown) => number) => void;
  files: FileHost;
  testSettings: () => { filter: string[]; only: boolean; leaks: boolean; snapshots: "new" | "all" | "none" | null } | null;
  sendTestEvent: (event: string, error: unknown) => void;
  openResources: () => string;
  readSnapshots: (kind: string, path: string) => string | null;
  writeSnapshots: (kind: string, path: string, text: string | null) => void;
  isImporting: () => boolean;
}

/** To be called before a built-in module is evaluated. */
export function connectNode(host: NodeHost): void;
/** Defines `global`, `process`, `Buffer`, `setImmediate` and `clearImmediate` where there is nothing of that name. */
export function defineGlobals(target: object): void;
/** Whether a specifier, with or without `node:`, names a module of Node's that exists here. */
export function isBuiltIn(specifier: string): boolean;
/** The exports of a module, made at the first call. */
export function load(name: string): unknown;
/** The exports of a module that does not exist here: functions that throw `refusal`. */
export function loadAbsent(name: string, names: string[], refusal: string): unknown;
/** The class whose instances are the objects `module`. */
export function moduleClass(): { prototype: object };
