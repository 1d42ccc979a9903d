// What the tests of capnweb use of their test runner, vitest: groups, tests and expectations. It prints a line for each test,
// "ok NAME" or "failed NAME: why", so that two engines can be compared.

/** The longest time of a test, in milliseconds. */
const LIMIT = 5_000;

/** @type {{ name: string, body: (context: object) => unknown }[]} */
const tests = [];
/** @type {string[]} */
const groups = [];

export const describe = (name, body) => {
  groups.push(name);
  body();
  groups.pop();
};

export const it = (name, ...rest) => {
  tests.push({ name: [...groups, name].join(" > "), body: rest.find((part) => typeof part === "function") });
};
const ignore = () => {};
describe.skipIf = (isSkipped) => (isSkipped ? ignore : describe);
it.skipIf = (isSkipped) => (isSkipped ? ignore : it);
it.skip = ignore;

/** Where the server of the suite listens: `run.mjs` defines it. */
export const inject = () => SERVER;

const bytesOf = (view) => new Uint8Array(view.buffer ?? view, view.byteOffset ?? 0, view.byteLength);

const isEqual = (one, other, isStrict) => {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (isStrict && Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  if (one instanceof Date) return other instanceof Date && Object.is(one.getTime(), other.getTime());
  if (one instanceof Error) return other instanceof Error && one.name === other.name && one.message === other.message;
  if (one instanceof ArrayBuffer || ArrayBuffer.isView(one)) {
    const [left, right] = [bytesOf(one), bytesOf(other)];
    return left.length === right.length && left.every((byte, index) => byte === right[index]);
  }
  if (one instanceof Headers || one instanceof Map || one instanceof Set) return isEqual([...one], [...other], isStrict);
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = (object) => Object.keys(object).filter((key) => isStrict || object[key] !== undefined);
  return keys(one).length === keys(other).length &&
    keys(one).every((key) => Object.hasOwn(other, key) && isEqual(one[key], other[key], isStrict));
};

const isErrorLike = (error, expected) => {
  const message = String(error?.message);
  if (expected === undefined) return true;
  if (typeof expected === "string") return message.includes(expected);
  if (expected instanceof RegExp) return expected.test(message);
  if (typeof expected === "function") return error instanceof expected;
  return message === expected.message;
};

const throws = (body, expected) => {
  if (typeof body !== "function") return isErrorLike(body, expected);
  try {
    body();
  } catch (error) {
    return isErrorLike(error, expected);
  }
  return false;
};

const matchers = {
  toBe: (value, other) => Object.is(value, other),
  toEqual: (value, other) => isEqual(value, other, false),
  toStrictEqual: (value, other) => isEqual(value, other, true),
  toBeDefined: (value) => value !== undefined,
  toBeUndefined: (value) => value === undefined,
  toBeNull: (value) => value === null,
  toBeTruthy: (value) => Boolean(value),
  toBeGreaterThan: (value, other) => value > other,
  toBeGreaterThanOrEqual: (value, other) => value >= other,
  toBeLessThan: (value, other) => value < other,
  toBeLessThanOrEqual: (value, other) => value <= other,
  toBeInstanceOf: (value, type) => value instanceof type,
  toContain: (value, part) => value.includes(part),
  toHaveLength: (value, length) => value.length === length,
  toMatch: (value, pattern) => (typeof pattern === "string" ? value.includes(pattern) : pattern.test(value)),
  toThrow: throws,
  toThrowError: throws,
};

const shown = (value) => {
  try {
    return typeof value === "string" ? JSON.stringify(value) : String(value);
  } catch {
    return typeof value;
  }
};

/** The matchers for a value; those of a promise are asynchronous. */
const expecting = (isNegated, value, isPromise) =>
  Object.fromEntries(Object.entries(matchers).map(([name, matches]) => {
    const check = (given, rest) => {
      if (matches(given, ...rest) !== isNegated) return;
      throw new Error(`expected ${shown(given)} ${isNegated ? "not " : ""}${name}(${rest.map(shown).join(", ")})`);
    };
    return [name, isPromise ? async (...rest) => check(await value(), rest) : (...rest) => check(value(), rest)];
  }));

const both = (value, isPromise) => Object.assign(expecting(false, value, isPromise), { not: expecting(true, value, isPromise) });

export const expect = (value) => ({
  ...both(() => value, false),
  resolves: both(async () => await value, true),
  rejects: both(async () => {
    try {
      await (typeof value === "function" ? value() : value);
    } catch (error) {
      return error;
    }
    throw new Error("the promise was not rejected");
  }, true),
});
expect.soft = expect;

export const runAll = async () => {
  // Tests leave rejected promises behind on purpose.
  globalThis.process?.on?.("unhandledRejection", ignore);
  globalThis.addEventListener?.("unhandledrejection", (event) => event.preventDefault());
  for (const { name, body } of tests) {
    let timer;
    const limit = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`not within ${LIMIT} ms`)), LIMIT);
    });
    try {
      await Promise.race([body({ expect }), limit]);
      console.log(`ok ${name}`);
    } catch (error) {
      console.log(`failed ${name}: ${String(error?.message).split("\n")[0].slice(0, 160)}`);
    } finally {
      clearTimeout(timer);
    }
  }
  console.log("end");
  globalThis.process?.exit?.(0);
};
