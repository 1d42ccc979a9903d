// @ts-check
// Whether two values are the same in structure: `util.isDeepStrictEqual` and the comparisons of `assert`.

import { bytesOf } from "../shared/bytes.js";
import { isObject } from "../shared/is-object.js";
import {
  bigIntValueOf, booleanValueOf, dateGetTime, Error, getPrototypeOf, hasOwn, is, isArray, isEnumerable, isView, Map, mapDelete,
  mapForEach, mapGet, mapSet, mapSize, numberValueOf, objectKeys, objectToString, ownKeys, regExpSource, Set, setAdd, setDelete, setForEach,
  setHas, setSize, stringValueOf, symbolValueOf, typedArrayName, Uint8Array,
} from "../shared/primordials.js";
import { flagsOf } from "../web/inspect/regexp.js";
import { compareBytes } from "./buffer-search.js";
import { mapHas, push, test } from "./node-primordials.js";
import { types } from "./types.js";

const isIndex = /^(0|[1-9][0-9]*)$/;
const boxValues = { __proto__: null, isNumberObject: numberValueOf, isStringObject: stringValueOf, isBooleanObject: booleanValueOf, isBigIntObject: bigIntValueOf, isSymbolObject: symbolValueOf };

/** Own enumerable names that are not indices of a list. */
function namesOf(object, isList) {
  const keys = objectKeys(object);
  if (!isList) return keys;
  const names = [];
  for (let i = 0; i < keys.length; i++) if (!test(isIndex, keys[i])) push(names, keys[i]);
  return names;
}

function symbolsOf(object) {
  const symbols = [];
  const keys = ownKeys(object);
  for (let i = 0; i < keys.length; i++) if (typeof keys[i] === "symbol" && isEnumerable(object, keys[i])) push(symbols, keys[i]);
  return symbols;
}

class Comparison {
  /** The pairs that are being compared: an object, and what it is compared with. */
  #pairs = new Map();
  #isStrict;

  constructor(isStrict) {
    this.#isStrict = isStrict;
  }

  compare(a, b) {
    if (a === b) return a !== 0 || !this.#isStrict || is(a, b);
    const isStrict = this.#isStrict;
    if (isStrict) {
      if (typeof a !== "object") return typeof a === "number" && a !== a && b !== b;
      if (typeof b !== "object" || a === null || b === null) return false;
      if (getPrototypeOf(a) !== getPrototypeOf(b)) return false;
    } else {
      if (a === null || typeof a !== "object") {
        return (b === null || typeof b !== "object") && (a == b || (a !== a && b !== b));
      }
      if (b === null || typeof b !== "object") return false;
    }
    return this.#compareObjects(a, b);
  }

  #compareObjects(a, b) {
    const isStrict = this.#isStrict;
    if (objectToString(a) !== objectToString(b)) return false;
    if (isArray(a)) {
      if (!isArray(b) || a.length !== b.length) return false;
      return this.#compareKeys(a, b, true, "array");
    }
    if (objectToString(a) === "[object Object]" && !types.isMap(a) && !types.isSet(a) && !types.isBoxedPrimitive(a) && !types.isNativeError(a) && !types.isDate(a) && !types.isRegExp(a)) {
      return !isView(b) && !isArray(b) && this.#compareKeys(a, b, false, "none");
    }
    if (types.isDate(a)) {
      if (!types.isDate(b) || !is(dateGetTime(a), dateGetTime(b))) return false;
    } else if (types.isRegExp(a)) {
      if (!types.isRegExp(b) || regExpSource(a) !== regExpSource(b) || flagsOf(a) !== flagsOf(b) || a.lastIndex !== b.lastIndex) return false;
    } else if (types.isNativeError(a) || a instanceof Error) {
      if ((!types.isNativeError(b) && !(b instanceof Error)) || a.message !== b.message || a.name !== b.name) return false;
      if (!this.#compareHidden(a, b, "cause") || !this.#compareHidden(a, b, "errors")) return false;
    } else if (isView(a)) {
      if (!isView(b) || typedArrayName(a) !== typedArrayName(b)) return false;
      if (!isStrict && (types.isFloat32Array(a) || types.isFloat64Array(a))) {
        if (!sameNumbers(a, b)) return false;
      } else if (compareBytes(bytesOf(a, "compare"), bytesOf(b, "compare")) !== 0) {
        return false;
      }
      return this.#compareKeys(a, b, true, "view");
    } else if (types.isSet(a)) {
      return types.isSet(b) && setSize(a) === setSize(b) && this.#compareKeys(a, b, false, "set");
    } else if (types.isMap(a)) {
      return types.isMap(b) && mapSize(a) === mapSize(b) && this.#compareKeys(a, b, false, "map");
    } else if (types.isAnyArrayBuffer(a)) {
      if (!types.isAnyArrayBuffer(b) || compareBytes(new Uint8Array(a), new Uint8Array(b)) !== 0) return false;
    } else if (types.isBoxedPrimitive(a)) {
      if (!sameBox(a, b)) return false;
    } else if (isArray(b) || isView(b) || types.isSet(b) || types.isMap(b) || types.isDate(b) || types.isRegExp(b) || types.isAnyArrayBuffer(b) || types.isBoxedPrimitive(b) || types.isNativeError(b)) {
      return false;
    }
    return this.#compareKeys(a, b, types.isStringObject(a), "none");
  }

  #compareHidden(a, b, name) {
    const has = hasOwn(a, name);
    if (has !== hasOwn(b, name)) return false;
    return !has || isEnumerable(a, name) || this.compare(a[name], b[name]);
  }

  #compareKeys(a, b, isList, kind) {
    const keys = namesOf(a, isList);
    if (keys.length !== namesOf(b, isList).length) return false;
    for (let i = 0; i < keys.length; i++) if (!hasOwn(b, keys[i]) || !isEnumerable(b, keys[i])) return false;
    if (this.#isStrict) {
      const symbols = symbolsOf(a);
      if (symbols.length !== symbolsOf(b).length) return false;
      for (let i = 0; i < symbols.length; i++) {
        if (!hasOwn(b, symbols[i]) || !isEnumerable(b, symbols[i])) return false;
        push(keys, symbols[i]);
      }
    }
    // In a cycle, objects that are already being compared are equal if they are compared with each other.
    const partner = mapGet(this.#pairs, a);
    if (partner !== undefined) {
      const back = mapGet(this.#pairs, b);
      if (back !== undefined) return partner === b || back === a;
    }
    const before = mapGet(this.#pairs, b);
    mapSet(this.#pairs, a, b);
    mapSet(this.#pairs, b, a);
    const result = this.#compareContents(a, b, keys, kind);
    if (partner === undefined) mapDelete(this.#pairs, a);
    else mapSet(this.#pairs, a, partner);
    if (before === undefined) mapDelete(this.#pairs, b);
    else mapSet(this.#pairs, b, before);
    return result;
  }

  #compareContents(a, b, keys, kind) {
    for (let i = 0; i < keys.length; i++) if (!this.compare(a[keys[i]], b[keys[i]])) return false;
    if (kind === "set") return this.#compareSets(a, b);
    if (kind === "map") return this.#compareMaps(a, b);
    if (kind !== "array") return true;
    for (let i = 0; i < a.length; i++) {
      if (hasOwn(a, i) !== hasOwn(b, i)) return false;
      if (!this.compare(a[i], b[i])) return false;
    }
    return true;
  }

  /** Each element has a partner of its own. */
  #compareSets(a, b) {
    const left = [];
    setForEach(a, (value) => {
      if (!setHas(b, value)) push(left, value);
    });
    if (left.length === 0) return true;
    const free = new Set();
    setForEach(b, (value) => {
      if (!setHas(a, value)) setAdd(free, value);
    });
    return this.#match(left, free, (x) => x, (x, y) => this.compare(x, y));
  }

  #compareMaps(a, b) {
    const left = [];
    let isSame = true;
    mapForEach(a, (value, key) => {
      if (!isSame) return;
      if (this.#hasKey(b, key) && (this.#isStrict || isObject(key) || this.compare(value, mapGet(b, key)))) isSame = this.compare(value, mapGet(b, key));
      else push(left, [key, value]);
    });
    if (!isSame) return false;
    if (left.length === 0) return true;
    const free = new Set();
    mapForEach(b, (value, key) => {
      if (!this.#hasKey(a, key) || (!this.#isStrict && !isObject(key))) setAdd(free, [key, value]);
    });
    return this.#match(left, free, (x) => x[0], (x, y) => this.compare(x[0], y[0]) && this.compare(x[1], y[1]));
  }

  #hasKey(map, key) {
    return mapGet(map, key) !== undefined || mapHas(map, key);
  }

  #match(left, free, keyOf, isSame) {
    for (let i = 0; i < left.length; i++) {
      // Primitive values of a strict comparison have been found, if they are there at all.
      if (this.#isStrict && !isObject(keyOf(left[i]))) return false;
      let found;
      let has = false;
      setForEach(free, (candidate) => {
        if (has || !isSame(left[i], candidate)) return;
        found = candidate;
        has = true;
      });
      if (!has) return false;
      setDelete(free, found);
    }
    return true;
  }
}

function sameNumbers(a, b) {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function sameBox(a, b) {
  for (const name in boxValues) {
    if (!types[name](a)) continue;
    return types[name](b) && is(boxValues[name](a), boxValues[name](b));
  }
  return false;
}

export const isDeepEqual = (a, b) => new Comparison(false).compare(a, b);
export const isDeepStrictEqual = (a, b) => new Comparison(true).compare(a, b);
