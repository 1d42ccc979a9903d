import assert from "node:assert/strict";
import { test } from "node:test";
import { Runtime } from "../support/runtime.js";

/** Runs code that ends with an expression and compares its JSON. */
function check(code, expected) {
  const runtime = new Runtime();
  assert.deepEqual(JSON.parse(JSON.stringify(runtime.run(code))), expected);
  return runtime;
}

test("listeners are called in order, each once even if it was added more often", () => {
  check(`
    const log = [], target = new EventTarget(), a = () => log.push("a");
    target.addEventListener("x", a); target.addEventListener("x", a);
    target.addEventListener("x", { handleEvent(e) { log.push(e.type, this === arguments[0] ? 0 : "object"); } });
    target.dispatchEvent(new Event("x")); target.removeEventListener("x", a); target.dispatchEvent(new Event("x")); log
  `, ["a", "x", "object", "x", "object"]);
});

test("once, signal and stopImmediatePropagation keep listeners from being called", () => {
  check(`
    const log = [], target = new EventTarget(), { signal } = globalThis.c = new AbortController();
    target.addEventListener("x", () => log.push("once"), { once: true });
    target.addEventListener("x", () => log.push("signal"), { signal });
    target.dispatchEvent(new Event("x")); c.abort(); target.dispatchEvent(new Event("x"));
    target.addEventListener("x", (e) => { log.push("stop"); e.stopImmediatePropagation(); });
    target.addEventListener("x", () => log.push("never"));
    target.dispatchEvent(new Event("x")); log
  `, ["once", "signal", "stop"]);
});

for (const method of ["stopPropagation", "stopImmediatePropagation"]) {
  test(`an event on which ${method} was called before its dispatch reaches no listener, and reaches all the next time`, () => {
    check(`
      const target = new EventTarget(), event = new Event("x"); let received = 0;
      target.addEventListener("x", () => received++);
      event.${method}();
      target.dispatchEvent(event); const first = received; target.dispatchEvent(event); [first, received]
    `, [0, 1]);
  });
}

test("a listener added during the dispatch is called for the next event, and a removed one is not called", () => {
  check(`
    const log = [], target = new EventTarget(), late = () => log.push("late"), gone = () => log.push("gone");
    target.addEventListener("x", () => { target.addEventListener("x", late); target.removeEventListener("x", gone); });
    target.addEventListener("x", gone);
    target.dispatchEvent(new Event("x")); log.push("-"); target.dispatchEvent(new Event("x")); log
  `, ["-", "late"]);
});

/** The listeners of one target by the steps of the DOM Standard. */
class Model {
  list = [];
  addEventListener(_, callback, { capture, once }) {
    const isThere = this.list.some((other) => other.callback === callback && other.capture === capture);
    if (!isThere) this.list.push({ callback, capture, once, removed: false });
  }
  removeEventListener(_, callback, capture) {
    for (const other of this.list) if (other.callback === callback && other.capture === capture) other.removed = true;
    this.list = this.list.filter((other) => !other.removed);
  }
  dispatchEvent() {
    for (const other of [...this.list]) {
      if (other.removed) continue;
      if (other.once) this.removeEventListener("x", other.callback, other.capture);
      other.callback();
    }
  }
}

test("listeners added and removed in any order, also during a dispatch, are called as the standard requires", () => {
  const program = `
    const log = [];
    let seed = 1;
    const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
    const target = new Target();
    let depth = 0;
    const change = () => {
      const listener = listeners[random(listeners.length)], capture = random(4) === 0;
      if (random(2)) target.addEventListener("x", listener, { capture, once: random(3) === 0 });
      else target.removeEventListener("x", listener, capture);
    };
    const listeners = Array.from({ length: 40 }, (_, number) => () => {
      log.push(number);
      if (depth++ < 3) change();
      depth--;
    });
    for (let round = 0; round < 400; round++) {
      for (let step = random(12); step > 0; step--) change();
      target.dispatchEvent(new Event("x"));
      log.push(-1);
    }
    log`;
  const expected = new Function("Target", "Event", program.replace(/log$/, "return log"))(Model, Event);
  check(`const Target = EventTarget; ${program}`, expected);
});

test("an error of a listener is reported, and the next listener is called", () => {
  const runtime = check(`
    const log = [], target = new EventTarget();
    target.addEventListener("x", () => { throw new Error("listener"); });
    target.addEventListener("x", {});
    target.addEventListener("x", () => log.push("next"));
    log.push(target.dispatchEvent(new Event("x"))); log
  `, ["next", true]);
  assert.deepEqual(runtime.reported.map(([error, kind]) => [error.name, kind]), [["Error", "uncaught"], ["TypeError", "uncaught"]]);
});

test("only a cancelable event can be prevented, and not by a passive listener", () => {
  check(`
    const results = [], target = new EventTarget(), prevent = (e) => e.preventDefault();
    target.addEventListener("x", prevent); target.addEventListener("y", prevent, { passive: true });
    for (const [type, cancelable] of [["x", true], ["x", false], ["y", true]]) results.push(target.dispatchEvent(new Event(type, { cancelable })));
    results
  `, [false, true, true]);
});

test("an event has its target while it is dispatched", () => {
  check(`
    const target = new EventTarget(), event = new CustomEvent("x", { detail: { n: 1 } }); let during;
    target.addEventListener("x", (e) => { during = [e.target === target, e.currentTarget === target, e.eventPhase, e.composedPath().length, e.detail.n]; });
    target.dispatchEvent(event);
    [during, event.currentTarget, event.eventPhase, event.isTrusted, Event.AT_TARGET, String(event)]
  `, [[true, true, 2, 1, 1], null, 0, false, 2, "[object CustomEvent]"]);
});

test("dispatching an event within its own dispatch is refused", () => {
  const runtime = new Runtime();
  runtime.run(`
    const target = new EventTarget(), event = new Event("x");
    target.addEventListener("x", () => target.dispatchEvent(event)); target.dispatchEvent(event);
  `);
  assert.equal(runtime.reported[0][0].name, "InvalidStateError");
});

test("the global object is an event target that sees errors first", () => {
  const runtime = new Runtime();
  runtime.run(`
    globalThis.seen = [];
    addEventListener("error", (e) => { seen.push(e.message, e.error, e.target === globalThis, e.isTrusted); e.preventDefault(); }, { once: true });
    reportError("handled"); reportError("not handled");
  `);
  assert.deepEqual([...runtime.run("seen")], ["handled", "handled", true, true]);
  assert.deepEqual(runtime.reported, [["not handled", "uncaught"]]);
});

test("onerror gets the parts of the error and handles it by returning true", () => {
  const runtime = new Runtime();
  runtime.run(`
    onerror = (...parts) => { globalThis.parts = parts; return parts[4].handled; };
    reportError(Object.assign(new RangeError("out"), { handled: true })); reportError(new Error("in"));
  `);
  assert.equal(runtime.run("parts[0]"), "Error: in");
  assert.deepEqual(runtime.reported.map(([error]) => error.message), ["in"]);
  runtime.run("onerror = null; reportError(1)");
  assert.equal(runtime.reported.length, 2);
});

test("an error of an error listener is reported to the host, without a further event", () => {
  const runtime = new Runtime();
  runtime.run(`addEventListener("error", () => { throw "inner"; }); reportError("outer");`);
  assert.deepEqual(runtime.reported, [["inner", "uncaught"], ["outer", "uncaught"]]);
});

test("an unhandled rejection is an event that can be prevented", () => {
  const runtime = new Runtime();
  runtime.run(`onunhandledrejection = (e) => { globalThis.reason = e.reason; return e.reason !== "mine"; };`);
  runtime.api.rejected("mine");
  runtime.api.rejected("other");
  assert.equal(runtime.run("reason"), "other");
  assert.deepEqual(runtime.reported, [["other", "unhandledrejection"]]);
});

test("a rejection that is handled after its report is an event", () => {
  const runtime = new Runtime();
  const { rejected, handled } = runtime.api;
  const [first, second, third] = [1, 2, 3].map((number) => runtime.run(`({ number: ${number} })`));
  runtime.run("onunhandledrejection = () => false");
  // Nothing listens yet.
  assert.equal(rejected("first", first), false);
  runtime.run("globalThis.seen = []; onrejectionhandled = ({ reason, promise, isTrusted }) => { seen.push(`${reason} ${promise.number}`); throw 'inner'; }");
  assert.equal(rejected("second", second), true);
  assert.equal(rejected("third", third), true);
  assert.equal(handled(() => false), true);
  assert.equal(handled((promise) => promise === second), true);
  assert.equal(handled(() => true), false);
  assert.equal(runtime.run("seen.join()"), "second 2,third 3");
  assert.deepEqual(runtime.reported, [["inner", "uncaught"], ["inner", "uncaught"]]);
  // Of many, the newest are kept.
  const many = Array.from({ length: 300 }, () => runtime.run("({ number: 4 })"));
  for (const promise of many) rejected("many", promise);
  let asked = 0;
  assert.equal(handled((promise) => { asked += 1; return promise === many[299]; }), true);
  assert.equal(asked, 256);
});

test("an abort reaches the last signal of a long chain", () => {
  check(`
    const c = new AbortController();
    let signal = c.signal, received = 0;
    for (let i = 0; i < 20_000; i++) {
      signal = AbortSignal.any([signal]);
      signal.onabort = () => received++;
    }
    c.abort();
    [signal.aborted, received]
  `, [true, 20_000]);
});

test("an abort changes the signal and calls its handler and its listeners once", () => {
  check(`
    const log = [], c = new AbortController();
    c.signal.onabort = (e) => log.push("handler " + e.isTrusted);
    c.signal.addEventListener("abort", () => log.push("listener"));
    c.abort(); c.abort("again");
    let thrown; try { c.signal.throwIfAborted(); } catch (error) { thrown = error; }
    [log, c.signal.aborted, c.signal.reason.name, c.signal.reason.code, thrown === c.signal.reason, c.signal.reason instanceof DOMException]
  `, [["handler true", "listener"], true, "AbortError", 20, true, true]);
});

test("the reason of an abort is the given value", () => {
  check(`
    const c = new AbortController(); c.abort(null);
    [c.signal.reason, AbortSignal.abort("r").reason, AbortSignal.abort().reason.name, new AbortController().signal.aborted]
  `, [null, "r", "AbortError", false]);
});

test("a timeout signal aborts on time and does not keep the process alive", async () => {
  const runtime = new Runtime();
  runtime.run("globalThis.signal = AbortSignal.timeout(50); for (let id = 0; id < 1000; id++) clearTimeout(id);");
  assert.equal(runtime.active, 0);
  assert.equal(runtime.api.activeTimers(), 0);
  await runtime.advance(49);
  assert.equal(runtime.run("signal.aborted"), false);
  await runtime.advance(1);
  assert.equal(runtime.run("signal.reason.name"), "TimeoutError");
  for (const bad of ["-1", "NaN", "Infinity"]) assert.throws(() => runtime.run(`AbortSignal.timeout(${bad})`), { name: "TypeError" });
});

test("a signal of AbortSignal.any aborts with the first of its sources, through several levels", () => {
  check(`
    const log = [], a = new AbortController(), b = new AbortController();
    const inner = AbortSignal.any([a.signal, b.signal]), outer = AbortSignal.any(new Set([inner]));
    outer.addEventListener("abort", () => log.push("outer", a.signal.aborted, inner.aborted));
    b.abort("why"); a.abort("later");
    [log, outer.reason, AbortSignal.any([]).aborted, AbortSignal.any([AbortSignal.abort(1), b.signal]).reason]
  `, [["outer", false, true], "why", false, 1]);
});

test("signals cannot be constructed, and other objects are not accepted as signals", () => {
  const runtime = new Runtime();
  for (const code of ["new AbortSignal()", "AbortSignal.any([{}])", "AbortSignal.any(1)",
    "new EventTarget().addEventListener('x', () => {}, { signal: {} })", "new EventTarget().dispatchEvent({})", "new Event()"]) {
    assert.throws(() => runtime.run(code), { name: "TypeError" }, code);
  }
});
