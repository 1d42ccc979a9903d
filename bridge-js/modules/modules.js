// @ts-check
// The modules of a context: the native side decides when modules are linked and evaluated; this file holds the engine's objects.
//
// An importing module reads `(0, m0.x)`, where `m0` has a property for each name: its value, or a getter if that may change. The
// getter is the exporter's own, even for re-exported names, so that the engine inlines it.

import * as node from "#deferred/node/built-ins.js";
import * as common from "./common-js.js";
import { defineHidden, nullPrototype } from "../shared/define.js";
import { follow } from "../web/follow.js";
import { attributesOf } from "./attributes.js";
import { makeError } from "./errors.js";
import { guarded, makeNamespace } from "./namespace.js";
import {
  apply, asyncGeneratorNext, construct, defineProperty, deleteProperty, Error, freeze, generatorNext, getOwnPropertyDescriptor, globalObject, hasOwn,
  ownKeys, Promise, sort, Uint8Array,
} from "../shared/primordials.js";
import { isObject } from "../shared/is-object.js";
import { append, makeList } from "../shared/lists.js";
import { stackOf } from "../shared/stack.js";

/**
 * The functions of the native side. Lists of strings and numbers cross as JSON; modules are identified by their numbers.
 *
 * @typedef {object} ModuleHost
 * @property {(id: number) => [url: string, filename: string | null, dirname: string | null, isMain: boolean]} meta
 * @property {(id: number, specifier: string) => string} resolve the URL that `import` would load
 * @property {(id: number, specifier: string) => string} resolvePath what `require` would load
 * @property {(id: number, specifier: string, attributes: string[], token: number) => void} load ends with `loaded` or `refused`
 * @property {(id: number, specifier: string) => number} require the number of the module, loaded now
 * @property {(id: number) => void} evaluateNow links and evaluates a module that does not await
 * @property {(id: number) => [name: string, module: number, exported: string | null][]} namespace its keys, sorted
 * @property {() => import("../node/built-ins.js").ProcessDescription} process
 * @property {(path: string) => number} referrer the number of a path or URL as a base for specifiers; -1 if nothing can be loaded from there
 * @property {(id: number, failed: boolean, error: unknown) => void} settled the promise of an asynchronous module has
 */

/** @typedef {{ next: () => unknown }} Body */
/**
 * The engine's objects of a module.
 *
 * @typedef {object} Module
 * @property {{ [name: string]: unknown }} exports for each name that another module reads: its value, or a getter if that may change
 * @property {Body | undefined} body the generator, from when it is instantiated until it has run
 * @property {(() => unknown) | undefined} late the function that instantiates and runs the module, until it has run
 * @property {boolean} isLate whether it is instantiated when it is executed
 * @property {boolean} isAsync
 * @property {object | undefined} namespace
 * @property {object | undefined} meta
 * @property {import("./common-js.js").CommonModule | undefined} common
 * @property {boolean} isValue whether `require` yields the default export itself: a JSON module
 * @property {object | undefined} required the result of `require`, if that is a separate object
 */

/**
 * Makes the functions that the native side calls. Called once in a context; code of the page may have run before.
 * @param {ModuleHost & import("../node/built-ins.js").ProgramHost} given
 */
export function connectModules(given) {
  const native = freeze(nullPrototype({ ...given }));
  /** @type {Module[]} */
  const modules = makeList();
  /**
   * The promises of `import()` that are open, each with an error that has the stack of its call.
   * @type {{ [token: number]: { resolve: (value: unknown) => void, reject: (error: unknown) => void, caller: Error, isOfHost: boolean } | undefined }}
   */
  const imports = nullPrototype({});
  let nextToken = 0;
  /** How many imports of the host's are open: those of the program itself. */
  let hostImports = 0;

  const moduleOf = (/** @type {number} */ id) =>
    modules[id] ?? (modules[id] = nullPrototype({
      exports: nullPrototype({}), body: undefined, late: undefined, isLate: false, isAsync: false, namespace: undefined, meta: undefined, common: undefined,
      isValue: false, required: undefined,
    }));

  const getterOf = (/** @type {number} */ id, /** @type {string | null} */ name) => {
    if (name === null) return () => namespaceOf(id);
    const { exports, isLate } = moduleOf(id);
    const property = getOwnPropertyDescriptor(exports, name);
    // A module outside of cycles has its exports after it has run, and nothing reads them earlier.
    if (property === undefined && !isLate) return undefined;
    return property?.get ?? (() => exports[name]);
  };

  const define = (/** @type {number} */ id, /** @type {string} */ name, /** @type {(() => unknown) | undefined} */ get) => {
    const { exports } = moduleOf(id);
    if (get === undefined || hasOwn(exports, name)) return;
    defineProperty(exports, name, /** @type {PropertyDescriptor} */ ({ __proto__: null, get, set: undefined, enumerable: true, configurable: false }));
  };
  const namespaceOf = (/** @type {number} */ id) => {
    const module = moduleOf(id);
    return module.namespace ?? (module.namespace = makeNamespaceOf(id, false));
  };

  /**
   * @param {number} id
   * @param {boolean} isMarked whether it has `__esModule` as well, by which transpiled CommonJS knows an ES module
   */
  const makeNamespaceOf = (id, isMarked) => {
    const keys = native.namespace(id);
    /** @type {{ [name: string]: [string, number, string | null] | undefined }} */
    const bindings = nullPrototype({});
    /** @type {string[]} */
    const names = [];
    for (let i = 0; i < keys.length; i++) {
      const key = /** @type {[string, number, string | null]} */ (keys[i]);
      bindings[key[0]] = key;
      append(names, key[0]);
    }
    if (isMarked) {
      append(names, "__esModule");
      sort(names);
    }
    return makeNamespace(names, (name) => {
      const binding = bindings[name];
      if (binding === undefined) return isMarked && name === "__esModule" ? () => true : undefined;
      return getterOf(binding[1], binding[2]);
    });
  };

  /** What `require` yields for an ES module: its export `module.exports`, else the namespace. */
  const requiredOf = (/** @type {number} */ id) => {
    const module = moduleOf(id);
    if (module.required !== undefined) return module.required;
    const namespace = /** @type {{ [name: string]: unknown }} */ (namespaceOf(id));
    if (hasOwn(namespace, "module.exports")) return namespace["module.exports"];
    const isMarked = hasOwn(namespace, "default") && !hasOwn(namespace, "__esModule");
    module.required = isMarked ? makeNamespaceOf(id, true) : namespace;
    return module.required;
  };

  const metaOf = (/** @type {number} */ id) => {
    const module = moduleOf(id);
    if (module.meta !== undefined) return module.meta;
    const [url, filename, dirname, isMain] = native.meta(id);
    /** @type {{ [name: string]: unknown }} */
    const meta = nullPrototype({ url });
    if (filename !== null) meta.filename = filename;
    if (dirname !== null) meta.dirname = dirname;
    meta.main = isMain;
    meta.resolve = (/** @type {unknown} */ specifier) => native.resolve(id, `${specifier}`);
    module.meta = meta;
    return meta;
  };

  /**
   * `import()`. The referrer -1 is the host, numbers below are classic scripts.
   *
   * @param {number} id
   * @param {unknown} specifier
   * @param {unknown} [options]
   */
  const importFrom = (id, specifier, options) => {
    const token = nextToken++;
    if (id === -1) hostImports += 1;
    // Loading fails in a later turn, when the caller has left the stack.
    const caller = new Error();
    const promise = construct(Promise, [(/** @type {(value: unknown) => void} */ resolve, /** @type {(error: unknown) => void} */ reject) => {
      imports[token] = { resolve, reject, caller, isOfHost: id === -1 };
    }]);
    try {
      native.load(id, `${/** @type {string} */ (specifier)}`, attributesOf(options), token);
    } catch (error) {
      settle(token)?.reject(error);
    }
    return promise;
  };

  const settle = (/** @type {number} */ token) => {
    const open = imports[token];
    if (open?.isOfHost) hostImports -= 1;
    delete imports[token];
    return open;
  };

  const makeImport = (/** @type {number} */ id) =>
    (/** @type {unknown} */ specifier, /** @type {unknown} */ options) => importFrom(id, specifier, options);

  /**
   * @param {number} from
   * @param {unknown} specifier
   * @param {import("./common-js.js").ModuleObject} [object] of the module that requires
   */
  const requireFrom = (from, specifier, object) => {
    const id = native.require(from, common.checked(specifier, "id"));
    const module = moduleOf(id);
    if (module.common !== undefined) return common.require(module.common, object);
    if (module.isValue) return module.exports.default;
    native.evaluateNow(id);
    return requiredOf(id);
  };

  /**
   * @param {number} from
   * @param {string} specifier
   * @param {unknown} paths directories to look in instead
   */
  const resolveFrom = (from, specifier, paths) => {
    if (node.isBuiltIn(specifier)) return specifier;
    if (paths === undefined) return native.resolvePath(from, specifier);
    let failure;
    const { length } = /** @type {unknown[]} */ (paths);
    for (let i = 0; i < length; i++) {
      try {
        return native.resolvePath(native.referrer(`${/** @type {unknown[]} */ (paths)[i]}/require.js`), specifier);
      } catch (error) {
        failure = error;
      }
    }
    throw failure ?? new Error(`Cannot find module '${specifier}': there are no paths to look in.`);
  };

  /**
   * @param {number} from
   * @param {string} dirname
   * @param {import("./common-js.js").ModuleObject} [object]
   */
  const makeRequire = (from, dirname, object) => common.makeRequire(
    (specifier) => requireFrom(from, specifier, object), (specifier, paths) => resolveFrom(from, specifier, paths), dirname);

  /** The functions that a module's text calls, under its only name of ours: see `ModuleText` of the native side. */
  class Host {
    #id;
    #targets;

    /**
     * @param {number} id
     * @param {number[]} targets
     */
    constructor(id, targets) {
      this.#id = id;
      this.#targets = targets;
    }

    /** @param {{ [name: string]: () => unknown }} getters */
    exports(getters) {
      const { isLate } = moduleOf(this.#id);
      const names = ownKeys(getters);
      for (let i = 0; i < names.length; i++) {
        const name = /** @type {string} */ (names[i]);
        const get = getOwnPropertyDescriptor(getters, name)?.value;
        define(this.#id, name, isLate ? get : guarded(name, get));
      }
    }

    /** @param {{ [name: string]: unknown }} values */
    values(values) {
      const { exports } = moduleOf(this.#id);
      const names = ownKeys(values);
      for (let i = 0; i < names.length; i++) {
        const name = /** @type {string} */ (names[i]);
        const value = getOwnPropertyDescriptor(values, name)?.value;
        defineProperty(exports, name, /** @type {PropertyDescriptor} */ ({ __proto__: null, value, writable: false, enumerable: true, configurable: false }));
      }
    }

    /** @param {number} request */
    namespace(request) { return namespaceOf(/** @type {number} */ (this.#targets[request])); }

    get meta() { return metaOf(this.#id); }

    /**
     * @param {unknown} specifier
     * @param {unknown} [options]
     */
    load(specifier, options) { return importFrom(this.#id, specifier, options); }
  }
  // Code in `eval` could otherwise make another one with it.
  deleteProperty(Host.prototype, "constructor");
  freeze(nullPrototype(Host.prototype));

  let isConnected = false;
  /** The globals that packages for Node need, evaluated for the first of them. */
  const connectNode = () => {
    if (isConnected) return;
    isConnected = true;
    node.connectNode({
      ...native,
      describe: native.process,
      makeRequire: (path) => {
        const from = native.referrer(path);
        if (from === -1) return undefined;
        const file = native.meta(from)[2];
        return makeRequire(from, file ?? "");
      },
      files: native,
      isImporting: () => hostImports > 0,
    });
  };

  // The replacement for `import()` in a classic script, with the number of the script.
  defineProperty(globalObject, "__import__", nullPrototype({ value: makeImport, writable: false, enumerable: false, configurable: false }));

  return freeze(nullPrototype({
    /** Makes a module's body and has its exports defined; a late one is a plain function, which does both when it is executed. */
    instantiate: (/** @type {number} */ id, /** @type {Function} */ make, /** @type {number[]} */ targets, /** @type {boolean} */ isAsync, /** @type {boolean} */ isLate) => {
      const module = moduleOf(id);
      /** @type {unknown[]} */
      const values = [new Host(id, targets)];
      for (let i = 0; i < targets.length; i++) append(values, moduleOf(/** @type {number} */ (targets[i])).exports);
      module.isAsync = isAsync;
      module.isLate = isLate;
      if (isLate) {
        module.late = () => apply(make, undefined, values);
        return;
      }
      module.body = apply(make, undefined, values);
      apply(isAsync ? asyncGeneratorNext : generatorNext, module.body, []);
    },
    /** Re-exports another module's export, for modules that import it from this one. */
    forward: (/** @type {number} */ id, /** @type {string} */ name, /** @type {number} */ target, /** @type {string | null} */ exported) => {
      const { exports } = moduleOf(id);
      const property = exported === null ? undefined : getOwnPropertyDescriptor(moduleOf(target).exports, exported);
      if (property === undefined) define(id, name, getterOf(target, exported));
      else if (!hasOwn(exports, name)) defineProperty(exports, name, nullPrototype(property));
    },
    /** Makes a module whose default export is a value. */
    value: (/** @type {number} */ id, /** @type {unknown} */ value, /** @type {boolean} */ isValue) => {
      moduleOf(id).isValue = isValue;
      define(id, "default", () => value);
    },
    /** The same for bytes. */
    bytes: (/** @type {number} */ id, /** @type {ArrayBuffer} */ buffer) => {
      const value = new Uint8Array(buffer);
      define(id, "default", () => value);
    },
    /** Makes a CommonJS module. */
    common: (/** @type {number} */ id, /** @type {Function} */ body, /** @type {string[]} */ names) => {
      connectNode();
      node.defineGlobals(globalObject);
      const [url, filename, dirname, isMain] = native.meta(id);
      const directory = dirname ?? "";
      const module = common.make(body, filename ?? url, directory, isMain, (object) => makeRequire(id, directory, object), makeImport(id));
      moduleOf(id).common = module;
      for (let i = 0; i < names.length; i++) {
        const name = /** @type {string} */ (names[i]);
        define(id, name, () => {
          const exports = module.object.exports;
          return isObject(exports) || typeof exports === "function" ? /** @type {{ [name: string]: unknown }} */ (exports)[name] : undefined;
        });
      }
      define(id, "default", () => module.object.exports);
    },
    /** Makes a built-in module of Node; `refusal` is the error of its functions if it is not available. */
    builtIn: (/** @type {number} */ id, /** @type {string} */ name, /** @type {string[]} */ names, /** @type {string | null} */ refusal) => {
      connectNode();
      if (name === "test") node.defineGlobals(globalObject);
      const load = () => /** @type {{ [name: string]: unknown }} */ (refusal === null ? node.load(name) : node.loadAbsent(name, names, refusal));
      moduleOf(id).isValue = true;
      for (let i = 0; i < names.length; i++) {
        const exported = /** @type {string} */ (names[i]);
        define(id, exported, () => load()[exported]);
      }
      define(id, "default", load);
    },
    /** Gives packages that are ES modules the globals of Node, too. */
    defineGlobals: () => {
      connectNode();
      node.defineGlobals(globalObject);
    },
    /** Runs a module's body. */
    execute: (/** @type {number} */ id) => {
      const module = moduleOf(id);
      if (module.common !== undefined) {
        common.run(module.common);
      } else if (module.late !== undefined) {
        const run = module.late;
        module.late = undefined;
        run();
      } else if (module.body !== undefined) {
        const body = module.body;
        module.body = undefined;
        apply(generatorNext, body, []);
      }
    },
    /** Starts the body of a module that awaits. */
    start: (/** @type {number} */ id) => {
      const { body, late } = moduleOf(id);
      moduleOf(id).body = undefined;
      moduleOf(id).late = undefined;
      follow(
        late === undefined ? apply(asyncGeneratorNext, body, []) : late(), () => native.settled(id, false, undefined), (error) => native.settled(id, true, error));
    },
    namespace: namespaceOf,
    importFrom,
    /** Resolves the promise of an `import()`. */
    loaded: (/** @type {number} */ token, /** @type {number} */ id) => settle(token)?.resolve(namespaceOf(id)),
    /** Rejects the promise of an `import()`. An error without a location gets the location of the call. */
    refused: (/** @type {number} */ token, /** @type {unknown} */ error, /** @type {boolean} */ hasPlace) => {
      const open = settle(token);
      if (open === undefined) return;
      if (!hasPlace) defineHidden(/** @type {object} */ (error), "stack", stackOf(open.caller));
      open.reject(error);
    },
    makeError,
  }));
}
