// The modules `util` and `util/types`.

declare module "node:util" {
  import * as typeChecks from "node:util/types";

  export interface InspectOptions {
    showHidden?: boolean;
    depth?: number | null;
    colors?: boolean;
    customInspect?: boolean;
    maxArrayLength?: number | null;
    maxStringLength?: number | null;
    breakLength?: number;
    compact?: boolean | number;
    sorted?: boolean | ((a: string, b: string) => number);
  }
  export type Style =
    "reset" | "bold" | "dim" | "italic" | "underline" | "blink" | "inverse" | "hidden" | "strikethrough" | "doubleunderline" |
    `${"" | "bg"}${Capitalize<Color> | Color}` | `${Color}Bright` | `bg${Capitalize<Color>}Bright` | "gray" | "grey";
  export type Color = "black" | "red" | "green" | "yellow" | "blue" | "magenta" | "cyan" | "white";
  /** Describes a value as text, for people. */
  export function inspect(value: any, options?: InspectOptions): string;
  export function inspect(value: any, showHidden?: boolean, depth?: number | null, colors?: boolean): string;
  export namespace inspect {
    /** The name of a method that describes its object: `(depth, options, inspect) => string`. */
    const custom: unique symbol;
    let defaultOptions: InspectOptions;
    const colors: { [style: string]: [start: number, end: number] | undefined };
    const styles: { [kind: string]: string };
  }
  export function format(format?: any, ...values: any[]): string;
  export function formatWithOptions(options: InspectOptions, format?: any, ...values: any[]): string;
  export function styleText(style: Style | readonly Style[], text: string): string;
  export function stripVTControlCharacters(text: string): string;
  export function toUSVString(text: string): string;
  export function isDeepStrictEqual(a: unknown, b: unknown): boolean;
  /** @deprecated Use `class` and `extends`. */
  export function inherits(constructor: Function, parent: Function): void;
  export function deprecate<Fn extends Function>(fn: Fn, message: string, code?: string): Fn;
  /** Resolves when the signal aborts. */
  export function aborted(signal: AbortSignal, resource: object): Promise<void>;
  export interface DebugLog {
    (format: string, ...values: any[]): void;
    readonly enabled: false;
  }
  /** A function that prints nothing: there is no `NODE_DEBUG` here. */
  export function debuglog(section: string): DebugLog;
  export { debuglog as debug };

  export type Callback<Value> = (error: any, value: Value) => void;
  /** The function that returns a promise, of one that takes a callback last. */
  export function promisify<Fn extends Function>(fn: { [promisify.custom]: Fn }): Fn;
  export function promisify<Values extends any[], Value>(
    fn: (...values: [...Values, (error: any, value: Value) => void]) => unknown): (...values: Values) => Promise<Value>;
  export function promisify<Values extends any[]>(
    fn: (...values: [...Values, (error?: any) => void]) => unknown): (...values: Values) => Promise<void>;
  export namespace promisify {
    /** The property of a function for the one that `promisify` returns in its place. */
    const custom: unique symbol;
  }
  export function callbackify<Values extends any[], Value>(
    fn: (...values: Values) => Promise<Value>): (...values: [...Values, Callback<Value>]) => void;

  export interface ParseArgsOption {
    type: "string" | "boolean";
    multiple?: boolean;
    short?: string;
    default?: string | boolean | string[] | boolean[];
  }
  export interface ParseArgsConfig {
    /** Those of the program by default. */
    args?: readonly string[];
    options?: { readonly [name: string]: ParseArgsOption };
    strict?: boolean;
    allowPositionals?: boolean;
    allowNegative?: boolean;
    tokens?: boolean;
  }
  export type ArgumentToken =
    | { kind: "option"; name: string; rawName: string; index: number; value: string | undefined; inlineValue: boolean | undefined }
    | { kind: "positional"; index: number; value: string }
    | { kind: "option-terminator"; index: number };
  export type OptionValue<Option> = Option extends { type: "string" } ? string : boolean;
  export type OptionValues<Option> =
    | (Option extends { multiple: true } ? OptionValue<Option>[] : OptionValue<Option>)
    | (Option extends { default: {} } ? never : undefined);
  export type ArgumentValues<Config> = Config extends { strict: false } | { options?: undefined }
    ? { [name: string]: string | boolean | (string | boolean)[] | undefined }
    : Config extends { options: infer Options } ? { -readonly [Name in keyof Options]: OptionValues<Options[Name]> } : {};
  export function parseArgs<Config extends ParseArgsConfig = {}>(config?: Config): {
    values: ArgumentValues<Config>;
    positionals: string[];
    tokens: Config extends { tokens: true } ? ArgumentToken[] : undefined;
  };

  export { typeChecks as types };
  import globals = globalThis;
  export import AbortController = globals.AbortController;
  export import AbortSignal = globals.AbortSignal;
  export import TextDecoder = globals.TextDecoder;
  export import TextEncoder = globals.TextEncoder;

  /** @deprecated */
  export function log(format?: any, ...values: any[]): void;
  /** @deprecated Use `Array.isArray`. */
  export function isArray(value: unknown): value is any[];
  /** @deprecated */
  export function isBoolean(value: unknown): value is boolean;
  /** @deprecated Use `Buffer.isBuffer`. */
  export function isBuffer(value: unknown): value is import("node:buffer").Buffer;
  /** @deprecated Use `types.isDate`. */
  export function isDate(value: unknown): value is Date;
  /** @deprecated Use `types.isNativeError`. */
  export function isError(value: unknown): value is Error;
  /** @deprecated */
  export function isFunction(value: unknown): value is Function;
  /** @deprecated */
  export function isNull(value: unknown): value is null;
  /** @deprecated */
  export function isNullOrUndefined(value: unknown): value is null | undefined;
  /** @deprecated */
  export function isNumber(value: unknown): value is number;
  /** @deprecated */
  export function isObject(value: unknown): value is object;
  /** @deprecated */
  export function isPrimitive(value: unknown): boolean;
  /** @deprecated Use `types.isRegExp`. */
  export function isRegExp(value: unknown): value is RegExp;
  /** @deprecated */
  export function isString(value: unknown): value is string;
  /** @deprecated */
  export function isSymbol(value: unknown): value is symbol;
  /** @deprecated */
  export function isUndefined(value: unknown): value is undefined;
}

declare module "node:util/types" {
  export function isAnyArrayBuffer(value: unknown): value is ArrayBufferLike;
  export function isArgumentsObject(value: unknown): value is IArguments;
  export function isArrayBuffer(value: unknown): value is ArrayBuffer;
  export function isArrayBufferView(value: unknown): value is ArrayBufferView;
  export function isAsyncFunction(value: unknown): boolean;
  export function isBigInt64Array(value: unknown): value is BigInt64Array;
  export function isBigIntObject(value: unknown): value is BigInt;
  export function isBigUint64Array(value: unknown): value is BigUint64Array;
  export function isBooleanObject(value: unknown): value is Boolean;
  export function isBoxedPrimitive(value: unknown): value is String | Number | BigInt | Boolean | Symbol;
  export function isCryptoKey(value: unknown): value is CryptoKey;
  export function isDataView(value: unknown): value is DataView;
  export function isDate(value: unknown): value is Date;
  export function isExternal(value: unknown): boolean;
  export function isFloat16Array(value: unknown): boolean;
  export function isFloat32Array(value: unknown): value is Float32Array;
  export function isFloat64Array(value: unknown): value is Float64Array;
  export function isGeneratorFunction(value: unknown): value is GeneratorFunction;
  export function isGeneratorObject(value: unknown): value is Generator;
  export function isInt8Array(value: unknown): value is Int8Array;
  export function isInt16Array(value: unknown): value is Int16Array;
  export function isInt32Array(value: unknown): value is Int32Array;
  export function isKeyObject(value: unknown): boolean;
  export function isMap(value: unknown): value is Map<any, any>;
  export function isMapIterator(value: unknown): boolean;
  export function isModuleNamespaceObject(value: unknown): boolean;
  export function isNativeError(value: unknown): value is Error;
  export function isNumberObject(value: unknown): value is Number;
  export function isPromise(value: unknown): value is Promise<any>;
  export function isProxy(value: unknown): boolean;
  export function isRegExp(value: unknown): value is RegExp;
  export function isSet(value: unknown): value is Set<any>;
  export function isSetIterator(value: unknown): boolean;
  export function isSharedArrayBuffer(value: unknown): value is SharedArrayBuffer;
  export function isStringObject(value: unknown): value is String;
  export function isSymbolObject(value: unknown): value is Symbol;
  export function isTypedArray(value: unknown): value is Exclude<ArrayBufferView, DataView>;
  export function isUint8Array(value: unknown): value is Uint8Array;
  export function isUint8ClampedArray(value: unknown): value is Uint8ClampedArray;
  export function isUint16Array(value: unknown): value is Uint16Array;
  export function isUint32Array(value: unknown): value is Uint32Array;
  export function isWeakMap(value: unknown): value is WeakMap<object, any>;
  export function isWeakSet(value: unknown): value is WeakSet<object>;
}
