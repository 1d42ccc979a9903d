// The modules `fs` and `fs/promises`: the folders of the files plugin, and the files of the program. Functions that are refused
// here are not declared.

declare module "node:fs" {
  import type { Buffer, BufferEncoding } from "node:buffer";
  import type { Readable, Writable } from "node:stream";
  import * as promises from "node:fs/promises";

  export type PathLike = string | Uint8Array | URL;
  /** The descriptor of standard input. No other file has one. */
  export type Input = 0;
  export type Encoding = BufferEncoding | { encoding: BufferEncoding };
  export type NoEncoding = { encoding?: "buffer" | null; flag?: "r" } | "buffer" | null;
  export type Data = string | ArrayBufferView;
  export type WriteOptions = BufferEncoding | { encoding?: BufferEncoding | null; flag?: "w" | "a"; mode?: number } | null;
  export type AppendOptions = BufferEncoding | { encoding?: BufferEncoding | null; mode?: number } | null;
  export type StatOptions = { throwIfNoEntry?: boolean };
  export type MakeOptions = number | { recursive?: boolean; mode?: number } | null;
  export type ListOptions = BufferEncoding | { encoding?: BufferEncoding | null; recursive?: boolean; withFileTypes?: false } | null;
  export type EntryOptions = { encoding?: BufferEncoding | null; recursive?: boolean; withFileTypes: true };
  export interface RemoveOptions {
    force?: boolean;
    recursive?: boolean;
  }
  /** `code` is that of the system call, `cause` the error of the bridge. */
  export interface FileError extends Error {
    code: string;
    errno: number;
    syscall: string;
    path?: string;
    dest?: string;
  }
  export type Done = (error: FileError | null) => void;
  export type Result<Value> = (error: FileError | null, value: Value) => void;
  export interface StreamOptions {
    encoding?: BufferEncoding;
    highWaterMark?: number;
    emitClose?: boolean;
    signal?: AbortSignal | null;
  }
  export interface ReadStreamOptions extends StreamOptions {
    fd?: Input;
    start?: number;
    /** The last byte. */
    end?: number;
    autoDestroy?: boolean;
  }
  export interface WriteStreamOptions extends StreamOptions {
    flags?: "w" | "a";
  }

  export interface Kind {
    isFile(): boolean;
    isDirectory(): boolean;
    isSymbolicLink(): boolean;
    isBlockDevice(): boolean;
    isCharacterDevice(): boolean;
    isFIFO(): boolean;
    isSocket(): boolean;
  }
  /** There are no permissions, owners and other times. */
  export interface Stats extends Kind {
    /** The type only, as in `S_IFREG`. */
    readonly mode: number;
    readonly size: number;
    /** `NaN` for a file of the program. */
    readonly mtimeMs: number;
    readonly mtime: Date;
  }
  export interface Dirent extends Kind {
    readonly name: string;
    readonly parentPath: string;
    /** @deprecated the same as `parentPath` */
    readonly path: string;
  }
  export interface ReadStream extends Readable {
    readonly path: PathLike;
    readonly bytesRead: number;
    readonly pending: boolean;
    close(callback?: (error?: Error | null) => void): void;
  }
  export interface WriteStream extends Writable {
    readonly path: PathLike;
    readonly bytesWritten: number;
    readonly pending: boolean;
    close(callback?: (error?: Error | null) => void): void;
  }
  export const Stats: { readonly prototype: Stats };
  export const Dirent: { readonly prototype: Dirent };
  export const ReadStream: { new (path: PathLike, options?: BufferEncoding | ReadStreamOptions): ReadStream; readonly prototype: ReadStream };
  export const WriteStream: { new (path: PathLike, options?: BufferEncoding | WriteStreamOptions): WriteStream; readonly prototype: WriteStream };
  export { ReadStream as FileReadStream, WriteStream as FileWriteStream };
  export function createReadStream(path: PathLike, options?: BufferEncoding | ReadStreamOptions): ReadStream;
  export function createWriteStream(path: PathLike, options?: BufferEncoding | WriteStreamOptions): WriteStream;

  export const F_OK: 0;
  export const R_OK: 4;
  export const W_OK: 2;
  export const X_OK: 1;
  export const constants: { readonly [name: string]: number } & {
    readonly F_OK: 0; readonly R_OK: 4; readonly W_OK: 2; readonly X_OK: 1; readonly COPYFILE_EXCL: 1;
  };
  export { promises };

  export function readFileSync(path: PathLike | Input, options: Encoding & { flag?: "r" } | BufferEncoding): string;
  export function readFileSync(path: PathLike | Input, options?: NoEncoding): Buffer;
  export function readFile(path: PathLike | Input, options: Encoding & { flag?: "r" } | BufferEncoding, callback: Result<string>): void;
  export function readFile(path: PathLike | Input, options: NoEncoding | undefined, callback: Result<Buffer>): void;
  export function readFile(path: PathLike | Input, callback: Result<Buffer>): void;
  export function readSync(descriptor: Input, buffer: ArrayBufferView, offset?: number | null, length?: number | null): number;
  export function readSync(descriptor: Input, buffer: ArrayBufferView, options?: { offset?: number; length?: number }): number;
  export function writeFileSync(path: PathLike, data: Data, options?: WriteOptions): void;
  export function writeFile(path: PathLike, data: Data, options: WriteOptions, callback: Done): void;
  export function writeFile(path: PathLike, data: Data, callback: Done): void;
  export function appendFileSync(path: PathLike, data: Data, options?: AppendOptions): void;
  export function appendFile(path: PathLike, data: Data, options: AppendOptions, callback: Done): void;
  export function appendFile(path: PathLike, data: Data, callback: Done): void;
  export function copyFileSync(from: PathLike, to: PathLike, mode?: number): void;
  export function copyFile(from: PathLike, to: PathLike, mode: number, callback: Done): void;
  export function copyFile(from: PathLike, to: PathLike, callback: Done): void;
  export function existsSync(path: PathLike): boolean;
  /** @deprecated Use `existsSync`, or `access`. */
  export function exists(path: PathLike, callback: (exists: boolean) => void): void;
  export function accessSync(path: PathLike, mode?: number): void;
  export function access(path: PathLike, mode: number, callback: Done): void;
  export function access(path: PathLike, callback: Done): void;
  export function statSync(path: PathLike, options: { throwIfNoEntry: false }): Stats | undefined;
  export function statSync(path: PathLike, options?: StatOptions): Stats;
  export function stat(path: PathLike, options: {} | undefined, callback: Result<Stats>): void;
  export function stat(path: PathLike, callback: Result<Stats>): void;
  export function lstatSync(path: PathLike, options: { throwIfNoEntry: false }): Stats | undefined;
  export function lstatSync(path: PathLike, options?: StatOptions): Stats;
  export function lstat(path: PathLike, options: {} | undefined, callback: Result<Stats>): void;
  export function lstat(path: PathLike, callback: Result<Stats>): void;
  export function readdirSync(path: PathLike, options: EntryOptions): Dirent[];
  export function readdirSync(path: PathLike, options?: ListOptions): string[];
  export function readdir(path: PathLike, options: EntryOptions, callback: Result<Dirent[]>): void;
  export function readdir(path: PathLike, options: ListOptions | undefined, callback: Result<string[]>): void;
  export function readdir(path: PathLike, callback: Result<string[]>): void;
  /** Returns the first folder that it made, if it is recursive. */
  export function mkdirSync(path: PathLike, options?: MakeOptions): string | undefined;
  export function mkdir(path: PathLike, options: MakeOptions | undefined, callback: Result<string | undefined>): void;
  export function mkdir(path: PathLike, callback: Done): void;
  export function rmSync(path: PathLike, options?: RemoveOptions): void;
  export function rm(path: PathLike, options: RemoveOptions, callback: Done): void;
  export function rm(path: PathLike, callback: Done): void;
  export function rmdirSync(path: PathLike, options?: { recursive?: boolean }): void;
  export function rmdir(path: PathLike, options: { recursive?: boolean }, callback: Done): void;
  export function rmdir(path: PathLike, callback: Done): void;
  export function unlinkSync(path: PathLike): void;
  export function unlink(path: PathLike, callback: Done): void;
  export function renameSync(from: PathLike, to: PathLike): void;
  export function rename(from: PathLike, to: PathLike, callback: Done): void;
  export const realpathSync: { (path: PathLike, options?: {} | null): string; native(path: PathLike, options?: {} | null): string };
  export const realpath: {
    (path: PathLike, options: {} | null | undefined, callback: Result<string>): void;
    (path: PathLike, callback: Result<string>): void;
    native(path: PathLike, callback: Result<string>): void;
  };
}

declare module "node:fs/promises" {
  import type { Buffer, BufferEncoding } from "node:buffer";
  import type * as fs from "node:fs";
  import type { PathLike } from "node:fs";

  export const constants: typeof fs.constants;
  export function readFile(path: PathLike, options: fs.Encoding & { flag?: "r" } | BufferEncoding): Promise<string>;
  export function readFile(path: PathLike, options?: fs.NoEncoding): Promise<Buffer>;
  export function writeFile(path: PathLike, data: fs.Data | AsyncIterable<fs.Data>, options?: fs.WriteOptions): Promise<void>;
  export function appendFile(path: PathLike, data: fs.Data, options?: fs.AppendOptions): Promise<void>;
  export function copyFile(from: PathLike, to: PathLike, mode?: number): Promise<void>;
  export function access(path: PathLike, mode?: number): Promise<void>;
  export function stat(path: PathLike, options: { throwIfNoEntry: false }): Promise<fs.Stats | undefined>;
  export function stat(path: PathLike, options?: fs.StatOptions): Promise<fs.Stats>;
  export function lstat(path: PathLike, options: { throwIfNoEntry: false }): Promise<fs.Stats | undefined>;
  export function lstat(path: PathLike, options?: fs.StatOptions): Promise<fs.Stats>;
  export function readdir(path: PathLike, options: fs.EntryOptions): Promise<fs.Dirent[]>;
  export function readdir(path: PathLike, options?: fs.ListOptions): Promise<string[]>;
  export function mkdir(path: PathLike, options?: fs.MakeOptions): Promise<string | undefined>;
  export function rm(path: PathLike, options?: fs.RemoveOptions): Promise<void>;
  export function rmdir(path: PathLike, options?: { recursive?: boolean }): Promise<void>;
  export function unlink(path: PathLike): Promise<void>;
  export function rename(from: PathLike, to: PathLike): Promise<void>;
  export function realpath(path: PathLike, options?: {} | null): Promise<string>;
}
