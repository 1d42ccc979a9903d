// @ts-check
// The matchers of `expect` that compare with snapshots, in the form and the files of Jest.

import * as assertionErrors from "#deferred/node/assertion-error.js";
import { isObject } from "../../shared/is-object.js";
import { charAt, Error, exec, join, startsWith, stringIncludes, stringSlice, TypeError } from "../../shared/primordials.js";
import { replace, splitText, trim } from "../node-primordials.js";
import { equals } from "./expect-equality.js";
import { callerLocation } from "./location.js";
import { prettyFormat, withMatchers } from "./pretty-format.js";
import * as scope from "./scope.js";
import { compareInline, compareSnapshot } from "./snapshots.js";

/** As Jest writes it: a text of several lines begins and ends with a line break. */
const withLineBreaks = (/** @type {string} */ text) => (stringIncludes(text, "\n") ? `\n${text}\n` : text);
const serialize = (/** @type {unknown} */ value) => withLineBreaks(replace(prettyFormat(value), /\r\n?/g, "\n"));

const failure = (/** @type {any} */ form, name, more, received, expected) => {
  const head = `expect(received)${form.promise}.${name}()`;
  return new assertionErrors.AssertionError({ actual: received, expected, operator: name, message: `${form.message === undefined ? "" : `${form.message}\n\n`}${head}\n\n${more}` });
};

/** The lines of a difference. */
function differenceOf(/** @type {string} */ received, /** @type {string} */ expected) {
  const { lines } = assertionErrors.difference(withoutBreaks(received), withoutBreaks(expected));
  return `+ received - snapshot\n\n${join(lines, "\n")}`;
}

const withoutBreaks = (/** @type {string} */ text) => (startsWith(text, "\n") && charAt(text, text.length - 1) === "\n" ? stringSlice(text, 1, text.length - 1) : text);

/** The name of the test that calls a matcher. */
function testName(/** @type {string} */ name) {
  const test = scope.callingTest();
  if (test === undefined || test.parent === null) {
    throw new Error(`${name}: it is not known which test calls this. Call it inside a test, and before an await if several tests run at the same time.`);
  }
  return test.fullName(" ");
}

/** Checks property matchers; returns what the snapshot has. */
function applyMatchers(form, name, received, properties) {
  if (properties === undefined) return received;
  if (!isObject(received)) throw new TypeError(`${name}: the received value must be an object when there are property matchers`);
  if (!equals(received, properties, "subset")) {
    throw failure(form, name, `The property matchers do not match.\n\n${differenceOf(serialize(received), serialize(withMatchers(received, properties)))}`, received, properties);
  }
  return withMatchers(received, properties);
}

function refuseNot(form, name) {
  if (form.isNot) throw new TypeError(`${name}: snapshot matchers cannot be used with not`);
}

function compareNamed(form, name, value, hint) {
  const text = serialize(value);
  const title = testName(name);
  const different = compareSnapshot("jest", hint === undefined || hint === "" ? title : `${title}: ${hint}`, text);
  if (different === undefined) return;
  throw failure(form, name, `Snapshot name: ${different.id}\n\n${differenceOf(text, different.expected)}`, text, different.expected);
}

/** The message of what a function throws, or of a rejection. */
function messageOf(form, name, received) {
  let thrown = received;
  if (form.promise !== ".rejects") {
    if (typeof received !== "function") throw new TypeError(`${name}: the received value must be a function; use rejects for a promise`);
    let hasThrown = false;
    try {
      received();
    } catch (error) {
      hasThrown = true;
      thrown = error;
    }
    if (!hasThrown) throw failure(form, name, "The function did not throw.", received, undefined);
  }
  return isObject(thrown) && "message" in thrown ? /** @type {any} */ (thrown).message : thrown;
}

/** Removes the indentation that the source has; a text without one is left as it is. */
function withoutIndentation(/** @type {string} */ text) {
  const indentation = exec(/^([^\S\n]*)\S/m, text)?.[1];
  const lines = splitText(text, "\n");
  if (!indentation || lines.length <= 2) return text;
  if (trim(/** @type {string} */ (lines[0])) !== "" || trim(/** @type {string} */ (lines[lines.length - 1])) !== "") return text;
  for (let i = 1; i < lines.length - 1; i++) {
    const line = /** @type {string} */ (lines[i]);
    if (line === "") continue;
    if (!startsWith(line, indentation)) return text;
    lines[i] = stringSlice(line, indentation.length);
  }
  lines[lines.length - 1] = "";
  return join(lines, "\n");
}

function compareWithCall(form, name, value, snapshot, location) {
  if (snapshot !== undefined && typeof snapshot !== "string") throw new TypeError(`${name}: the snapshot must be a template literal`);
  const text = serialize(value);
  const expected = snapshot === undefined ? undefined : withoutIndentation(replace(snapshot, /\r\n?/g, "\n"));
  // A text of one line may be written without the line breaks around it, and the other way round.
  if (expected !== undefined && trim(expected) === trim(text)) return;
  if (!compareInline(text, expected, location)) throw failure(form, name, differenceOf(text, /** @type {string} */ (expected)), text, expected);
}

/** @type {{ [name: string]: (form: any, received: unknown, values: any[], location: any) => void }} */
export const snapshotMatchers = {
  toMatchSnapshot(form, received, values) {
    const name = "toMatchSnapshot";
    const hasProperties = isObject(values[0]);
    if (values[0] !== undefined && !hasProperties && typeof values[0] !== "string") throw new TypeError(`${name}: the first value must be property matchers or a hint`);
    refuseNot(form, name);
    compareNamed(form, name, applyMatchers(form, name, received, hasProperties ? values[0] : undefined), hasProperties ? values[1] : values[0]);
  },
  toMatchInlineSnapshot(form, received, values, location) {
    const name = "toMatchInlineSnapshot";
    refuseNot(form, name);
    const hasProperties = isObject(values[0]);
    const value = applyMatchers(form, name, received, hasProperties ? values[0] : undefined);
    compareWithCall(form, name, value, hasProperties ? values[1] : values[0], location);
  },
  toThrowErrorMatchingSnapshot(form, received, values) {
    const name = "toThrowErrorMatchingSnapshot";
    refuseNot(form, name);
    compareNamed(form, name, messageOf(form, name, received), values[0]);
  },
  toThrowErrorMatchingInlineSnapshot(form, received, values, location) {
    const name = "toThrowErrorMatchingInlineSnapshot";
    refuseNot(form, name);
    compareWithCall(form, name, messageOf(form, name, received), values[0], location);
  },
};

/** The place of the call, for matchers that change the source. */
export const placeOfCall = (/** @type {string} */ name) => (stringIncludes(name, "Inline") ? callerLocation() : undefined);
