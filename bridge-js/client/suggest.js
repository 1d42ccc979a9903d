// @ts-check
// "Did you mean": the registered name that a mistyped one is nearest to.

import { list, min } from "./primordials.js";

/** Longer names are no typing mistakes. */
const LONGEST = 64;

/**
 * How many letters have to be typed, removed or changed.
 *
 * @param {string} a
 * @param {string} b
 */
const distance = (a, b) => {
  const row = /** @type {number[]} */ (list(b.length + 1, 0));
  for (let at = 0; at <= b.length; at += 1) row[at] = at;
  for (let i = 1; i <= a.length; i += 1) {
    let diagonal = row[0];
    row[0] = i;
    for (let j = 1; j <= b.length; j += 1) {
      const above = row[j];
      row[j] = min(above + 1, row[j - 1] + 1, diagonal + (a[i - 1] === b[j - 1] ? 0 : 1));
      diagonal = above;
    }
  }
  return row[b.length];
};

/**
 * @param {string} name
 * @param {(visit: (known: string) => void) => void} eachKnown
 * @returns {string | undefined}
 */
export const nearest = (name, eachKnown) => {
  if (name.length > LONGEST) return undefined;
  let best = name.length < 4 ? 2 : 3; // Nearer than this, or it is another word.
  /** @type {string | undefined} */
  let found;
  eachKnown((known) => {
    if (known.length > LONGEST) return;
    const far = distance(name, known);
    if (far >= best) return;
    best = far;
    found = known;
  });
  return found;
};
