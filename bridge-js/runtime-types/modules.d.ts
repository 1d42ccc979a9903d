// `import.meta`, and imports of files that are not code.

interface ImportMeta {
  /** The URL of the module. */
  readonly url: string;
  /** Whether the module is the program's entry. */
  readonly main: boolean;
  /** The path of the module's file; undefined if it has none. */
  readonly filename?: string;
  /** The directory of the module's file; undefined if it has none. */
  readonly dirname?: string;
  /** Resolves a specifier to a URL. */
  resolve(specifier: string): string;
}

// `resolveJsonModule` types JSON. The types of other files depend on their extensions, because TypeScript ignores the attributes of
// an import: declare further extensions in your own project.

/** `import text from "./notes.txt" with { type: "text" }` */
declare module "*.txt" {
  const text: string;
  export default text;
}
declare module "*.md" {
  const text: string;
  export default text;
}
declare module "*.html" {
  const text: string;
  export default text;
}
declare module "*.css" {
  const text: string;
  export default text;
}
declare module "*.sql" {
  const text: string;
  export default text;
}
declare module "*.csv" {
  const text: string;
  export default text;
}
declare module "*.svg" {
  const text: string;
  export default text;
}

/** `import bytes from "./image.png" with { type: "bytes" }` */
declare module "*.bin" {
  const bytes: Uint8Array;
  export default bytes;
}
declare module "*.png" {
  const bytes: Uint8Array;
  export default bytes;
}
declare module "*.wasm" {
  const bytes: Uint8Array;
  export default bytes;
}
