// @ts-check
import { isObject } from "../../shared/is-object.js";
import { makeList } from "../../shared/lists.js";
import { nullPrototype } from "../../shared/define.js";
import { stringify, TypeError } from "../../shared/primordials.js";
import { toArray } from "../sequence.js";

/** The members of a JSON Web Key, in the order in which they are read. */
const members = ["alg", "crv", "d", "dp", "dq", "e", "ext", "k", "key_ops", "kty", "n", "oth", "p", "q", "qi", "use", "x", "y"];

/**
 * A JSON Web Key as JSON text, with the members that the standard has.
 *
 * @param {unknown} value
 */
export function webKeyText(value) {
  if (value !== undefined && value !== null && !isObject(value)) throw new TypeError("a JSON Web Key must be an object");
  /** @type {{ [name: string]: unknown }} */
  const key = nullPrototype({});
  const given = /** @type {{ [name: string]: unknown }} */ (value ?? key);
  for (let i = 0; i < members.length; i++) {
    const name = /** @type {string} */ (members[i]);
    const member = given[name];
    if (member === undefined) continue;
    if (name === "ext") key[name] = !!member;
    else if (name === "key_ops") key[name] = textsOf(member);
    else if (name === "oth") key[name] = makeList();
    else key[name] = `${member}`;
  }
  return stringify(key);
}

/** @param {unknown} value */
function textsOf(value) {
  const list = toArray(value, "key_ops");
  const texts = makeList();
  for (let i = 0; i < list.length; i++) texts[i] = `${list[i]}`;
  return texts;
}
