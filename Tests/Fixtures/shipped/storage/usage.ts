// What a program may write against plugins.d.ts, and what it may not: compiled, never run.

import type { StorageOperation } from "./plugins.js";

export const program = async () => {
  const { storage } = bridge.plugins;
  const version: number = await storage.set({ key: "a", value: { any: [1n, new Date()] } });
  const { value, version: found } = await storage.get({ key: "a", group: "mine" });
  const known: unknown = value;
  const { keys } = await storage.keys({ prefix: "a", limit: 10 });
  const first: string | undefined = keys[0];
  const operations: StorageOperation[] = [
    { kind: "check", key: "a", version: found }, { kind: "set", key: "a", value: 1 }, { kind: "remove", key: "b" },
  ];
  const last: number | null = await storage.commit({ operations });
  const stop = storage.on("changed", ({ group, key }) => [group, key]);
  stop();
  await storage.remove({ key: "a" });
  await storage.clear();
  const { entries, bytes } = await storage.usage();
  return [version, known, first, last, entries + bytes];
};

export const mistakes = async () => {
  const { storage } = bridge.plugins;
  // @ts-expect-error a key is a string
  await storage.get({ key: 1 });
  // @ts-expect-error an operation that does not exist
  await storage.commit({ operations: [{ kind: "drop", key: "a" }] });
  // @ts-expect-error a value that is not looked at first
  (await storage.get({ key: "a" })).value.name;
};
