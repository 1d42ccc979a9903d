// What the program offers to its macros. A value is from 0 to 10.
export const get = (ring: Ring): number => bridge.callSync("rings.get", { ring });
export const set = (ring: Ring, value: number): void => bridge.callSync("rings.set", { ring, value });
export const add = (ring: Ring, amount: number): void => set(ring, get(ring) + amount);
/** Moves a ring in steps: the program calls `ease` with the share of the steps, and goes the share of the way that it returns. */
export const move = (ring: Ring, to: number, ease: (share: number) => number | Promise<number>): Promise<void> =>
  bridge.call("rings.move", { ring, to, steps: 20, ease });
