/** What the pipeline uses of the bridge. */
declare const bridge: {
  call(method: string, params?: unknown): Promise<unknown>;
  handle(method: string, handler: (params: any) => unknown): void;
};

interface Array<T> {
  findLast(test: (value: T) => boolean): T | undefined;
}

/** What it uses of the runtime's `URL`. */
declare class URL {
  static parse(url: string, base?: string): URL | null;
  readonly href: string;
  readonly protocol: string;
  readonly host: string;
  readonly pathname: string;
}
