// No parser takes work that grows faster than its input. Each family has an input of any size, made to be expensive: nested, repeated,
// long, unfinished, or in many pieces. Steps are counted, not timed: test/support/steps.js says which.
//
// Two kinds of quadratic work are not measured: the indentation of values that are printed with unlimited depth, and n calls that each
// search a list of n elements, such as `headers.set(name, value)`.

import { measure } from "../support/growth.js";

// Server-sent events.
measure([
  ["a response of many events", 500, (n) => receiveEvents("data: a\n\n".repeat(n))],
  ["an event of many lines", 1000, (n) => receiveEvents("data: a\n".repeat(n))],
  ["an event of many lines that arrives byte by byte", 300, (n) => receiveEvents("data: a\n".repeat(n), 1)],
  ["a long line that arrives byte by byte", 1000, (n) => receiveEvents("data: " + "a".repeat(n), 1)],
  ["a character of four bytes again and again, byte by byte", 300, (n) => receiveEvents("data: " + "\u{1f600}".repeat(n), 1)],
  ["empty lines that end in carriage returns", 1000, (n) => receiveEvents("\r".repeat(n))],
  ["a long id, a long time and many colons", 1000, (n) => receiveEvents(`id: ${"1".repeat(n)}\nretry: ${"1".repeat(n)}x\n${":".repeat(n)}`)],
]);

// Forms.
measure([
  ["a form of many parts", 100, (n) => readForm("b", `--b\r\n${disposition}\r\n\r\nx\r\n`.repeat(n) + "--b--\r\n")],
  ["a form of many files", 100, (n) => readForm("b", `--b\r\n${disposition}; filename="f"\r\n\r\nx\r\n`.repeat(n) + "--b--\r\n")],
  ["a body of dashes, where a long boundary of dashes is expected", 500, (n) => readForm("-".repeat(n) + "x", "-".repeat(4 * n))],
  ["a long boundary that nearly matches", 200, (n) => readForm("-".repeat(n) + "x", `--${"-".repeat(n)}x\r\n${disposition}\r\n\r\n${`\r\n--${"-".repeat(n)}`.repeat(5)}`)],
  ["many beginnings of a boundary", 500, (n) => readForm("b", `--b\r\n${disposition}\r\n\r\n${"\r\n--".repeat(n)}`)],
  ["headers of a part that never end", 500, (n) => readForm("b", `--b${"\r\n\r".repeat(n)}`)],
  ["a part of many headers", 100, (n) => readForm("b", `--b\r\n${`${disposition}\r\n`.repeat(n)}\r\nx\r\n--b--`)],
  ["many names of a part, none of them closed", 500, (n) => readForm("b", `--b\r\n${disposition.slice(0, -3)}x;${'name="%22;'.repeat(n)}\r\n\r\nx\r\n--b--`)],
  ["many semicolons before the name of a part", 500, (n) => readForm("b", `--b\r\ncontent-disposition: form-data${";    ".repeat(n)}\r\n\r\nx\r\n--b--`)],
  ["a form that is written", 100, (n) => {
    const form = new FormData();
    for (let i = 0; i < n; i++) {
      form.append(`a\n${i}`, "b\r\n");
      form.append("f", new File(["x"], "f"));
    }
    return new Response(form).text();
  }],
  ["a form of many fields in a query", 500, (n) => new Response("a=b+%20&".repeat(n), { headers: { "content-type": "application/x-www-form-urlencoded" } }).formData()],
  ["a form that is inspected", 500, (n) => inspect(nest(n, (form) => (form.append("a", "b"), form), new FormData()))],
]);

// Queries.
measure([
  ["a query of many pairs", 1000, (n) => new URLSearchParams("a=b&".repeat(n)).toString()],
  ["a query of ampersands", 1000, (n) => new URLSearchParams("&".repeat(n)).toString()],
  ["a query of plus signs", 1000, (n) => new URLSearchParams("+".repeat(n)).toString()],
  ["a query of percent signs, some with digits", 500, (n) => new URLSearchParams("%".repeat(n) + "%C3%A9%".repeat(n) + "=%41".repeat(n)).toString()],
  ["an object of many parameters", 500, (n) => new URLSearchParams(object(n, () => "v"))],
  ["many parameters that are sorted", 1000, (n) => new URLSearchParams(object(n, (i) => `${(i * 7919) % n}`)).sort()],
  ["many parameters that are added to the query of a URL", 200, (n) => {
    const url = new URL("http://h/");
    for (let i = 0; i < n; i++) url.searchParams.append("a", "b");
    return url.href;
  }],
  ["parameters that are inspected", 500, (n) => inspect(new URLSearchParams("a=b&".repeat(n)))],
]);

// Addresses.
measure([
  ["a path that goes up again and again", 1000, (n) => new URL(`http://h/${"a/../".repeat(n)} `)],
  ["a reference that goes up again and again", 150, (n) => new URL("../".repeat(n), `http://h/${"a/".repeat(n)}`).href],
  ["a reference that goes up from a long path", 150, (n) => new URL("../".repeat(n), `http://h/${"a/".repeat(8 * n)}`).href],
  ["a reference that goes up and is not in its normal form", 300, (n) => new URL(`${"../".repeat(n)} `, `http://h/${"a/".repeat(n)} `).href],
  ["slashes and backslashes before a host and after it", 500, (n) => new URL(`http:${"/\\".repeat(n)}h${"/\\".repeat(n)}`)],
  ["a host of many labels", 1000, (n) => new URL(`http://${"a.".repeat(n)}b/?'`)],
  ["a long host that is followed by a space", 500, (n) => attempt(() => new URL(`http://${"a".repeat(n)} `))],
  ["a host of dashes that is followed by a space", 500, (n) => attempt(() => new URL(`http://${"a-".repeat(n)} `))],
  ["a host that ends nearly in a label of Punycode", 500, (n) => attempt(() => new URL(`http://${"xn-".repeat(n)} `))],
  ["a host of many labels that is followed by a space", 500, (n) => attempt(() => new URL(`http://${"a.".repeat(n)} `))],
  ["a host in capital letters", 500, (n) => new URL(`http://${"A.".repeat(n)}B`)],
  ["a host of many labels of another script", 50, (n) => new URL(`http://${"\u00e9a.".repeat(n)}b`)],
  ["a host of many labels in Punycode", 50, (n) => new URL(`http://${"xn--bcher-kva.".repeat(n)}b`)],
  ["a label of another script that is too long", 2000, (n) => URL.canParse(`http://${"\u00e9".repeat(n)}/`)],
  ["a label of Punycode that is too long", 2000, (n) => URL.canParse(`http://xn--${"a".repeat(n)}/`)],
  ["a label with many marks of two classes", 1000, (n) => URL.canParse(`http://a${"\u0301\u0316".repeat(n)}/`)],
  ["a Hebrew label with many marks that ends in a Latin letter", 100, (n) => URL.canParse(`http://\u05d0${"\u05b0".repeat(n)}a/`)],
  ["a Hebrew label with many marks and a digit of another script", 100, (n) => URL.canParse(`http://\u05d0${"\u05b0".repeat(n)}\u0661!1/`)],
  ["a Devanagari label with many vowel signs", 100, (n) => URL.canParse(`http://\u0915${"\u0941".repeat(n)}/`)],
  ["an Arabic label with many joiners", 100, (n) => URL.canParse(`http://${"\u0628\u200c\u0628\u064b".repeat(n)}/`)],
  ["a host in percent-encoding", 500, (n) => URL.canParse(`http://${"%61".repeat(n)}/`)],
  ["a user of at signs and colons", 500, (n) => new URL(`http://${":@".repeat(n)}h/`)],
  ["percent signs in each part", 500, (n) => new URL(`http://h/${"%".repeat(n)} ?${"'%41\u00e9".repeat(n)}#${'"<'.repeat(n)}`)],
  ["line breaks within a URL", 1000, (n) => new URL(`http://h/${"\ta\n".repeat(n)}`)],
  ["spaces around a URL", 1000, (n) => new URL(`${" ".repeat(n)}http://h/${" ".repeat(n)}`)],
  ["an opaque path of spaces", 500, (n) => new URL(`data:${" \u00e9".repeat(n)}`)],
  ["question marks and number signs", 1000, (n) => new URL(`http://h/?${"?#".repeat(n)} `)],
  ["numbers that are no IPv4 address", 500, (n) => URL.canParse(`http://${"1.".repeat(n)}1/`) || URL.canParse(`http://0x${"1".repeat(n)}g`) || URL.canParse(`http://${".1".repeat(n)}x`)],
  ["colons and brackets that are no IPv6 address", 500, (n) => URL.canParse(`http://[${"1:".repeat(n)}]/`) || URL.canParse(`http://${"[".repeat(n)}:1/`)],
  ["a port of zeros", 500, (n) => URL.canParse(`http://h:${"0".repeat(n)}1/`)],
  ["drive letters of a file URL", 500, (n) => new URL(`file:///${"C|/../".repeat(n)}`)],
  ["the schemes of nested blob URLs", 500, (n) => new URL(`${"blob:".repeat(n)}http://h/`).origin],
  ["parts of a URL that are set", 300, (n) => {
    const url = new URL("http://h/");
    url.pathname = "../a/".repeat(n);
    url.search = "a&".repeat(n);
    url.hash = "#".repeat(n);
    url.username = "@".repeat(n);
    url.host = "a.".repeat(n);
    return url.href;
  }],
]);

// Patterns of URLs.
measure([
  ["a pattern of many groups with names", 200, (n) => new URLPattern({ pathname: list(n, (i) => `/:a${i}`).join("") })],
  ["a pattern of many asterisks", 200, (n) => new URLPattern({ pathname: "/*".repeat(n) })],
  ["a pattern with a long name", 500, (n) => new URLPattern({ pathname: `/:${"a".repeat(n)}` })],
  ["a pattern of fixed texts in braces", 200, (n) => new URLPattern(`https://a.b/${"a{b}".repeat(n)}?${"x".repeat(n)}#${"y".repeat(n)}`)],
  ["groups of a pattern that are not closed", 200, (n) => ["(", "(a", "{", "}", ":a{", "(a\\(", "\\", "(?:", "(a(?:"].forEach((text) => attempt(() => new URLPattern(`http://h/${text.repeat(n)}`)))],
  ["separators of URLs in a pattern", 200, (n) => [":", "@", "a:", "a@", ":a", "[", "?", "#"].forEach((text) => attempt(() => new URLPattern(`http://${text.repeat(n)}`)))],
  ["a long path that a pattern matches", 500, (n) => new URLPattern({ pathname: "/:a/*" }).exec({ pathname: `/a/${"b/".repeat(n)}` })],
]);

// `data:` URLs, Base64, media types, headers and digests.
measure([
  ["the data of a URL in percent-encoding", 500, (n) => download(`data:,${"%41".repeat(n)}`)],
  ["the data of a URL in Base64 with spaces", 500, (n) => download(`data:;base64,${"QU%20JD".repeat(n)}`)],
  ["many semicolons before the data of a URL", 300, (n) => download(`data:${";".repeat(n)},x`)],
  ["many marks of Base64 before the data of a URL", 200, (n) => download(`data:${";base64".repeat(n)},QUJD`)],
  ["spaces before the mark of Base64", 500, (n) => download(`data:a;${" ".repeat(n)}base6,x`)],
  ["Base64 that is decoded", 500, (n) => atob("QUJD".repeat(n))],
  ["Base64 with white space", 500, (n) => atob(" Q U J D ".repeat(n))],
  ["Base64 that is encoded", 500, (n) => btoa("ABC".repeat(n))],
  ["a media type of many parameters", 200, (n) => mediaType(`a/b${list(n, (i) => `;k${i}=v`).join("")}`)],
  ["a media type that repeats a parameter", 300, (n) => mediaType(`a/b${";k=v".repeat(n)}`)],
  ["quoted semicolons of a media type", 300, (n) => mediaType(`a/b;x="${";".repeat(n)}"`)],
  ["quoted commas of a media type, without the last quote", 300, (n) => mediaType(`a/b;x="${",".repeat(n)}`)],
  ["quoted escapes of a media type", 500, (n) => mediaType(`a/b;x="${"\\a".repeat(n)}"`)],
  ["quotes of a media type that are not closed", 300, (n) => mediaType(`a/b${';x="a'.repeat(n)}`)],
  ["a list of many media types", 200, (n) => mediaType("a/b;charset=utf-8, ".repeat(n))],
  ["headers of many names", 500, (n) => [...new Headers(object(n, () => "v"))]],
  ["many headers of one name", 500, (n) => [...nest(n, (headers) => (headers.append("k", "v"), headers), new Headers())]],
  ["many cookies", 300, (n) => nest(n, (headers) => (headers.append("set-cookie", "v"), headers), new Headers()).getSetCookie()],
  ["a long header with white space around it", 1000, (n) => new Headers({ a: " ".repeat(n) + "a".repeat(n) + "\t".repeat(n) })],
  ["headers that are inspected", 500, (n) => inspect(new Headers(object(n, () => "v")))],
  ["digests that are not known", 300, (n) => download("data:,x", { integrity: "a ".repeat(n) })],
  ["digests of one algorithm", 100, (n) => download("data:,x", { integrity: "sha256-aa ".repeat(n) })],
  ["white space in the range of a request", 200, (n) => fetch(URL.createObjectURL(new Blob(["x"])), { headers: { range: `bytes=${" ".repeat(n)}x` } }).catch(() => {})],
]);

// Texts.
for (const [label, bytes] of [
  ["utf-8", [0x61, 0xe2, 0x82, 0xac, 0xf0, 0x9f]], ["utf-16le", [0x61, 0xd8]], ["windows-1252", [0x80]], ["iso-8859-2", [0x80, 0xff]],
  ["gb18030", [0x81, 0x30, 0x81]], ["gbk", [0x81, 0x40]], ["big5", [0x81, 0x20]], ["euc-jp", [0x8f, 0xa1]], ["iso-2022-jp", [0x1b, 0x24]],
  ["shift_jis", [0x81, 0x20]], ["euc-kr", [0x81, 0x30]],
]) {
  measure([
    [`a text in ${label}, at once`, 500, `(n) => decode("${label}", ${JSON.stringify(bytes)}, n, 1e9)`],
    [`a text in ${label}, byte by byte`, 500, `(n) => decode("${label}", ${JSON.stringify(bytes)}, n, 1)`],
  ]);
}
measure([
  ["a text that is encoded", 500, (n) => new TextEncoder().encode("a\u00e9\ud800\ud83d\ude00".repeat(n))],
  ["a text that is encoded into an array", 500, (n) => new TextEncoder().encodeInto("a\u00e9\ud800\ud83d\ude00".repeat(n), new Uint8Array(n * 12))],
  ["white space in the label of an encoding", 300, (n) => attempt(() => new TextDecoder(`${" ".repeat(n)}a b`))],
  ["a stream of texts that ends within a character each time", 200, (n) => readAll(chunks(n, () => "\ud83d").pipeThrough(new TextEncoderStream()))],
  ["a stream of bytes that ends within a character each time", 200, (n) => readAll(chunks(n, () => new Uint8Array([0xe2])).pipeThrough(new TextDecoderStream()))],
]);

// Printing.
measure([
  ["an object of many keys", 500, (n) => inspect(object(n, (i) => i))],
  ["an object of many objects", 200, (n) => inspect(object(n, () => ({ a: [1, 2, { b: 3 }] })))],
  ["arrays within arrays", 1000, (n) => inspect(list(n, () => 0).concat(nest(n, (value) => [value], [])))],
  ["a long string with quotes of each kind", 500, (n) => console.dir("a'\"`\u202e".repeat(n), { maxStringLength: Infinity })],
  ["a string of many lines", 500, (n) => console.dir(["a\n".repeat(n)], { maxStringLength: Infinity })],
  ["many numbers in columns", 500, (n) => console.dir(list(n, (i) => i), { maxArrayLength: Infinity })],
  ["many wide texts in columns", 500, (n) => console.dir(list(n, (i) => `\u4e00${i}`), { maxArrayLength: Infinity })],
  ["a text of many marks in a table", 500, (n) => console.table([`a${"\u0301\u0316".repeat(n)}`])],
  ["an array with holes", 500, (n) => console.dir(object(n, (i) => i) && Object.assign([], Object.fromEntries(list(n, (i) => [2 * i, i]))), { maxArrayLength: Infinity })],
  ["a map of objects", 300, (n) => console.dir(new Map(list(n, (i) => [{ i }, [i]])), { maxArrayLength: Infinity })],
  ["a set of texts", 300, (n) => console.dir(new Set(list(n, (i) => `a${i}`)), { maxArrayLength: Infinity })],
  ["a buffer of many bytes", 500, (n) => console.dir([new ArrayBuffer(n), new Uint8Array(n)], { maxArrayLength: Infinity })],
  ["an object that occurs again and again", 300, (n) => (console.dir(new Array(n).fill({ a: [1] }), { maxArrayLength: Infinity }))],
  ["objects that refer to themselves and to their list", 100, (n) => {
    const all = list(n, (i) => ({ i }));
    for (const each of all) Object.assign(each, { self: each, all });
    console.dir(all, { maxArrayLength: Infinity });
  }],
  ["a class with the beginnings of many comments", 500, (n) => inspect(new Function(`return class extends (Object) { x = "${"/*".repeat(n)}"; }`)())],
  ["an object at the end of many prototypes", 100, (n) => inspect(nest(n, Object.create, {}))],
  ["an error with a long message that looks like a stack", 500, (n) => inspect(new Error("m\n    at ".repeat(n)))],
  ["a stack of many frames", 300, (n) => inspect(stackError("f@file:///a.js:1:2\n".repeat(n) + "g@b.js:1:1"))],
  ["a stack with long names", 500, (n) => inspect(stackError(`${"f".repeat(n)}@${"a:1".repeat(n)}:1:2`))],
  ["a stack of at signs and colons", 500, (n) => inspect(stackError("@".repeat(n) + ":1".repeat(n) + "x"))],
  ["the stacks of many sides", 300, (n) => inspect(stackError("f@a.js:1:1\n--- answered by ---\n".repeat(n)))],
  ["a stack that is like that of the cause", 200, (n) => inspect(stackError(list(n, (i) => `f${i}@a.js:1:1`).join("\n"), stackError(list(n, (i) => `f${i}@a.js:1:1`).join("\n"))))],
  ["a stack that has no frame of the cause", 200, (n) => inspect(stackError(list(n, (i) => `f${i}@a.js:1:1`).join("\n"), stackError(list(n, (i) => `g${i}@a.js:1:1`).join("\n"))))],
  ["an error that is described", 200, (n) => describe(stackError("f@file:///a.js:1:2\n".repeat(n) + "g@b.js:1:1"))],
  ["a table of many rows", 200, (n) => console.table(list(n, (i) => ({ a: i, b: "x" })))],
  ["a table of many columns", 200, (n) => console.table([object(n, (i) => i)])],
  ["many codes of colours", 200, (n) => console.table([{ ["\x1b[1m".repeat(n)]: 1, ["\x1b[".repeat(n)]: 1, ["\x1b[1".repeat(n)]: 1 }])],
  ["a message of many placeholders", 500, (n) => console.log("%s".repeat(n), ...new Array(n).fill("a"))],
  ["placeholders without values", 500, (n) => console.log("%s%x%".repeat(n), 1)],
  ["placeholders for objects", 100, (n) => console.log("%o%j%d%i%f%O%c".repeat(n), ...new Array(7 * n).fill({ a: 1 }))],
  ["a message of many lines in a group", 500, (n) => [console.group(), console.log("a\n".repeat(n)), console.groupEnd()]],
  ["the completions of a name", 1000, (n) => {
    globalThis.wide = object(n, (i) => i);
    return complete("wide.k");
  }],
  ["a long line that is completed", 2000, (n) => [complete("a.".repeat(n)), complete(`${"a?.".repeat(n)} `), complete("a".repeat(n))]],
]);

// Copies and messages.
measure([
  ["a copy of nested objects", 60, (n) => structuredClone(nest(n, (value) => [{ value }], 1))],
  ["a copy of many values", 200, (n) => structuredClone(list(n, (i) => ({ i, map: new Map([[i, { i }]]), set: new Set([i]), date: new Date(0) })))],
  ["a copy of one object in many places", 500, (n) => structuredClone(new Array(n).fill({ a: 1 }))],
  ["a copy of a map with objects as keys", 300, (n) => structuredClone(new Map(list(n, (i) => [{ i }, i])))],
  ["a copy with many buffers that are moved", 100, (n) => {
    const transfer = list(n, () => new ArrayBuffer(8));
    structuredClone(transfer.map((buffer) => new Uint8Array(buffer)), { transfer });
  }],
  ["a copy of many views on one buffer", 300, (n) => structuredClone(list(n, (i) => new Uint8Array(nest(1, (made) => (globalThis.shared = i === 0 ? new ArrayBuffer(8 * n) : globalThis.shared)), i, 1)))],
  ["a copy of an error with many causes", 60, (n) => structuredClone(nest(n, (cause) => new Error("m", { cause })))],
  ["a copy of many blobs", 200, (n) => structuredClone(list(n, () => new Blob(["x"])))],
  ["a message to another context with nested objects", 60, (n) => sendFar(nest(n, (value) => [{ value }], 1))],
  ["a message to another context with many values", 100, (n) => sendFar(list(n, (i) => ({ i, map: new Map([[i, undefined]]), big: 5n, bytes: new Uint8Array(3), blob: new Blob(["x"]), error: new Error("m") })))],
  ["a message to another context with one object in many places", 300, (n) => sendFar(new Array(n).fill({ a: 1 }))],
  ["a message to a worker with many ports", 100, (n) => {
    const ports = list(n, () => new MessageChannel().port1);
    new Worker("a.js", { type: "module" }).postMessage(ports, ports);
  }],
  ["many messages to a port", 100, (n) => {
    const { port1, port2 } = new MessageChannel();
    return new Promise((resolve) => {
      port2.onmessage = ({ data }) => data === n && (port1.close(), resolve());
      for (let i = 1; i <= n; i++) port1.postMessage(i);
    });
  }],
  ["channels of many names", 100, (n) => list(n, (i) => new BroadcastChannel(`a${i}`)).map((channel) => (channel.postMessage(1), channel)).forEach((channel) => channel.close())],
  ["many channels of one name", 100, (n) => list(n, () => new BroadcastChannel("a")).forEach((channel) => channel.close())],
  ["a blob of a blob of a blob", 100, (n) => nest(n, (blob) => new Blob([blob, "x"]), new Blob([])).text()],
  ["a blob behind a text behind a text", 100, (n) => nest(n, (blob) => new Blob(["x", blob]), new Blob([])).text()],
  ["a slice of a slice of a slice", 200, (n) => nest(n, (blob) => blob.slice(1), new Blob(["x".repeat(n)])).text()],
  ["a blob of many pieces that is read in many slices", 200, (n) => {
    const blob = new Blob(list(n, () => "xy"));
    return Promise.all(list(n, (i) => blob.slice(2 * i, 2 * i + 2).text()));
  }],
  ["a blob of many pieces that is read as a stream", 100, (n) => readAll(new Blob(list(n, () => "x".repeat(100))).stream())],
  ["the line ends of a blob", 500, (n) => new Blob(["\r\n\r".repeat(n)], { endings: "native" }).text()],
]);

// Events, timers and streams.
measure([
  ["listeners that are added, called and removed", 200, (n) => {
    const target = new EventTarget();
    const all = list(n, () => () => {});
    for (const each of all) target.addEventListener("a", each);
    target.dispatchEvent(new Event("a"));
    for (const each of all) target.removeEventListener("a", each);
  }],
  ["listeners that are removed from the last one on", 200, (n) => {
    const target = new EventTarget();
    const all = list(n, () => () => {});
    for (const each of all) target.addEventListener("a", each);
    for (const each of all.reverse()) target.removeEventListener("a", each);
  }],
  ["listeners that are called once", 200, (n) => nest(n, (target) => (target.addEventListener("a", () => {}, { once: true }), target), new EventTarget()).dispatchEvent(new Event("a"))],
  ["signals that derive from each other in a chain", 100, (n) => {
    const controller = new AbortController();
    nest(n, (signal) => AbortSignal.any([signal]), controller.signal).onabort = () => {};
    controller.abort();
  }],
  ["a signal with many sources and many listeners", 100, (n) => {
    const all = list(n, () => new AbortController());
    const signal = AbortSignal.any(all.map((each) => each.signal));
    for (let i = 0; i < n; i++) signal.addEventListener("abort", () => {});
    all[n - 1].abort();
  }],
  ["many signals that derive from one", 100, (n) => {
    const controller = new AbortController();
    const all = list(n, () => AbortSignal.any([controller.signal]));
    controller.abort();
    return all.length;
  }],
  ["timers that are set and cleared", 200, (n) => list(n, (i) => setTimeout(() => {}, i % 50)).reverse().forEach(clearTimeout)],
  ["timers that run", 200, (n) => Promise.all(list(n, (i) => new Promise((resolve) => setTimeout(resolve, i % 3))))],
  ["a stream with many chunks in its queue", 100, (n) => readAll(chunks(n, (i) => i))],
  ["reads that wait for many chunks", 200, (n) => {
    let source;
    const reader = new ReadableStream({ start: (controller) => void (source = controller) }).getReader();
    const reads = list(n, () => reader.read());
    for (let i = 0; i < n; i++) source.enqueue(i);
    return Promise.all(reads);
  }],
  ["chunks of bytes that are read byte by byte", 50, async (n) => {
    const reader = chunks(n, () => new Uint8Array(3), "bytes").getReader({ mode: "byob" });
    while (!(await reader.read(new Uint8Array(1))).done);
  }],
  ["a large buffer that is filled byte by byte", 100, (n) => {
    let source;
    const reader = new ReadableStream({ type: "bytes", start: (controller) => void (source = controller) }).getReader({ mode: "byob" });
    const read = reader.read(new Uint8Array(n), { min: n });
    for (let i = 0; i < n; i++) source.enqueue(new Uint8Array(1));
    return read;
  }],
  ["a sink with many chunks in its queue", 100, (n) => {
    const writer = new WritableStream({}).getWriter();
    return Promise.all(list(n, (i) => writer.write(i)));
  }],
  ["chunks through two pipes", 50, (n) => chunks(n, (i) => i).pipeThrough(new TransformStream()).pipeTo(new WritableStream())],
  ["a branch of a branch of a branch of a stream", 20, (n) => readAll(nest(n, (stream) => stream.tee()[1], chunks(1, (i) => i)))],
  ["a branch of a branch of a branch of a stream of bytes", 20, (n) => readAll(nest(n, (stream) => stream.tee()[1], chunks(1, () => new Uint8Array(1), "bytes")))],
  ["a body of many chunks", 100, (n) => new Response(chunks(n, () => new Uint8Array(1))).text()],
]);

// The client of the bridge.
const tags = '{"$set":[1]},{"$map":[[1,2]]},{"$bigint":"1"},{"$date":1},{"$error":{"message":"m"}},{"$bytes":["QUJD","Uint8Array"]},{"$object":{"$a":1}},';
measure([
  ["nested values that cross the bridge", 30, (n) => remote.call("echo", nest(n, (value) => [{ value }], 1)).catch(() => {})],
  ["many values that cross the bridge", 100, (n) => remote.call("echo", list(n, (i) => ({ i, date: new Date(0), map: new Map([[i, undefined]]), big: 5n, bytes: new Uint8Array(3), $a: 1 })))],
  ["an object of many keys that crosses the bridge", 200, (n) => remote.call("echo", object(n, (i) => [i]))],
  ["a long text and a long name that cross the bridge", 500, (n) => remote.call("echo", ['a"\\'.repeat(n), new Uint8Array(n), { ["k".repeat(n)]: undefined }])],
  ["a value deep in another that cannot cross", 60, (n) => remote.call("echo", nest(n, (value) => ({ value }), () => {})).catch(() => {})],
  ["an error with many causes that crosses the bridge", 20, (n) => remote.call("echo", nest(n, (cause) => new Error("m", { cause }))).catch(() => {})],
  ["tags of each kind", 200, `(n) => deliver('{"jsonrpc":"2.0","id":1,"result":[' + '${tags}'.repeat(n) + '1]}')`],
  ["tags within tags", 200, (n) => deliver(`{"jsonrpc":"2.0","id":1,"result":${'{"$object":{"$a":'.repeat(n)}1${"}}".repeat(n)}}`)],
  ["brackets that are not closed", 1000, (n) => [deliver("[".repeat(n)), deliver(`[${"1,".repeat(n)}1]`), deliver(`{"jsonrpc":"2.0","id":1,"result":${"[".repeat(n)}${"]".repeat(n)}}`)]],
  ["calls one after another beside one that stays", 100, async (n) => {
    const near = joined();
    near.bridge.call("never").catch(() => {});
    for (let i = 0; i < n; i++) await near.bridge.call("echo", i);
    near.close();
  }],
  ["calls at once, with deadlines", 100, (n) => Promise.all(list(n, (i) => remote.call("echo", i, { timeout: 1000 + i })))],
  ["calls in one batch", 100, (n) => {
    const { bridge } = joined({ batch: true });
    return Promise.all(list(n, (i) => bridge.call("echo", i)));
  }],
  ["calls that end when the bridge closes", 300, (n) => {
    const near = joined();
    const calls = list(n, () => near.bridge.call("never").catch(() => {}));
    near.close();
    return Promise.all(calls);
  }],
  ["calls that fail", 50, async (n) => {
    for (let i = 0; i < n; i++) await remote.call("fails").catch(() => {});
  }],
  ["a stream of many items", 100, (n) => readAll(remote.stream("items", n))],
  ["listeners of an event of the bridge", 100, (n) => list(n, () => remote.on("e", () => {})).forEach((stop) => stop())],
]);

// The modules of Node.
measure([
  ["a query string of many pairs", 300, (n) => load("querystring").parse("a=b+%41&".repeat(n), "&", "=", { maxKeys: 0 })],
  ["a query string of percent signs", 500, (n) => load("querystring").parse(`${"%".repeat(n)}=${"%f0".repeat(n)}`)],
  ["separators of all kinds in a URL of Node", 50, (n) => {
    for (const text of ["@", ":", "/", "?", "#", " ", "%", "\\", "a.", "\t", "[", ";", "a:", "'", "1", "://", "a@"]) {
      for (const start of ["", "http://", "http://h/", "http:", "//"]) attempt(() => load("url").parse(`${start}${text.repeat(n)} x`));
    }
  }],
  ["a reference of Node that goes up again and again", 100, (n) => load("url").resolve("a/b", "../".repeat(n))],
  ["a reference of Node that goes down and up", 100, (n) => load("url").resolve(`http://h/${"a/".repeat(n)}`, "./a/../".repeat(n))],
  ["a reference of Node with many slashes", 100, (n) => load("url").resolve("http://h/a", `https:${"/".repeat(n)}a`)],
  ["paths of both kinds", 50, (n) => {
    const { posix, win32 } = load("path");
    for (const path of [posix, win32]) {
      for (const text of ["a/../", "../", "./", "/", "a/", "\\", "C:"].map((part) => part.repeat(n))) {
        for (const method of ["normalize", "dirname", "basename", "extname", "parse"]) path[method](text);
        path.relative(`/${text}`, `/${text}${"b/".repeat(n)}`);
      }
    }
  }],
  ["a text that a string decoder gets byte by byte", 100, (n) => {
    for (const encoding of ["utf8", "utf16le", "base64"]) nest(n, (decoder) => (decoder.write(new Uint8Array([0xf0])), decoder), new (load("string_decoder").StringDecoder)(encoding)).end();
  }],
  ["a buffer in each encoding", 300, (n) => {
    const { Buffer } = load("buffer");
    for (const encoding of ["utf8", "utf16le", "base64", "base64url", "hex", "latin1", "ascii"]) Buffer.from("abcd".repeat(n), encoding).toString(encoding);
  }],
  ["events that wait until they are read", 100, async (n) => {
    const { EventEmitter, on } = load("events");
    const emitter = new EventEmitter();
    const events = on(emitter, "a");
    for (let i = 0; i < n; i++) emitter.emit("a", i);
    for (let i = 0; i < n; i++) await events.next();
  }],
]);
