// What a page can do to the built-ins before code of ours that has loaded is first used. The client and the globals of the
// runtime meet the same attacks: each suite has a scenario, and its outcome in a realm that was attacked is that of another.

/** Everything reachable by name from the global object: owner, key, path. Runs in the realm; `left` names what it leaves out. */
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

/** What is done to one intrinsic: functions of its owner and key. */
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
 * What is planted on a prototype under a name that nothing has there: functions of the prototype, the name, and a function
 * that notes each time that somebody runs into it.
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

/** The indices of lists, and what a look before their beginning asks for. */
export const indices = ["-1", ...Array.from({ length: 24 }, (_, index) => `${index}`)];

/** The members of descriptors, dictionaries and iterations. */
export const members = [
  "get", "set", "value", "writable", "enumerable", "configurable", "next", "return", "done", "throw", "then", "toJSON", "raw", "index", "groups",
  "detail", "signal", "once", "passive", "capture", "bubbles", "cancelable", "composed", "reason", "message", "name", "cause", "transfer", "stream",
  "fatal", "ignoreBOM", "maxByteLength", "depth", "colors", "timeout", "handleEvent", "constructor", "__proto__", "species",
];

/** What is done to all prototypes at once. */
export const onEverything = {
  "frozen prototypes": `for (const name of Object.getOwnPropertyNames(globalThis)) {
    const { value } = Object.getOwnPropertyDescriptor(globalThis, name);
    if (typeof value === "function" && value.prototype) Object.freeze(value.prototype);
  }`,
  // A list of a page's own may have a hole, at 1.
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

/** Every name that a script's text has: what its objects might be asked for. */
export const namesIn = (parts) => new Set(parts.flatMap((part) => [...part.matchAll(/(?<=[.{,])[A-Za-z]\w*/g)].map(([name]) => name)));
