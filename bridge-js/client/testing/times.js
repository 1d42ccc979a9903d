// @ts-check
// Times in the format of a mock file: "300ms", "150ms..250ms", "200ms+-50ms", "normal(200ms,50ms)", "longtail(50ms,2s)".

/** @type {Record<string, number>} */
const UNITS = { ns: 1e-6, us: 1e-3, "\u00b5s": 1e-3, ms: 1, s: 1e3, min: 6e4, h: 36e5 };

/**
 * A random number of milliseconds.
 *
 * @typedef {(random: () => number) => number} Delay
 */

/**
 * @param {string} text
 * @param {string} where
 */
const milliseconds = (text, where) => {
  const match = /^([0-9]+(?:\.[0-9]+)?)([a-z\u00b5]+)$/.exec(text.trim());
  const unit = match === null ? undefined : UNITS[match[2]];
  if (match === null || unit === undefined) {
    throw new TypeError(`${where}: "${text}" is not a time: write a number with ns, us, ms, s, min or h, such as "300ms"`);
  }
  return Number(match[1]) * unit;
};

/**
 * The sum of twelve random numbers is close to the normal distribution within three deviations.
 *
 * @param {() => number} random
 */
const normal = (random) => {
  let sum = -6;
  for (let at = 0; at < 12; at += 1) sum += random();
  return sum;
};

/**
 * @param {unknown} value
 * @param {string} where the name of the value in an error
 * @returns {Delay}
 */
export const delayFrom = (value, where) => {
  if (value === undefined) return () => 0;
  if (typeof value !== "string") throw new TypeError(`${where}: expected a string with a unit, such as "300ms"`);
  const text = value.trim();
  const call = /^(normal|longtail)\(([^,]+),([^,]+)\)$/.exec(text);
  if (call !== null) {
    const [first, second] = [milliseconds(call[2], where), milliseconds(call[3], where)];
    if (call[1] === "normal") return (random) => Math.max(0, first + normal(random) * second);
    if (second < first) throw new TypeError(`${where}: longtail takes the median first, then the larger 99th percentile`);
    const spread = Math.log(Math.max(second, 1e-6) / Math.max(first, 1e-6)) / 2.326;
    return (random) => Math.max(first, 1e-6) * Math.exp(normal(random) * spread);
  }
  const around = text.split(/\u00b1|\+-/);
  if (around.length === 2) {
    const [middle, spread] = [milliseconds(around[0], where), milliseconds(around[1], where)];
    if (spread > middle) throw new TypeError(`${where}: "${text}" can be negative`);
    return (random) => middle - spread + random() * 2 * spread;
  }
  const ends = text.split("..");
  if (ends.length === 2) {
    const [low, high] = [milliseconds(ends[0], where), milliseconds(ends[1], where)];
    if (high < low) throw new TypeError(`${where}: "${text}" ends before it begins`);
    return (random) => low + random() * (high - low);
  }
  const fixed = milliseconds(text, where);
  return () => fixed;
};

/**
 * Random numbers from 0 to 1, the same for the same seed and name (mulberry32 over FNV-1a).
 *
 * @param {number} seed
 * @param {string} name
 */
export const randomFor = (seed, name) => {
  let state = (seed ^ 0x811c9dc5) >>> 0;
  for (let at = 0; at < name.length; at += 1) state = Math.imul(state ^ name.charCodeAt(at), 0x01000193) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
};
