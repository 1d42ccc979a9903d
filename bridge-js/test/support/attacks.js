// Attacks of a page on the built-ins before loaded code of ours is first used. The client and the globals of the runtime meet the
// same attacks: each suite has a scenario, whose outcome in an attacked realm has to be the same as in another realm.

/** Everything reachable by name from the global object: owner, key, path. Runs in the realm; `left` has the names to leave out. */
export const intrinsics = (left) => `(() => {
  const found = [];
  const left = new Set(${JSON.stringify(left)});
  const seen = new Set();
  const visit = (owner, path) => {
    if (owner === null || (typeof owner !== "object" && typeof owner !== "function") || seen.has(owner)) return;
    seen.add(owner);
    for (const key of Reflect.ownKeys(owner)) {
      const descriptor = Reflect.getOwnPropertyDescriptor(owner, key);
      if (owner === globalThis && left.has(key)) continue;
      if (descriptor.configurable || descriptor.writable) found.push([owner, key, path + "." + String(key)]);
      if ("value" in descriptor) visit(descriptor.value, path + "." + String(key));
      else { visit(descriptor.get, path + ".get " + String(key)); }
    }
    visit(Reflect.getPrototypeOf(owner), path + ".__proto__");
  };
  visit(globalThis, "globalThis");
  visit((function* () {})(), "generator");
  visit((async function* () {})(), "asyncGenerator");
  visit([][Symbol.iterator](), "arrayIterator");
  return found;
})()`;

/** Attacks on one intrinsic: functions of its owner and key. */
export const onIntrinsics = {
  "a throwing getter": `(owner, key) => void Reflect.defineProperty(owner, key, { get() { throw 1; }, set() {}, configurable: true })`,
  "a forger": `(owner, key) => {
    try {
      Reflect.defineProperty(owner, key, { value: function () { return 666; }, writable: true, configurable: true });
    } catch {} // Array.prototype.length takes no function.
  }`,
  "nothing": `(owner, key) => Reflect.deleteProperty(owner, key)`,
};

/**
 * Definitions on a prototype under an unused name: functions of the prototype, the name, and a function that is called each
 * time that code uses the definition.
 */
export const onNames = {
  "a function": `(owner, name, note) => {
    Object.defineProperty(owner, name, { value: (...given) => note(given.length), writable: true, enumerable: false, configurable: true });
  }`,
  "an accessor": `(owner, name, note) => {
    Object.defineProperty(owner, name, { get() { note("read"); return () => 666; }, set() { note("set"); }, configurable: true });
  }`,
  "an accessor that throws": `(owner, name, note) => {
    Object.defineProperty(owner, name, { get() { note("read"); throw 1; }, set() { note("set"); throw 1; }, configurable: true });
  }`,
  "a constant": `(owner, name) => {
    Object.defineProperty(owner, name, { value: 666, writable: false, enumerable: false, configurable: true });
  }`,
};

/** The indices of lists, and the index before their beginning. */
export const indices = ["-1", ...Array.from({ length: 24 }, (_, index) => `${index}`)];

/** The members of descriptors, dictionaries and iterations. */
export const members = [
  "get", "set", "value", "writable", "enumerable", "configurable", "next", "return", "done", "throw", "then", "toJSON", "raw", "index", "groups",
  "detail", "signal", "once", "passive", "capture", "bubbles", "cancelable", "composed", "reason", "message", "name", "cause", "transfer", "stream",
  "fatal", "ignoreBOM", "maxByteLength", "depth", "colors", "timeout", "handleEvent", "constructor", "__proto__", "species",
];

/** Attacks on all prototypes at once. */
export const onEverything = {
  "frozen prototypes": `for (const name of Object.getOwnPropertyNames(globalThis)) {
    const { value } = Object.getOwnPropertyDescriptor(globalThis, name);
    if (typeof value === "function" && value.prototype) Object.freeze(value.prototype);
  }`,
  // A list of the page may have a hole, at 1.
  "a proxy behind the arrays": `{
    const refuse = (key) => { if (typeof key === "string" && key !== "1" && /^-?[0-9]+$/.test(key)) throw 1; };
    Object.setPrototypeOf(Array.prototype, new Proxy(Object.prototype, {
      get(target, key, receiver) { refuse(key); return Reflect.get(target, key, receiver); },
      has(target, key) { refuse(key); return Reflect.has(target, key); },
      set() { throw 1; },
    }));
  }`,
  "classes without parents": `for (const name of ["Map", "Set", "Promise", "Uint8Array", "Error", "TypeError", "RangeError"]) {
    const { value } = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.setPrototypeOf(value, function () { throw 1; });
  }`,
};

/** Every name in the text of a script: the property names that its code may read. */
export const namesIn = (parts) => new Set(parts.flatMap((part) => [...part.matchAll(/(?<=[.{,])[A-Za-z]\w*/g)].map(([name]) => name)));
