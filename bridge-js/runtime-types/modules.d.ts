// What a module finds, and imports of files that are no code.

interface ImportMeta {
  /** The URL of the module. */
  readonly url: string;
  /** Whether it is the program's first module. */
  readonly main: boolean;
  /** The path of its file; undefined for a module that is no file. */
  readonly filename?: string;
  /** The directory of its file; undefined for a module that is no file. */
  readonly dirname?: string;
  /** The URL that a specifier names. */
  resolve(specifier: string): string;
}

// JSON is typed by `resolveJsonModule`. The types of other files follow from their names, because TypeScript does not look at
// the attributes of an import: declare other names in your own project.

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
