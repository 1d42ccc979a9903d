// The modules of Node for tests: `node:test` and `node:assert`.

declare module "node:test" {
  type Awaitable = void | Promise<void>;
  type TestFunction = (t: TestContext, done: (error?: unknown) => void) => unknown;
  type SuiteFunction = (s: SuiteContext) => Awaitable;
  type HookFunction = (t: TestContext, done: (error?: unknown) => void) => unknown;

  interface TestOptions {
    /** How many subtests run at the same time; `true` for all. */
    concurrency?: number | boolean | null | undefined;
    /** Whether the test runs with `--only`. */
    only?: boolean | undefined;
    signal?: AbortSignal | undefined;
    /** Whether the test is left out, or why. */
    skip?: boolean | string | undefined;
    /** In milliseconds. */
    timeout?: number | undefined;
    /** Whether a failure does not count, or why. */
    todo?: boolean | string | undefined;
    /** The number of assertions of `t.assert`, and of subtests. */
    plan?: number | undefined;
  }

  interface HookOptions {
    signal?: AbortSignal | undefined;
    timeout?: number | undefined;
  }

  interface TestCreator<Fn> {
    (name?: string, fn?: Fn): Promise<void>;
    (name?: string, options?: TestOptions, fn?: Fn): Promise<void>;
    (options?: TestOptions, fn?: Fn): Promise<void>;
    (fn?: Fn): Promise<void>;
  }

  interface TestVariants<Fn> extends TestCreator<Fn> {
    skip: TestCreator<Fn>;
    todo: TestCreator<Fn>;
    only: TestCreator<Fn>;
  }

  type AddHook = (fn: HookFunction, options?: HookOptions) => void;

  interface TestModule extends TestVariants<TestFunction> {
    test: TestModule;
    it: TestVariants<TestFunction>;
    describe: TestVariants<SuiteFunction>;
    suite: TestVariants<SuiteFunction>;
    before: AddHook;
    after: AddHook;
    beforeEach: AddHook;
    afterEach: AddHook;
    mock: MockTracker;
    assert: { register(name: string, fn: (this: TestContext, ...values: any[]) => void): void };
    snapshot: { setDefaultSnapshotSerializers(serializers: ((value: any) => any)[]): void };
  }

  interface SnapshotOptions {
    /** Each takes the result of the one before it; the last returns the text. `JSON.stringify` with indentation by default. */
    serializers?: ((value: any) => any)[];
  }

  interface SnapshotAssertions {
    /** Compares with the file `FILE.snapshot` beside the tests, which `causeway test` writes. */
    snapshot(value: any, options?: SnapshotOptions): void;
    /** Compares with a file of its own, in the folder of the tests or below it. */
    fileSnapshot(value: any, path: string, options?: SnapshotOptions): void;
  }

  type Assertions = Omit<typeof import("node:assert"), "default" | "strict" | "AssertionError"> & SnapshotAssertions & { [name: string]: any };

  interface TestContext {
    readonly name: string;
    readonly fullName: string;
    readonly filePath: string | undefined;
    readonly signal: AbortSignal;
    readonly assert: Assertions;
    readonly mock: MockTracker;
    readonly passed: boolean;
    readonly error: Error | null;
    diagnostic(message: string): void;
    plan(count: number): void;
    runOnly(value: boolean): void;
    skip(message?: string): void;
    todo(message?: string): void;
    test: TestCreator<TestFunction>;
    before: AddHook;
    after: AddHook;
    beforeEach: AddHook;
    afterEach: AddHook;
  }

  interface SuiteContext {
    readonly name: string;
    readonly fullName: string;
    readonly filePath: string | undefined;
    readonly signal: AbortSignal;
  }

  interface MockCall {
    arguments: any[];
    error: unknown;
    result: any;
    stack: Error;
    target: Function | undefined;
    this: any;
  }

  interface MockFunctionContext {
    readonly calls: MockCall[];
    callCount(): number;
    mockImplementation(implementation: Function): void;
    mockImplementationOnce(implementation: Function, onCall?: number): void;
    resetCalls(): void;
    restore(): void;
  }

  type Mock<Fn extends Function> = Fn & { readonly mock: MockFunctionContext };
  interface MockOptions {
    times?: number;
  }

  interface MockTracker {
    fn<Fn extends Function = (...values: any[]) => any>(original?: Fn, options?: MockOptions): Mock<Fn>;
    fn<Fn extends Function>(original: Fn, implementation: Function, options?: MockOptions): Mock<Fn>;
    method(object: object, name: PropertyKey, options?: MockOptions & { getter?: boolean; setter?: boolean }): Mock<Function & ((...values: any[]) => any)>;
    method(object: object, name: PropertyKey, implementation: Function, options?: MockOptions & { getter?: boolean; setter?: boolean }): Mock<Function & ((...values: any[]) => any)>;
    getter(object: object, name: PropertyKey, implementation?: Function, options?: MockOptions): Mock<() => any>;
    setter(object: object, name: PropertyKey, implementation?: Function, options?: MockOptions): Mock<(value: any) => void>;
    reset(): void;
    restoreAll(): void;
    readonly timers: MockTimers;
  }

  interface MockTimers {
    enable(options?: { apis?: ("setTimeout" | "setInterval" | "setImmediate" | "Date" | "scheduler.wait")[]; now?: number | Date }): void;
    reset(): void;
    tick(milliseconds?: number): void;
    runAll(): void;
    setTime(milliseconds: number): void;
  }

  export const test: TestModule;
  export const it: TestVariants<TestFunction>;
  export const describe: TestVariants<SuiteFunction>;
  export const suite: TestVariants<SuiteFunction>;
  export const skip: TestCreator<TestFunction>;
  export const todo: TestCreator<TestFunction>;
  export const only: TestCreator<TestFunction>;
  export const before: AddHook;
  export const after: AddHook;
  export const beforeEach: AddHook;
  export const afterEach: AddHook;
  export const mock: MockTracker;
  export const assert: TestModule["assert"];
  export const snapshot: TestModule["snapshot"];
  export type { TestContext, SuiteContext, TestOptions, Mock, MockTracker, MockTimers };
  export default test;
}

declare module "node:assert" {
  type Message = string | Error;
  type Thrown = RegExp | Function | Error | { [name: string]: unknown };
  function assert(value: unknown, message?: Message): asserts value;
  namespace assert {
    function ok(value: unknown, message?: Message): asserts value;
    function equal(actual: unknown, expected: unknown, message?: Message): void;
    function notEqual(actual: unknown, expected: unknown, message?: Message): void;
    function strictEqual<T>(actual: unknown, expected: T, message?: Message): asserts actual is T;
    function notStrictEqual(actual: unknown, expected: unknown, message?: Message): void;
    function deepEqual(actual: unknown, expected: unknown, message?: Message): void;
    function notDeepEqual(actual: unknown, expected: unknown, message?: Message): void;
    function deepStrictEqual<T>(actual: unknown, expected: T, message?: Message): asserts actual is T;
    function notDeepStrictEqual(actual: unknown, expected: unknown, message?: Message): void;
    function match(value: string, pattern: RegExp, message?: Message): void;
    function doesNotMatch(value: string, pattern: RegExp, message?: Message): void;
    function throws(run: () => unknown, message?: Message): void;
    function throws(run: () => unknown, error: Thrown, message?: Message): void;
    function doesNotThrow(run: () => unknown, message?: Message): void;
    function rejects(run: (() => Promise<unknown>) | Promise<unknown>, message?: Message): Promise<void>;
    function rejects(run: (() => Promise<unknown>) | Promise<unknown>, error: Thrown, message?: Message): Promise<void>;
    function doesNotReject(run: (() => Promise<unknown>) | Promise<unknown>, message?: Message): Promise<void>;
    function ifError(value: unknown): asserts value is null | undefined;
    function fail(message?: Message): never;
    const strict: typeof assert;
    class AssertionError extends Error {
      actual: unknown;
      expected: unknown;
      operator: string;
      code: "ERR_ASSERTION";
      generatedMessage: boolean;
      toString(): string;
      constructor(options: { message?: string; actual?: unknown; expected?: unknown; operator?: string });
    }
  }
  export = assert;
}

declare module "node:assert/strict" {
  import assert = require("node:assert");
  export = assert;
}

declare module "causeway:test" {
  /** A value that stands for many others in an expected one. */
  type Asymmetric = any;

  interface Matchers<Result> {
    toBe(expected: unknown): Result;
    /** Compares by structure; properties that are undefined, and classes, do not count. */
    toEqual(expected: unknown): Result;
    toStrictEqual(expected: unknown): Result;
    /** Compares the properties that the expected object has. */
    toMatchObject(expected: object): Result;
    toBeDefined(): Result;
    toBeUndefined(): Result;
    toBeNull(): Result;
    toBeNaN(): Result;
    toBeTruthy(): Result;
    toBeFalsy(): Result;
    /** The difference is less than half of the last digit; 2 digits by default. */
    toBeCloseTo(expected: number, digits?: number): Result;
    toBeGreaterThan(expected: number | bigint): Result;
    toBeGreaterThanOrEqual(expected: number | bigint): Result;
    toBeLessThan(expected: number | bigint): Result;
    toBeLessThanOrEqual(expected: number | bigint): Result;
    toBeInstanceOf(expected: abstract new (...values: any[]) => unknown): Result;
    toContain(expected: unknown): Result;
    toContainEqual(expected: unknown): Result;
    toHaveLength(expected: number): Result;
    /** The path is `a.b[0]`, or a list of keys. */
    toHaveProperty(path: string | PropertyKey[], expected?: unknown): Result;
    toMatch(expected: string | RegExp): Result;
    /** A part of the message, a pattern of it, a class, or an error with the same message. */
    toThrow(expected?: unknown): Result;
    toThrowError(expected?: unknown): Result;
    toHaveBeenCalled(): Result;
    toHaveBeenCalledTimes(count: number): Result;
    toHaveBeenCalledWith(...values: unknown[]): Result;
    toHaveBeenLastCalledWith(...values: unknown[]): Result;
    toHaveBeenNthCalledWith(number: number, ...values: unknown[]): Result;
    toHaveReturned(): Result;
    toHaveReturnedTimes(count: number): Result;
    toHaveReturnedWith(value: unknown): Result;
    /** Compares with `__snapshots__/FILE.snap`, which `causeway test` writes; a hint becomes part of the snapshot's name. */
    toMatchSnapshot(hint?: string): Result;
    /** The properties with matchers are checked, and the snapshot has the matchers. */
    toMatchSnapshot(properties: object, hint?: string): Result;
    /** Compares with the text in the call, which `causeway test` writes. */
    toMatchInlineSnapshot(snapshot?: string): Result;
    toMatchInlineSnapshot(properties: object, snapshot?: string): Result;
    toThrowErrorMatchingSnapshot(hint?: string): Result;
    toThrowErrorMatchingInlineSnapshot(snapshot?: string): Result;
  }

  /** How values of a kind are written in the snapshots of `expect`. */
  type SnapshotSerializer = { test(value: any): boolean } & (
    | { serialize(value: any, config: any, indentation: string, depth: number, refs: any[], printer: (value: any, config: any, indentation: string, depth: number, refs: any[]) => string): string }
    | { print(value: any, print: (value: any) => string, indent: (text: string) => string): string }
  );

  interface NegatableMatchers<Result> extends Matchers<Result> {
    readonly not: Matchers<Result>;
  }

  interface Expectation extends NegatableMatchers<void> {
    readonly resolves: NegatableMatchers<Promise<void>>;
    readonly rejects: NegatableMatchers<Promise<void>>;
  }

  interface AsymmetricMatchers {
    arrayContaining(expected: unknown[]): Asymmetric;
    objectContaining(expected: object): Asymmetric;
    stringContaining(expected: string): Asymmetric;
    stringMatching(expected: string | RegExp): Asymmetric;
    closeTo(expected: number, digits?: number): Asymmetric;
  }

  interface Expect extends AsymmetricMatchers {
    (received: unknown, message?: string): Expectation;
    readonly not: AsymmetricMatchers;
    any(type: Function): Asymmetric;
    anything(): Asymmetric;
    extend(matchers: { [name: string]: (received: any, ...expected: any[]) => { pass: boolean; message: () => string } | Promise<{ pass: boolean; message: () => string }> }): void;
    addSnapshotSerializer(serializer: SnapshotSerializer): void;
    unreachable(message?: string): never;
  }

  export const expect: Expect;
}
