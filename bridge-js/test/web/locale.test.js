import assert from "node:assert/strict";
import { test } from "node:test";

import { Runtime } from "../support/runtime.js";

const german = () => new Runtime({ locale: "de-AT" });

test("each constructor of Intl has the default locale where none is given, or none that it knows", () => {
  const runtime = german();
  for (const name of ["Collator", "DateTimeFormat", "ListFormat", "NumberFormat", "PluralRules", "RelativeTimeFormat", "Segmenter"]) {
    const locale = (list) => runtime.run(`new Intl.${name}(${list}).resolvedOptions().locale`);
    // Collators know the language only.
    const expected = new Intl[name]("de-AT").resolvedOptions().locale;
    assert.match(expected, /^de/);
    for (const list of ["", "undefined", "[]", "'xx'"]) assert.equal(locale(list), expected, name);
    assert.equal(locale("'fr'"), "fr", name);
    assert.equal(locale("['xx', 'fr-CA', 'en']"), new Intl[name](["xx", "fr-CA", "en"]).resolvedOptions().locale, name);
  }
  assert.equal(runtime.run("new Intl.DisplayNames(undefined, { type: 'region' }).of('AT')"), "Österreich");
  assert.throws(() => runtime.run("new Intl.NumberFormat('not a locale')"), { name: "RangeError" });
});

test("methods have the default locale", () => {
  const runtime = german();
  const value = (code) => runtime.run(code);
  const expected = (number) => number.toLocaleString("de-AT");
  assert.equal(value("(1234567.5).toLocaleString()"), expected(1234567.5));
  assert.equal(value("(1234567.5).toLocaleString('en')"), "1,234,567.5");
  assert.equal(value("(1234.5).toLocaleString(undefined, { style: 'currency', currency: 'EUR' })"), (1234.5).toLocaleString("de-AT", { style: "currency", currency: "EUR" }));
  assert.equal(value("1234567n.toLocaleString()"), 1234567n.toLocaleString("de-AT"));
  assert.equal(value("[1234567.5, 2].toLocaleString()"), `${expected(1234567.5)},2`);
  const date = new Date(0);
  for (const name of ["toLocaleString", "toLocaleDateString", "toLocaleTimeString"]) {
    assert.equal(value(`new Date(0).${name}()`), date[name]("de-AT"), name);
    assert.equal(value(`new Date(0).${name}("en", { timeZone: "UTC" })`), date[name]("en", { timeZone: "UTC" }), name);
  }
  assert.equal(value("['z', 'ä', 'a'].sort((a, b) => a.localeCompare(b)).join('')"), "aäz");
  assert.equal(value("'a'.localeCompare('b', 'en', { sensitivity: 'base' })"), -1);
  assert.equal(new Runtime({ locale: "tr" }).run("'i'.toLocaleUpperCase() + 'I'.toLocaleLowerCase() + 'i'.toUpperCase()"), "İıI");
});

test("the classes and methods look like the engine's own", () => {
  const { run } = new Runtime();
  const shape = `JSON.stringify([
    Intl.NumberFormat.name, Intl.NumberFormat.length, typeof Intl.NumberFormat(), new Intl.NumberFormat() instanceof Intl.NumberFormat,
    Intl.NumberFormat.prototype.constructor === Intl.NumberFormat, Intl.NumberFormat.supportedLocalesOf("de"),
    new (class extends Intl.NumberFormat {})().format(1), Object.keys(Intl).length,
    Number.prototype.toLocaleString.name, Number.prototype.toLocaleString.length, String.prototype.localeCompare.length,
    Object.getOwnPropertyDescriptor(Number.prototype, "toLocaleString").enumerable, "prototype" in Number.prototype.toLocaleString])`;
  assert.equal(german().run(shape), new Runtime().run(shape));
  assert.equal(typeof run, "function");
  assert.throws(() => german().run("Number.prototype.toLocaleString.call('x')"), { name: "TypeError" });
  assert.throws(() => german().run("String.prototype.localeCompare.call(null, '')"), { name: "TypeError" });
});

test("a text that is not a locale is an error", () => {
  assert.throws(() => new Runtime({ locale: "not a locale" }), { name: "RangeError" });
});
