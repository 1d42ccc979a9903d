// @ts-check
import { cloners, defineInspection, describeInterface, internal, requireInternal } from "../interface.js";
import { nullPrototype } from "../../shared/define.js";
import { isObject } from "../../shared/is-object.js";
import { copyArray } from "../../shared/lists.js";
import { hasOwn, mapSet, Uint8Array } from "../../shared/primordials.js";

/** @typedef {import("./native.js").KeyHandle} KeyHandle */
/** @typedef {import("./native.js").KeyDescription} KeyDescription */

/**
 * What our scripts need of a key. A page can change the objects that the key shows, but not these.
 *
 * @typedef {object} KeyParts
 * @property {KeyHandle} handle
 * @property {string} type
 * @property {boolean} extractable
 * @property {string} name
 * @property {string | undefined} hash
 * @property {string | undefined} curve
 * @property {string} usages each between commas
 * @property {KeyDescription} description that nothing changes, for clones
 */

/** @type {{ is: (value: unknown) => boolean, parts: (key: CryptoKey) => KeyParts }} */
let control;

/** A key, whose bytes are in Swift. */
export class CryptoKey {
  #parts;
  #algorithm;
  #usages;

  /**
   * @param {unknown} [caller]
   * @param {KeyHandle} [handle]
   * @param {KeyDescription} [description] becomes the key's own
   */
  constructor(caller = undefined, handle = undefined, description = undefined) {
    requireInternal(caller);
    const { algorithm, extractable, type, usages } = /** @type {KeyDescription} */ (description);
    const kept = copyOf(/** @type {KeyDescription} */ (description));
    this.#algorithm = algorithm;
    this.#usages = usages;
    if (hasOwn(algorithm, "publicExponent")) algorithm.publicExponent = new Uint8Array(/** @type {number[]} */ (algorithm.publicExponent));
    const { name } = algorithm;
    const hash = hasOwn(algorithm, "hash") ? algorithm.hash?.name : undefined;
    const curve = hasOwn(algorithm, "namedCurve") ? algorithm.namedCurve : undefined;
    let names = ",";
    for (let i = 0; i < usages.length; i++) names += `${usages[i]},`;
    this.#parts = /** @type {KeyParts} */ ({ __proto__: null, handle, type, extractable, name, hash, curve, usages: names, description: kept });
  }

  get type() {
    return this.#parts.type;
  }

  get extractable() {
    return this.#parts.extractable;
  }

  get algorithm() {
    return this.#algorithm;
  }

  get usages() {
    return this.#usages;
  }

  static {
    control = {
      is: (value) => isObject(value) && #parts in value,
      parts: (key) => key.#parts,
    };
  }
}

/**
 * @param {KeyDescription} description as the native side makes it
 * @returns {KeyDescription}
 */
function copyOf({ algorithm, extractable, type, usages }) {
  const copy = { ...algorithm };
  // Both are own properties already: an assignment runs no setter of a prototype.
  if (hasOwn(copy, "hash")) copy.hash = { .../** @type {{ name: string }} */ (copy.hash) };
  if (hasOwn(copy, "publicExponent")) copy.publicExponent = /** @type {number[]} */ (copyArray(/** @type {number[]} */ (copy.publicExponent)));
  return nullPrototype({ algorithm: copy, extractable, type, usages: /** @type {string[]} */ (copyArray(usages)) });
}

describeInterface(CryptoKey);
defineInspection(CryptoKey, ({ type, extractable, algorithm, usages }) => ({ type, extractable, algorithm, usages }));

const { is, parts } = control;

/** Whether a value is a key, whatever its prototype is. */
export const isKey = /** @type {(value: unknown) => value is CryptoKey} */ (is);

/** The parts of a key, without reading its properties. */
export const partsOfKey = parts;

/**
 * @param {KeyHandle} handle
 * @param {KeyDescription} description
 */
export const makeKey = (handle, description) => new CryptoKey(internal, handle, description);

mapSet(cloners, CryptoKey.prototype, (value) => {
  if (!isKey(value)) return undefined;
  const { handle, description } = parts(value);
  return makeKey(handle, copyOf(description));
});
