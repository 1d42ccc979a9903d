// Random programs that use node:test.

/** A small generator, so that a failure can be repeated. */
const makeRandom = (seed) => () => {
  seed = (seed * 1103515245 + 12345) % 2 ** 31;
  return seed / 2 ** 31;
};

/** The text of a program, as a CommonJS module. */
export const makeProgram = (seed) => {
  const random = makeRandom(seed);
  for (let i = 0; i < 5; i++) random();
  const pick = (...choices) => choices[Math.floor(random() * choices.length)];
  const isConcurrent = random() < 0.3;
  let count = 0;
  const name = () => JSON.stringify(pick(`n${count++}`, `n${count++}`, `quote "${count++}`, `line\nbreak ${count++}`));
  const options = () => {
    const list = [];
    if (random() < 0.08) list.push(pick("skip: true", 'skip: "why"', "skip: false"));
    if (random() < 0.08) list.push(pick("todo: true", 'todo: "later"'));
    if (random() < 0.06) list.push("timeout: 40");
    if (isConcurrent && random() < 0.3) list.push(pick("concurrency: 2", "concurrency: true", "concurrency: false"));
    if (random() < 0.03) list.push("plan: 1");
    if (random() < 0.02) list.push("signal: AbortSignal.abort()");
    return list.length === 0 ? "" : `{ ${list.join(", ")} }, `;
  };
  const statement = () =>
    pick(
      "", "", "", "await 1;", "await wait(3);", "await wait(7);", 'throw new Error("boom");', 'await wait(2); throw new TypeError("late");',
      "assert.equal(1, 2);", 't.diagnostic("d");', 't.skip("now");', "t.todo();", "throw null;", 'throw "text";', "t.plan(1); t.assert.ok(1);",
      "await Promise.reject(new Error('r'));", "t.assert.equal(1, 1);", "t.diagnostic(`${t.name} ${t.fullName}`);");
  const hook = (receiver) => {
    const body = pick("", "", "await 1;", "await wait(2);", 'throw new Error("hook");');
    // Node forgets the failure of a hook that is added when nothing else is awaited.
    const type = receiver === "" ? pick("before", "after", "beforeEach", "afterEach") : pick("after", "beforeEach", "afterEach");
    return `${receiver}${type}(async () => { ${body} });`;
  };
  const body = (depth) => {
    const statements = Array.from({ length: Math.floor(random() * 3) }, () => {
      if (depth >= 3 || random() >= 0.3) return statement();
      return random() < 0.25 ? hook("t.") : `await t.test(${name()}, ${options()}${fn(depth + 1)});`;
    });
    return statements.join(" ");
  };
  const fn = (depth) =>
    pick(
      () => `async (t) => { ${body(depth)} }`,
      () => `async (t) => { ${body(depth)} }`,
      () => `(t) => { ${pick("", 'throw new Error("sync");', "return wait(2);")} }`,
      () => `(t, done) => { ${pick("done();", "setTimeout(done, 2);", 'done(new Error("cb"));', "done(); return Promise.resolve();")} }`)();
  const item = (depth) => {
    const kind = random();
    if (kind < 0.25 && depth < 3) return suite(depth);
    if (kind < 0.4) return hook("");
    return `${pick("test", "test", "it", "it", "it.skip", "test.todo")}(${name()}, ${options()}${fn(depth)});`;
  };
  const suite = (depth) => {
    const items = Array.from({ length: Math.floor(random() * 4) }, () => item(depth + 1));
    if (random() < 0.06) items.push('throw new Error("build");');
    return `${pick("describe", "describe", "suite", "describe.skip", "describe.todo")}(${name()}, ${options()}(s) => { ${items.join("\n")} });`;
  };
  const items = Array.from({ length: 1 + Math.floor(random() * 6) }, () => item(0));
  return `const { test, it, describe, suite, before, after, beforeEach, afterEach } = require("node:test");
const assert = require("node:assert");
const wait = (ms) => new Promise((r) => setTimeout(r, ms));
${items.join("\n")}
`;
};
