/** What the pipeline uses of the bridge. */
declare const bridge: {
  call(method: string, params?: unknown): Promise<unknown>;
  handle(method: string, handler: (params: any) => unknown): void;
};

interface Array<T> {
  findLast(test: (value: T) => boolean): T | undefined;
}
