// @ts-check
import { isObject } from "../shared/is-object.js";
import { append } from "../shared/lists.js";
import { isEnumerable, ownKeys, TypeError } from "../shared/primordials.js";

/**
 * The attributes of an `import()`, one after the other: name, value.
 * @param {unknown} options
 */
export function attributesOf(options) {
  /** @type {string[]} */
  const list = [];
  if (options === undefined) return list;
  if (!isObject(options) && typeof options !== "function") throw new TypeError("The second argument of import() must be an object.");
  const attributes = /** @type {{ with?: unknown }} */ (options).with;
  if (attributes === undefined) return list;
  if (!isObject(attributes) && typeof attributes !== "function") throw new TypeError("The attributes of import() must be an object.");
  const names = ownKeys(/** @type {object} */ (attributes));
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    if (typeof name !== "string" || !isEnumerable(/** @type {object} */ (attributes), name)) continue;
    const value = /** @type {{ [name: string]: unknown }} */ (attributes)[name];
    if (typeof value !== "string") throw new TypeError(`The attribute '${name}' of import() must be a string.`);
    append(list, name);
    append(list, value);
  }
  return list;
}
