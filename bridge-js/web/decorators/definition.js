// @ts-check
// The application of decorators to a class, in the order of the proposal "decorators" (2023-11).
//
// `JavaScriptSyntax` rewrites a decorated class: what it writes there are the calls of this file. `c` is a `Definition`.
//
//     @a class A extends B { @b m() {} @d x = 1 }
//
//     let A = __syntax__.decorate([a], B, (c, s) => class A extends s {
//       static { c.begin(this, "A", [{ kind: "method", name: "m" }, { kind: "field", name: "x" }]) }
//       #i = c.run(-1, this);
//       static [c.element([b])]() {} m() {}
//       static [c.element([d])]() {} x = c.value(1, this, 1); #e = c.run(1, this);
//       static { c.end() }
//     })

import { nullPrototype } from "../../shared/define.js";
import { isObject } from "../../shared/is-object.js";
import { append, makeList } from "../../shared/lists.js";
import {
  call, defineProperty, deleteProperty, getOwnPropertyDescriptor, objectCreate, ownKeys, Symbol, TypeError,
} from "../../shared/primordials.js";
import { symbolMetadata } from "../resources/symbols.js";
import { makeContext } from "./context.js";

/**
 * What is written about an element.
 *
 * @typedef {object} Description
 * @property {import("./context.js").Kind} kind
 * @property {string} [name] absent for a computed name
 * @property {boolean} [isStatic]
 * @property {boolean} [isPrivate]
 * @property {(object: object) => boolean} [has] of a private element, like the next two
 * @property {(object: *) => unknown} [get]
 * @property {(object: *, value: unknown) => void} [set]
 */

/**
 * @typedef {object} Element
 * @property {unknown[]} decorators
 * @property {string | symbol} key
 * @property {unknown} given the computed name before it was converted
 * @property {symbol | undefined} place of a private method or accessor: the key of the public one that has its functions at first
 * @property {Description} about
 * @property {PropertyDescriptor} functions
 * @property {Function[]} initializers of the value
 * @property {Function[]} extra the functions that were given to `addInitializer`
 */

export class Definition {
  #decorators;
  #parent;
  #givenName;
  /** @type {Element[]} */
  #elements = makeList();
  /** The keys of methods that exist for their computed names only. @type {symbol[]} */
  #places = makeList();
  /** @type {string | symbol} */
  #key = "";
  /** Of methods, for each instance; of static methods; of the class. @type {Function[]} */
  #ofInstances = makeList();
  /** @type {Function[]} */
  #ofStatics = makeList();
  /** @type {Function[]} */
  #ofClass = makeList();
  /** The class, once it is decorated. */
  type = /** @type {Function | undefined} */ (undefined);

  /**
   * @param {Function[]} decorators
   * @param {Function | null | undefined} parent
   * @param {string | undefined} givenName of a class without a name
   */
  constructor(decorators, parent, givenName) {
    this.#decorators = decorators;
    this.#parent = parent;
    this.#givenName = givenName;
  }

  // MARK: While the names of the elements are evaluated

  /**
   * Begins an element.
   * @param {Function[]} decorators
   */
  element(decorators) {
    append(this.#elements, nullPrototype(/** @type {Element} */ ({
      decorators, key: "", given: undefined, place: undefined, about: { kind: "field" }, functions: {}, initializers: makeList(), extra: makeList(),
    })));
    const place = Symbol();
    append(this.#places, place);
    return place;
  }

  /**
   * Converts the computed name of the current element.
   * @param {PropertyKey} name
   */
  name(name) {
    const key = /** @type {string | symbol} */ (ownKeys(/** @type {object} */ ({ __proto__: null, [name]: 0 }))[0]);
    this.#key = key;
    return key;
  }

  /**
   * The same for an element with decorators.
   * @param {PropertyKey} name
   */
  ownName(name) {
    const key = this.name(name);
    const element = this.#last();
    element.key = key;
    element.given = name;
    return key;
  }

  /** The name that was converted last. */
  sameName() { return this.#key; }

  /** @param {number} index */
  keyOf(index) { return this.#element(index).key; }

  /** The key of the public method that has the body of the current private one. */
  place() {
    const place = Symbol();
    this.#last().place = place;
    append(this.#places, place);
    return place;
  }

  samePlace() { return this.#last().place; }

  // MARK: In static blocks

  /**
   * Takes the class, whose elements have their names.
   *
   * @param {Function} type
   * @param {Description[]} descriptions
   * @returns {Element[]}
   */
  take(type, descriptions) {
    this.type = type;
    this.#takeFunctions(type, descriptions);
    if (this.#givenName !== undefined) {
      const own = getOwnPropertyDescriptor(type, "name");
      if (own === undefined || own.value === "") {
        defineProperty(type, "name", nullPrototype({ value: this.#givenName, writable: false, enumerable: false, configurable: true }));
      }
    }
    return this.#elements;
  }

  /**
   * Applies all decorators.
   *
   * @param {Function} type
   * @param {Description[]} descriptions
   */
  begin(type, descriptions) {
    let final = type;
    this.take(type, descriptions);
    // A class without decorators is here because of the computed name of an accessor.
    if (this.#elements.length === 0 && this.#decorators.length === 0) return;
    const name = /** @type {string} */ (type.name);
    const metadata = objectCreate(/** @type {*} */ (this.#parent)?.[symbolMetadata] ?? null);
    for (let pass = 0; pass < 4; pass++) {
      for (let i = 0; i < this.#elements.length; i++) {
        const element = this.#element(i);
        const { kind, isStatic = false } = element.about;
        if ((kind === "field" ? 2 : 0) + (isStatic ? 0 : 1) === pass) this.#decorate(element, type, metadata);
      }
    }
    for (let i = this.#decorators.length - 1; i >= 0; i--) {
      const { context, finish } = makeContext({ kind: "class", name, metadata }, this.#ofClass);
      const result = call(/** @type {Function} */ (this.#decorators[i]), undefined, final, context);
      finish();
      if (result === undefined) continue;
      if (typeof result !== "function") throw new TypeError("A class decorator must return a function or undefined.");
      final = result;
    }
    this.type = final;
    defineProperty(final, symbolMetadata, nullPrototype({ value: metadata, writable: true, enumerable: true, configurable: true }));
    runAll(this.#ofStatics, final);
  }

  end() { runAll(this.#ofClass, this.type); }

  // MARK: While values are initialized

  /**
   * The initial value of a field or accessor.
   *
   * @param {number} index
   * @param {unknown} receiver
   * @param {unknown} value
   */
  value(index, receiver, value) {
    const { initializers } = this.#element(index);
    let result = value;
    for (let i = 0; i < initializers.length; i++) result = call(/** @type {Function} */ (initializers[i]), receiver, result);
    return result;
  }

  /**
   * Runs the functions that the decorators of an element gave to `addInitializer`; with -1, those of all methods.
   *
   * @param {number} index
   * @param {unknown} receiver
   */
  run(index, receiver) { runAll(index < 0 ? this.#ofInstances : this.#element(index).extra, receiver); }

  // MARK: Private methods and accessors

  /** @param {number} index */
  method(index) { return this.#element(index).functions.value; }

  /**
   * @param {number} index
   * @param {unknown} receiver
   */
  get(index, receiver) { return call(/** @type {Function} */ (this.#element(index).functions.get), receiver); }

  /**
   * @param {number} index
   * @param {unknown} receiver
   * @param {unknown} value
   */
  set(index, receiver, value) { call(/** @type {Function} */ (this.#element(index).functions.set), receiver, value); }

  // MARK: Details

  /** @param {number} index */
  #element(index) { return /** @type {Element} */ (this.#elements[index]); }

  #last() { return this.#element(this.#elements.length - 1); }

  /**
   * Reads the functions of methods and accessors, and removes the methods that are in no text.
   *
   * @param {Function} type
   * @param {Description[]} descriptions
   */
  #takeFunctions(type, descriptions) {
    for (let i = 0; i < descriptions.length; i++) {
      const element = this.#element(i);
      const about = nullPrototype(/** @type {Description} */ (descriptions[i]));
      element.about = about;
      if (about.name !== undefined) element.key = about.name;
      if (about.kind === "field") continue;
      const found = getOwnPropertyDescriptor(about.isStatic ? type : type.prototype, element.place ?? element.key);
      element.functions = found ?? nullPrototype({});
      if (element.place !== undefined) nameFunctions(element.functions, /** @type {string} */ (about.name));
    }
    for (let i = 0; i < this.#places.length; i++) {
      const place = /** @type {symbol} */ (this.#places[i]);
      deleteProperty(type, place);
      deleteProperty(type.prototype, place);
    }
  }

  /**
   * @param {Element} element
   * @param {Function} type
   * @param {object} metadata
   */
  #decorate(element, type, metadata) {
    const { about, functions, key } = element;
    const { kind } = about;
    const isValue = kind === "field" || kind === "accessor";
    const added = isValue ? element.extra : about.isStatic ? this.#ofStatics : this.#ofInstances;
    for (let i = element.decorators.length - 1; i >= 0; i--) {
      const given = kind === "field" ? undefined
        : kind === "accessor" ? { get: functions.get, set: functions.set } : /** @type {*} */ (functions)[/** @type {string} */ (slots[kind])];
      const { context, finish } = makeContext({ ...about, kind, name: key, metadata }, added);
      const result = call(/** @type {Function} */ (element.decorators[i]), undefined, given, context);
      finish();
      if (result === undefined) continue;
      if (kind === "accessor") {
        takeAccessor(element, result);
      } else if (typeof result !== "function") {
        throw new TypeError(`A decorator of a ${kind} must return a function or undefined.`);
      } else if (kind === "field") {
        prepend(element.initializers, result);
      } else {
        /** @type {*} */ (functions)[/** @type {string} */ (slots[kind])] = result;
      }
    }
    if (kind === "field" || about.isPrivate) return;
    const { value, get, set } = functions;
    // A getter leaves the setter of the same name as it is, which another decorator may have replaced.
    const changed = kind === "method" ? { value } : kind === "getter" ? { get } : kind === "setter" ? { set } : { get, set };
    defineProperty(about.isStatic ? type : type.prototype, key, nullPrototype(changed));
  }
}

/** The property of a descriptor that holds an element's function. */
const slots = nullPrototype(/** @type {{ [kind: string]: string }} */ ({ method: "value", getter: "get", setter: "set" }));

/**
 * @param {Element} element
 * @param {unknown} result of the decorator of an accessor
 */
function takeAccessor(element, result) {
  if (!isObject(result) || typeof result === "function") throw new TypeError("A decorator of an accessor must return an object or undefined.");
  const { get, set, init } = /** @type {*} */ (result);
  requireFunction(get, "get");
  requireFunction(set, "set");
  requireFunction(init, "init");
  if (get !== undefined) element.functions.get = get;
  if (set !== undefined) element.functions.set = set;
  if (init !== undefined) prepend(element.initializers, init);
}

/**
 * @param {unknown} value
 * @param {string} name
 */
function requireFunction(value, name) {
  if (value !== undefined && typeof value !== "function") {
    throw new TypeError(`The property '${name}' of the result of an accessor's decorator must be a function or undefined.`);
  }
}

/**
 * @param {Function[]} list
 * @param {Function} first
 */
function prepend(list, first) {
  append(list, first);
  for (let i = list.length - 1; i > 0; i--) list[i] = /** @type {Function} */ (list[i - 1]);
  list[0] = first;
}

/**
 * @param {Function[]} initializers
 * @param {unknown} receiver
 */
function runAll(initializers, receiver) {
  for (let i = 0; i < initializers.length; i++) call(/** @type {Function} */ (initializers[i]), receiver);
}

/**
 * @param {PropertyDescriptor} functions
 * @param {string} name
 */
function nameFunctions(functions, name) {
  const { value, get, set } = functions;
  const define = (/** @type {unknown} */ target, /** @type {string} */ text) => {
    if (typeof target === "function") defineProperty(target, "name", nullPrototype({ value: text, writable: false, enumerable: false, configurable: true }));
  };
  define(value, name);
  define(get, `get ${name}`);
  define(set, `set ${name}`);
}

/**
 * @param {Function[]} decorators
 * @param {Function | null | undefined} parent
 * @param {(definition: Definition, parent: Function | null | undefined) => Function} make evaluates the class
 * @param {string} [name] the name of a class that has none
 */
export function decorate(decorators, parent, make, name) {
  const definition = new Definition(decorators, parent, name);
  const type = make(definition, parent);
  return definition.type ?? type;
}

/**
 * The decorator `@object.method`, which is called as a method of the object.
 *
 * @param {unknown} object
 * @param {(object: *) => unknown} get
 */
export function member(object, get) {
  const method = get(object);
  if (typeof method !== "function") return method;
  return (/** @type {unknown} */ value, /** @type {object} */ context) => call(method, object, value, context);
}
