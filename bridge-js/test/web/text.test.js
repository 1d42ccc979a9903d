import assert from "node:assert/strict";
import { test } from "node:test";
import * as base64 from "../../web/encoding/base64.js";
import { TextDecoder as OurDecoder } from "../../web/encoding/text-decoder.js";
import { TextEncoder as OurEncoder } from "../../web/encoding/text-encoder.js";

const texts = ["", "ascii", "\u00e9\u4e2d\u{1f600}", "\ud800", "a\udc00b", "\ufeffmark", "\0\u2028", "\u07ff\u0800\uffff\u{10ffff}", "x".repeat(9000)];

test("text is encoded as Node encodes it", () => {
  for (const text of texts) {
    assert.deepEqual(new OurEncoder().encode(text), new TextEncoder().encode(text), JSON.stringify(text.slice(0, 20)));
    for (const room of [0, 1, 2, 3, 4, 5, 7]) {
      const [ours, theirs] = [new Uint8Array(room), new Uint8Array(room)];
      assert.deepEqual(new OurEncoder().encodeInto(text, ours), new TextEncoder().encodeInto(text, theirs));
      assert.deepEqual(ours, theirs);
    }
  }
});

test("all pairs of bytes, and all lead bytes with invalid neighbours, are decoded as Node decodes them", () => {
  const check = (bytes, label) => {
    const input = Uint8Array.from(bytes);
    assert.equal(new OurDecoder(label).decode(input), new TextDecoder(label).decode(input), `${label} ${bytes}`);
  };
  for (let a = 0; a < 256; a++) for (let b = 0; b < 256; b += 1) check([a, b], "utf-8");
  const edges = [0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xe0, 0xed, 0xf4, 0xff];
  for (let a = 0xc0; a < 256; a++) for (const b of edges) for (const c of edges) for (const d of edges) check([a, b, c, d, 0x41], "utf-8");
  const halves = [[0x41, 0], [0, 0xd8], [0xff, 0xdb], [0, 0xdc], [0xff, 0xdf], [0xff, 0xfe]];
  for (const x of halves) for (const y of halves) for (const z of halves) check([...x, ...y, ...z], "utf-16le");
  check([0x41, 0, 0x42], "utf-16le");
  const swapped = halves.map(([low, high]) => [high, low]);
  for (const x of swapped) for (const y of swapped) for (const z of swapped) check([...x, ...y, ...z], "utf-16be");
  check([0, 0x41, 0], "utf-16be");
});

test("text decoded in pieces is the same as text decoded at once", () => {
  const bytes = new TextEncoder().encode(texts.join("|"));
  for (const size of [1, 2, 3, 5]) {
    const decoder = new OurDecoder();
    let text = "";
    for (let i = 0; i < bytes.length; i += size) text += decoder.decode(bytes.subarray(i, i + size), { stream: true });
    assert.equal(text + decoder.decode(), new TextDecoder().decode(bytes));
  }
});

test("a fatal decoder refuses truncated bytes and can be used again", () => {
  const decoder = new OurDecoder("utf8", { fatal: true });
  assert.throws(() => decoder.decode(Uint8Array.of(0xe4, 0xb8)), TypeError);
  assert.equal(decoder.decode(Uint8Array.of(0xe4, 0xb8), { stream: true }), "");
  assert.equal(decoder.decode(Uint8Array.of(0xad)), "\u4e2d");
});

test("a byte order mark is dropped once, or kept with ignoreBOM", () => {
  const bytes = Uint8Array.of(0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0x41);
  assert.equal(new OurDecoder().decode(bytes), "\ufeffA");
  assert.equal(new OurDecoder("utf-8", { ignoreBOM: true }).decode(bytes), "\ufeff\ufeffA");
  const decoder = new OurDecoder();
  assert.equal(decoder.decode(bytes.subarray(0, 1), { stream: true }) + decoder.decode(bytes.subarray(1)), "\ufeffA");
});

test("bytes labelled Latin-1 are decoded as windows-1252, as in browsers", () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const text = new OurDecoder("latin1", { fatal: true }).decode(bytes);
  assert.equal(text.slice(0x80, 0xa0), "\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178");
  assert.equal(text.slice(0, 0x80) + text.slice(0xa0), String.fromCharCode(...bytes.slice(0, 0x80), ...bytes.slice(0xa0)));
  assert.deepEqual(["ascii", "ISO-8859-1", "l1"].map((label) => new OurDecoder(label).encoding), ["windows-1252", "windows-1252", "windows-1252"]);
});

test("labels are those of the standard, and buffers and views are read within their bounds", () => {
  assert.equal(new OurDecoder(" UTF8\n").encoding, "utf-8");
  assert.equal(new OurDecoder("ucs-2").encoding, "utf-16le");
  for (const label of ["utf-8\v", "\u00a0utf-8", "utf-8\0", "", "utf 8", "utf-7"]) assert.throws(() => new OurDecoder(label), RangeError, label);
  assert.throws(() => new OurDecoder("shift_jis"), RangeError);
  assert.throws(() => new OurDecoder().decode("text"), TypeError);
  const { buffer } = Uint8Array.of(0x41, 0x42, 0x43);
  assert.equal(new OurDecoder().decode(new DataView(buffer, 1, 1)), "B");
  assert.equal(new OurDecoder().decode(buffer), "ABC");
});

test("Base64 goes both ways as in Node", () => {
  const bytes = Array.from({ length: 256 }, (_, i) => String.fromCharCode(i)).join("");
  for (let length = 0; length < 256; length++) {
    const text = bytes.slice(256 - length);
    assert.equal(base64.btoa(text), btoa(text));
    assert.equal(base64.atob(btoa(text)), text);
  }
  for (const text of ["", " Z g = = \n", "Zg", "Zm8", "Zh==", "Zg=", "Z", "Zg===", "=", "Z===", "Zm9v!", "Zm 9v\t", "\u00e9", "Zg==Zg=="]) {
    const attempt = (decode) => {
      try {
        return decode(text);
      } catch (error) {
        return error.name;
      }
    };
    assert.equal(attempt(base64.atob), attempt(atob), JSON.stringify(text));
  }
  assert.throws(() => base64.btoa("\u0100"), { name: "InvalidCharacterError" });
});
