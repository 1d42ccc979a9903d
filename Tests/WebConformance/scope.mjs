// What the run covers, and which files cannot apply to a runtime without pages, with the reasons.

/** Folders of the suite, in the order of the report. */
export const folders = [
  "console", "dom/abort", "dom/events", "encoding", "FileAPI", "fetch/api", "hr-time", "html/webappapis", "performance-timeline", "streams", "url", "urlpattern",
  "user-timing", "wasm/jsapi", "wasm/webapi", "WebCryptoAPI", "webidl", "webmessaging", "xhr/formdata",
];

const changed = "the standard has changed since Debian's copy";

const curve448 = "swift-crypto, and BoringSSL below it, have no Ed448 and no X448";

const origin = "needs the origin of a page";

const filtered = "tests answers that pages may not see";

/** @type {[files: RegExp, reason: string][]} */
const notApplicable = [
  [/^FileAPI\/url\/url-with-xhr/, "needs XMLHttpRequest"],
  [/^FileAPI\/reading-data-section\//, "FileReader is not part of the Minimum Common Web API"],
  [/^FileAPI\/file\/send-file-formdata/, "needs the suite's HTTP server"],
  [/^(?:hr-time|user-timing|performance-timeline)\/idlharness/, "needs interfaces of pages"],
  [/\/replacement-encodings\.any\.js$|\/unsupported-encodings\.any\.js$/, "needs XMLHttpRequest"],
  [/^performance-timeline\/po-resource|\/resource-timing/, "needs resources of a page"],
  [/\/webtiming-resolution\.any\.js$/, "measures the machine"],
  [/^wasm\/webapi\/(?:abort|contenttype|origin\.sub|status)\./, "needs the suite's HTTP server"],
  [/^wasm\/webapi\/historical\./, "needs IndexedDB"],
  [/^WebCryptoAPI\/.*_(?:Ed448|X448)\.https/, curve448],
  [/\.tentative\./, "tests a proposal"],
  [/^fetch\/api\/(?:cors|policies)\/|^fetch\/api\/credentials\/cookies/, "rules of pages"],
  [/^fetch\/api\/crashtests\/huge-fetch/, "reads 8 GB"],
  [/\.h2\.any\.js$/, "needs a server of HTTP/2"],
  [/^fetch\/api\/abort\/cache\./, "needs the caches of pages"],
  [/^fetch\/api\/.*(?:headers-no-cors|forbidden|destination|request-cache-|blob-realm|mode-no-cors|referrer|private-network|keepalive|redirect-origin|redirect-back-to-original-origin)/, "rules of pages"],
];

/** @param {string} file */
export const reasonAgainst = (file) => notApplicable.find(([files]) => files.test(file))?.[1];

/**
 * Tests of files that are run otherwise: which files, the names of their tests or what they match, and the reason.
 *
 * @type {[files: RegExp, tests: string | RegExp, reason: string][]}
 */
const testsLeftOut = [
  // Since then "^" is encoded in paths (whatwg/url, "path percent-encode set"), and a space at the end of an opaque path before a
  // query or a fragment ("opaque path state").
  [/^url\/url-constructor\.any\.js/, /^Parsing: <(?:foo|wss):\/\/host\/ !"\$%/, changed],
  [/^url\/url-setters\.any\.js/, /^URL: Setting <a:\/>\.pathname = .* UTF-8 percent encoding with the default encode set/s, changed],
  [/^url\/url-setters\.any\.js/, /^URL: Setting <(?:data|sc):space .*>\.(?:search|hash) = ''/s, changed],
  [/^fetch\/api\/headers\/header-values(?:-normalize)?\.any/, /^XMLHttpRequest/, "needs XMLHttpRequest"],
  [/^fetch\/api\/request\/request-headers\.any/, /^Adding invalid request header /, "tests the headers that pages may not set"],
  [/^FileAPI\/url\/url-format\.any/, /^Origin of Blob URL matches our origin|^Blob URL parses correctly$/, origin],
  [/^fetch\/api\/basic\/request-headers\.any/, /^Fetch with (?:PUT|POST|Chicken)(?: with(?:out)? .*)?$|needs an Origin header$/, origin],
  [/^fetch\/api\/request\/request-headers\.any/, /^Adding invalid no-cors request header /, "tests the headers that pages may not set"],
  [/^fetch\/api\/request\/request-headers\.any/, /constructor is filtering headers/, "tests the headers that pages may not set"],
  [/^fetch\/api\/redirect\/redirect-(?:empty-)?location\.any/, /in "manual" mode |, manual mode$/, filtered],
  [/^fetch\/api\/redirect\/redirect-mode\.any/, /in manual redirect|^cross-origin .* in follow redirect and no-cors mode$|CORS error/, filtered],
  [/^fetch\/api\/headers\/header-setcookie\.any/, "Set-Cookie is a forbidden response header", filtered],
  [/^fetch\/api\/basic\/integrity\.sub\.any/, "Empty string integrity for opaque response", filtered],
  [/^WebCryptoAPI\//, /Ed448|X448/, curve448],
  // Their other key is of X448.
  [/^WebCryptoAPI\/derive_bits_keys\/cfrg_/, "X25519 mismatched algorithms", curve448],
  [/^streams\/transform-streams\/errors\.any/, "controller.error() should do nothing after readable.cancel()", changed],
  [/^streams\/transform-streams\/general\.any/, "terminate() should do nothing after readable.cancel()", changed],
  [/^streams\/transform-streams\/reentrant-strategies\.any/, "writer.abort() inside size() should work", changed],
  // Nothing can be derived: the result is empty, as in later versions of Node.
  [/^WebCryptoAPI\/derive_bits_keys\/(?:hkdf|pbkdf2)\./, / with 0 length$/, changed],
  // The URL Standard keeps the trailing spaces of an opaque path, the last one percent-encoded.
  [/^url\/urlsearchparams-delete\.any/, /^Changing the query of a URL with an opaque path can impact the path/, changed],
];

/**
 * Why a test is left out; undefined for one that counts.
 *
 * @param {string} file
 * @param {string} name
 */
export const reasonAgainstTest = (file, name) =>
  testsLeftOut.find(([files, tests]) => files.test(file) && (typeof tests === "string" ? tests === name : tests.test(name)))?.[2];

/** Why Node passes tests of a file and this runtime does not. @type {{ [file: string]: string }} */
const behind = {
  "encoding/textdecoder-copy.any.js":
    "the engine has no `SharedArrayBuffer`; the buffer of a shared `WebAssembly.Memory` is one, which no code can recognize without a call of methods that a script may have replaced",
  "fetch/api/basic/error-after-response.any.js":
    "a body is received when it is read, so `closed` is rejected by the read that meets the error; the test does not read again",
  "fetch/api/basic/mode-same-origin.any.js": "there is no page, so a redirect cannot leave its origin; `redirect: \"manual\"` shows where it leads",
  "fetch/api/basic/request-upload.any.js":
    "a 421 response is returned to the program: the standard repeats the request because browsers use one connection for several hosts, which the HTTP library does not do",
  "wasm/jsapi/instance/constructor-caching.any.js": "the engine creates a new object for an imported global that a module exports",
  "wasm/jsapi/interface.any.js": "globals are accessors until their first use, so that contexts are created quickly",
};

/**
 * The reason, as a sentence of a table; empty if it is not known.
 * @param {string} key of the file
 */
export const reasonBehind = (key) => behind[key.replace(/\?.*$/, "")] ?? "";
