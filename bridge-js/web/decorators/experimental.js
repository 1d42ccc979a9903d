// @ts-check
// The application of TypeScript's older decorators, `experimentalDecorators`, in the order of its compiler's output.
//
// They are evaluated, and applied, when the class has been evaluated: those of instances' elements, of static ones, of the class.
//
//     @a class A extends B { @b m(@p x) {} constructor(@q y) {} }
//
//     let A = __syntax__.experimental((c) => [a], B, (c, s) => class A extends s {
//       static { c.begin(this, [{ kind: "method", name: "m" }, { kind: "constructor", name: "constructor" }]) }
//       static [c.element(() => [b, __syntax__.parameter(0, p)])]() {} m(x) {}
//       static [c.element(() => [__syntax__.parameter(0, q)])]() {} constructor(y) {}
//       static { c.end() }
//     })

import { append, makeList } from "../../shared/lists.js";
import { call, defineProperty, getOwnPropertyDescriptor, globalObject, String, TypeError } from "../../shared/primordials.js";
import { Definition } from "./definition.js";

/** @typedef {import("./definition.js").Element} Element */
/** @typedef {(definition: ExperimentalDefinition) => unknown[]} Decorators evaluates them */

export class ExperimentalDefinition extends Definition {
  #ofClass;
  /** @type {Element[]} */
  #elements = makeList();

  /**
   * @param {Decorators} decorators
   * @param {string | undefined} givenName of a class without a name
   */
  constructor(decorators, givenName) {
    super([], undefined, givenName);
    this.#ofClass = decorators;
  }

  /**
   * @param {Function} type
   * @param {import("./definition.js").Description[]} descriptions
   * @override
   */
  begin(type, descriptions) {
    this.#elements = this.take(type, descriptions);
  }

  /** @override */
  end() {
    const type = /** @type {Function} */ (this.type);
    for (let i = 0; i < this.#elements.length; i++) this.#decorate(i, type.prototype, false);
    for (let i = 0; i < this.#elements.length; i++) this.#decorate(i, type, true);
    const decorators = makeList();
    addAll(decorators, this.#ofClass(this));
    for (let i = 0; i < this.#elements.length; i++) {
      const element = /** @type {Element} */ (this.#elements[i]);
      if (element.about.kind === "constructor") addAll(decorators, evaluated(element));
    }
    if (decorators.length > 0) this.type = /** @type {Function} */ (apply(decorators, type));
  }

  /**
   * @param {number} index
   * @param {object} target
   * @param {boolean} isStatic
   */
  #decorate(index, target, isStatic) {
    const element = /** @type {Element} */ (this.#elements[index]);
    const { kind } = element.about;
    if (kind === "constructor" || (element.about.isStatic ?? false) !== isStatic) return;
    const decorators = makeList();
    addAll(decorators, evaluated(element));
    // Those of both accessors are the first one's.
    if (isAccessor(element)) {
      for (let i = 0; i < this.#elements.length; i++) {
        const other = /** @type {Element} */ (this.#elements[i]);
        if (i === index || !isAccessor(other) || other.key !== element.key || (other.about.isStatic ?? false) !== isStatic) continue;
        if (i < index) return;
        addAll(decorators, evaluated(other));
      }
    }
    const { given, key } = element;
    const descriptor = kind === "field" ? undefined : getOwnPropertyDescriptor(target, key);
    const result = apply(decorators, target, typeof given === "number" ? given : key, descriptor);
    if (result && !defineProperty(target, key, /** @type {PropertyDescriptor} */ (result))) {
      throw new TypeError(`The property '${String(key)}' cannot be defined as its decorators say.`);
    }
  }
}

/** @param {Element} element */
const isAccessor = ({ about: { kind } }) => kind === "getter" || kind === "setter";

/** @param {Element} element */
const evaluated = (element) => /** @type {() => unknown[]} */ (/** @type {unknown} */ (element.decorators))();

/**
 * @param {unknown[]} list
 * @param {unknown[]} values
 */
function addAll(list, values) {
  for (let i = 0; i < values.length; i++) append(list, values[i]);
}

/**
 * Calls decorators, the last one first; what one returns takes the place of the class or of the property's descriptor.
 *
 * @param {unknown[]} decorators
 * @param {object} target
 * @param {[] | [key: PropertyKey, descriptor: PropertyDescriptor | undefined]} property nothing for a class
 * @returns {unknown}
 */
function apply(decorators, target, ...property) {
  // A package for metadata may take over.
  const { Reflect } = /** @type {any} */ (globalObject);
  if (typeof Reflect?.decorate === "function") return call(Reflect.decorate, Reflect, decorators, target, property[0], property[1]);
  const isClass = property.length === 0;
  /** @type {unknown} */
  let result = isClass ? target : property[1];
  for (let i = decorators.length - 1; i >= 0; i--) {
    const decorator = /** @type {Function | undefined} */ (decorators[i]);
    if (!decorator) continue;
    result = (isClass ? decorator(result) : decorator(target, property[0], result)) || result;
  }
  return result;
}

/**
 * The decorator of a method, or of a class, that calls one of a parameter.
 *
 * @param {number} index
 * @param {Function} decorator
 */
export const parameter = (index, decorator) => (/** @type {object} */ target, /** @type {PropertyKey} */ key) => {
  decorator(target, key, index);
};

/**
 * @param {Decorators} decorators
 * @param {Function | null | undefined} parent
 * @param {(definition: Definition, parent: Function | null | undefined) => Function} make evaluates the class
 * @param {string} [name] the name of a class that has none
 */
export function experimental(decorators, parent, make, name) {
  const definition = new ExperimentalDefinition(decorators, name);
  const type = make(definition, parent);
  return definition.type ?? type;
}
