// What a program may write against plugins.d.ts, and what it may not: compiled, never run.

export const program = async () => {
  const { crypto } = bridge.plugins;
  const bytes = new Uint8Array([1, 2]);
  const digest: Uint8Array = await crypto.digest("SHA-512", bytes);
  const hmac = { name: "HMAC", hash: "SHA-256" } as const;
  const signature = await crypto.sign(hmac, bytes, digest);
  const isValid: boolean = await crypto.verify(hmac, bytes, signature, digest);
  const random: Uint8Array = await crypto.getRandomValues(bytes);
  const id: string = await crypto.randomUUID();
  return [isValid, random, id, await crypto.randomBytes(16)];
};

export const mistakes = async () => {
  const { crypto } = bridge.plugins;
  // @ts-expect-error a function that two texts of one digest can be bought for
  await crypto.digest("SHA-1", new Uint8Array());
  // @ts-expect-error a signature without a key
  await crypto.sign({ name: "HMAC", hash: "SHA-256" }, new Uint8Array());
};
