// @ts-check
// What explicit resource management and decorators add to built-in objects that exist already: symbols, and methods of the
// iterators. Where the engine has them, nothing is defined.
//
// This module is evaluated before code of a page.

import { defineHidden, nullPrototype } from "../../shared/define.js";
import { call, defineProperty, getPrototypeOf, globalObject, hasOwn, iteratorPrototype, Symbol } from "../../shared/primordials.js";

/** The engine's own class, if it has one. @type {Function | undefined} */
export const NativeSuppressedError = /** @type {*} */ (globalObject).SuppressedError;

/** A symbol of the language: our own where the engine lacks it. */
const ownSymbol = (/** @type {string} */ name) => /** @type {symbol} */ (/** @type {*} */ (Symbol)[name] ?? Symbol(`Symbol.${name}`));

export const symbolDispose = ownSymbol("dispose");
export const symbolAsyncDispose = ownSymbol("asyncDispose");
export const symbolMetadata = ownSymbol("metadata");

/** @type {{ [name: symbol]: (this: *) => unknown }} */
const methods = {
  [symbolDispose]() {
    const method = this.return;
    if (method !== undefined && method !== null) call(method, this);
  },
  async [symbolAsyncDispose]() {
    const method = this.return;
    if (method !== undefined && method !== null) await call(method, this);
  },
};

/**
 * @param {object} prototype
 * @param {symbol} name
 */
function defineMethod(prototype, name) {
  if (!hasOwn(prototype, name)) defineHidden(prototype, name, methods[name]);
}

/** @type {(name: string, value: symbol) => void} */
const defineSymbol = (name, value) => {
  if (!hasOwn(Symbol, name)) defineProperty(Symbol, name, nullPrototype({ value, writable: false, enumerable: false, configurable: false }));
};

/** Defines what the engine lacks. */
export function defineSymbols() {
  defineSymbol("dispose", symbolDispose);
  defineSymbol("asyncDispose", symbolAsyncDispose);
  defineSymbol("metadata", symbolMetadata);
  defineMethod(iteratorPrototype, symbolDispose);
  const ofGenerators = /** @type {object} */ (getPrototypeOf((async function* () {}).prototype));
  defineMethod(/** @type {object} */ (getPrototypeOf(ofGenerators)), symbolAsyncDispose);
}
