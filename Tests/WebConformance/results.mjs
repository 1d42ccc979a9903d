// The results of all files, kept beside the suite so that a renewal can run folder by folder.

import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** @typedef {import("./run.mjs").Row} Row */

/**
 * Replaces the results of the files that were run.
 *
 * @param {string} file
 * @param {Row[]} rows
 * @param {(key: string) => boolean} isChosen whether a file was run
 * @param {string[]} keys of all cases
 * @returns {Row[] | undefined} the results of all cases; `undefined` if some were never run
 */
export const storeResults = (file, rows, isChosen, keys) => {
  /** @type {{ [key: string]: * }} */
  const stored = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  for (const key of Object.keys(stored)) if (isChosen(key)) delete stored[key];
  for (const { key, folder, ours, node, names, end, left } of rows) {
    stored[key] = { folder, ours: [...ours], node: [...node], names: [...names], end, left: [...left] };
  }
  writeFileSync(file, JSON.stringify(stored));
  if (keys.some((key) => stored[key] === undefined)) return undefined;
  return [...keys].sort().map((key) => {
    const { folder, ours, node, names, end, left } = stored[key];
    return { key, folder, ours: new Map(ours), node: new Map(node), names: new Set(names), end, left: new Map(left) };
  });
};
