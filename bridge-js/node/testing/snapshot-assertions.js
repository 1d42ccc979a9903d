// @ts-check
// `t.assert.snapshot` and `t.assert.fileSnapshot`, with the formats and the names of Node.

import * as assertionErrors from "#deferred/node/assertion-error.js";
import { isArray, join, startsWith, TypeError } from "../../shared/primordials.js";
import { nullPrototype } from "../../shared/define.js";
import { invalidArgType, nodeError, validateFunction, validateObject, validateString } from "../errors.js";
import { nodeHost } from "../host.js";
import { JSON, slice } from "../node-primordials.js";
import { compareFile, compareSnapshot } from "./snapshots.js";

const { stringify } = JSON;
const defaults = nullPrototype({ serializers: [(value) => stringify(value, null, 2)] });

function validateFunctions(/** @type {any} */ list, /** @type {string} */ name) {
  if (!isArray(list)) throw invalidArgType(name, "Array", list);
  for (let i = 0; i < list.length; i++) validateFunction(list[i], `${name}[${i}]`);
}

export function setDefaultSnapshotSerializers(/** @type {any} */ serializers) {
  validateFunctions(serializers, "serializers");
  defaults.serializers = slice(serializers);
}

function serialize(value, options) {
  validateObject(options, "options");
  const { serializers = defaults.serializers } = options;
  validateFunctions(serializers, "options.serializers");
  try {
    let text = value;
    for (let i = 0; i < serializers.length; i++) text = serializers[i](text);
    return text;
  } catch (error) {
    const failure = nodeError(TypeError, "ERR_INVALID_STATE", "The provided serializers did not generate a string.");
    failure.cause = error;
    failure.input = value;
    throw failure;
  }
}

function failure(/** @type {string} */ head, /** @type {string} */ actual, /** @type {string} */ expected) {
  const { lines } = assertionErrors.difference(actual, expected);
  return new assertionErrors.AssertionError({ actual, expected, operator: "snapshot", message: `${head}:\n+ actual - snapshot\n\n${join(lines, "\n")}` });
}

/** @this {any} the context of the test */
export function snapshot(actual, options = {}) {
  const text = `\n${serialize(actual, options)}\n`;
  const different = compareSnapshot("node", this.fullName, text);
  if (different !== undefined) throw failure(`The snapshot ${stringify(different.id)} differs`, text, different.expected);
}

/** @this {any} the context of the test */
export function fileSnapshot(actual, path, options = {}) {
  validateString(path, "path");
  const text = serialize(actual, options);
  if (typeof text !== "string") throw nodeError(TypeError, "ERR_INVALID_STATE", "The provided serializers did not generate a string.");
  const expected = compareFile(startsWith(path, "/") ? path : `${nodeHost.describe().cwd}/${path}`, text);
  if (expected !== undefined) throw failure(`The snapshot file ${stringify(path)} differs`, text, expected);
}
