// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { connect } from "../../web/host.js";
import { textOfError, textOfRejection } from "../../page-console/uncaught.js";

connect(/** @type {*} */ ({ isProxy: () => false, prefixLength: () => 0, textAround: () => "" }));

const event = (/** @type {object} */ more) =>
  /** @type {ErrorEvent} */ ({ message: "m", filename: "app://a/b.js", lineno: 2, colno: 3, ...more });

test("an uncaught value is printed with the place of the event", () => {
  assert.equal(textOfError(event({ error: { a: 1 } })), "Uncaught { a: 1 }\n    at app://a/b.js:2:3");
  assert.equal(textOfError(event({ error: "text" })), "Uncaught text\n    at app://a/b.js:2:3");
});

test("an event without an error has its message", () => {
  assert.equal(
    textOfError(event({ error: null, message: "SyntaxError: x" })), "Uncaught SyntaxError: x\n    at app://a/b.js:2:3");
});

test("an error without a stack has the place of the event", () => {
  const error = new SyntaxError("x");
  error.stack = "";
  assert.equal(textOfError(event({ error })), "Uncaught SyntaxError: x\n    at app://a/b.js:2:3");
});

test("an error of a script of another origin is left to the engine", () => {
  assert.equal(textOfError(event({ error: null, message: "Script error.", filename: "" })), undefined);
});

test("a rejection is printed as the console prints its reason", () => {
  const rejection = (/** @type {unknown} */ reason) => textOfRejection(/** @type {PromiseRejectionEvent} */ ({ reason }));
  assert.equal(rejection({ a: [1] }), "Uncaught (in promise) { a: [ 1 ] }");
  assert.equal(rejection("text"), "Uncaught (in promise) 'text'");
  assert.match(rejection(new TypeError("boom")), /^Uncaught \(in promise\) TypeError: boom\n +at /);
});
