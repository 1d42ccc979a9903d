// The modules `path`, `url`, `punycode`, `os` and `vm`.

declare module "node:path" {
  interface ParsedPath {
    root: string;
    dir: string;
    base: string;
    ext: string;
    name: string;
  }
  interface Path {
    basename(path: string, suffix?: string): string;
    dirname(path: string): string;
    extname(path: string): string;
    format(path: Partial<ParsedPath>): string;
    isAbsolute(path: string): boolean;
    join(...paths: string[]): string;
    normalize(path: string): string;
    parse(path: string): ParsedPath;
    relative(from: string, to: string): string;
    resolve(...paths: string[]): string;
    toNamespacedPath(path: string): string;
    readonly sep: "/" | "\\";
    readonly delimiter: ":" | ";";
    readonly posix: Path;
    readonly win32: Path;
  }
  namespace path {
    export type { ParsedPath, Path };
  }
  const path: Path;
  export = path;
}
declare module "node:path/posix" {
  import path = require("node:path");
  export = path;
}
declare module "node:path/win32" {
  import path = require("node:path");
  export = path;
}

declare module "node:url" {
  import type { ParsedUrlQuery } from "node:querystring";
  export interface UrlObject {
    protocol?: string | null;
    slashes?: boolean | null;
    auth?: string | null;
    host?: string | null;
    hostname?: string | null;
    port?: string | number | null;
    pathname?: string | null;
    search?: string | null;
    query?: string | null | { [name: string]: any };
    hash?: string | null;
  }
  export interface FormatOptions {
    auth?: boolean;
    fragment?: boolean;
    search?: boolean;
    unicode?: boolean;
  }
  export interface HttpOptions {
    protocol: string;
    hostname: string;
    port?: number;
    path: string;
    pathname: string;
    search: string;
    hash: string;
    href: string;
    auth?: string;
  }
  /** The result of `parse`. */
  export class Url {
    protocol: string | null;
    slashes: boolean | null;
    auth: string | null;
    host: string | null;
    port: string | null;
    hostname: string | null;
    hash: string | null;
    search: string | null;
    query: string | ParsedUrlQuery | null;
    pathname: string | null;
    path: string | null;
    href: string;
    parse(url: string, parsesQuery?: boolean, slashesDenoteHost?: boolean): void;
    parseHost(): void;
    format(): string;
    resolve(relative: string): string;
    resolveObject(relative: string | Url): Url;
  }
  /** @deprecated Use `new URL`. */
  export function parse(url: string, parsesQuery: true, slashesDenoteHost?: boolean): Url & { query: ParsedUrlQuery };
  export function parse(url: string, parsesQuery?: false, slashesDenoteHost?: boolean): Url & { query: string | null };
  export function parse(url: string, parsesQuery?: boolean, slashesDenoteHost?: boolean): Url;
  export function format(url: globalThis.URL, options?: FormatOptions): string;
  export function format(url: UrlObject | string): string;
  /** @deprecated Use `new URL`. */
  export function resolve(from: string, to: string): string;
  /** @deprecated Use `new URL`. */
  export function resolveObject(from: string | Url, to: string | Url): Url;
  export function fileURLToPath(url: string | globalThis.URL): string;
  export function pathToFileURL(path: string): globalThis.URL;
  export function urlToHttpOptions(url: globalThis.URL): HttpOptions;
  export function domainToASCII(domain: string): string;
  export function domainToUnicode(domain: string): string;
  import globals = globalThis;
  export import URL = globals.URL;
  export import URLSearchParams = globals.URLSearchParams;
}

declare module "node:punycode" {
  export function decode(text: string): string;
  export function encode(text: string): string;
  export function toASCII(domain: string): string;
  export function toUnicode(domain: string): string;
  export const ucs2: { decode(text: string): number[]; encode(points: readonly number[]): string };
  export const version: string;
}

/** What says nothing about the machine but its kind. */
declare module "node:os" {
  export const EOL: "\n";
  export const devNull: "/dev/null";
  export const constants: {
    readonly signals: { readonly [name: string]: number };
    readonly errno: { readonly [name: string]: number };
    readonly priority: { readonly [name: string]: number };
  };
  export function arch(): string;
  export function endianness(): "LE";
  export function machine(): string;
  export function platform(): "linux";
  export function type(): "Linux";
  /** The variable `HOME`, if the program may read it. */
  export function homedir(): string;
  /** The variable `TMPDIR`, if the program may read it. */
  export function tmpdir(): string;
}

declare module "node:vm" {
  /** False for each object: there are no other contexts. */
  export function isContext(object: object): boolean;
  export const constants: {};
}
