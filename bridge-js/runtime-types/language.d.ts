// What newer versions of ECMAScript have beyond the libraries of older TypeScript, whose newer ones declare the same.

interface SymbolConstructor {
  /** The method that disposes of a resource, at the end of the block whose `using` declares it. */
  readonly dispose: unique symbol;
  /** The method that disposes of a resource whose end is awaited: `await using`. */
  readonly asyncDispose: unique symbol;
  /** The property of a class for the metadata that its decorators share. */
  readonly metadata: unique symbol;
}

/** The value of a `using` declaration. */
interface Disposable {
  [Symbol.dispose](): void;
}

/** The value of an `await using` declaration. */
interface AsyncDisposable {
  [Symbol.asyncDispose](): PromiseLike<void>;
}

/** Thrown if disposal fails while another error is thrown. */
interface SuppressedError extends Error {
  /** The error of the disposal. */
  error: any;
  /** The error that was thrown before. */
  suppressed: any;
}

interface SuppressedErrorConstructor {
  new (error: any, suppressed: any, message?: string): SuppressedError;
  (error: any, suppressed: any, message?: string): SuppressedError;
  readonly prototype: SuppressedError;
}
declare var SuppressedError: SuppressedErrorConstructor;

/** Resources that are disposed of together, the last one first. */
interface DisposableStack {
  readonly disposed: boolean;
  dispose(): void;
  use<T extends Disposable | null | undefined>(value: T): T;
  adopt<T>(value: T, onDispose: (value: T) => void): T;
  defer(onDispose: () => void): void;
  /** A new stack with the resources of this one, which is disposed then. */
  move(): DisposableStack;
  [Symbol.dispose](): void;
  readonly [Symbol.toStringTag]: string;
}

interface DisposableStackConstructor {
  new (): DisposableStack;
  readonly prototype: DisposableStack;
}
declare var DisposableStack: DisposableStackConstructor;

/** Resources that are disposed of together, the last one first, each awaited. */
interface AsyncDisposableStack {
  readonly disposed: boolean;
  disposeAsync(): Promise<void>;
  use<T extends AsyncDisposable | Disposable | null | undefined>(value: T): T;
  adopt<T>(value: T, onDisposeAsync: (value: T) => PromiseLike<void> | void): T;
  defer(onDisposeAsync: () => PromiseLike<void> | void): void;
  /** A new stack with the resources of this one, which is disposed then. */
  move(): AsyncDisposableStack;
  [Symbol.asyncDispose](): Promise<void>;
  readonly [Symbol.toStringTag]: string;
}

interface AsyncDisposableStackConstructor {
  new (): AsyncDisposableStack;
  readonly prototype: AsyncDisposableStack;
}
declare var AsyncDisposableStack: AsyncDisposableStackConstructor;
