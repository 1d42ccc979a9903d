// What the run covers, and which files cannot apply to a runtime without pages, with the reasons.

/** Folders of the suite, in the order of the report. */
export const folders = [
  "console", "dom/abort", "dom/events", "encoding", "FileAPI", "fetch/api", "hr-time", "html/webappapis", "performance-timeline", "streams", "url", "urlpattern",
  "user-timing", "wasm/jsapi", "wasm/webapi", "WebCryptoAPI", "webidl", "webmessaging", "xhr/formdata",
];

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
  [/\.tentative\./, "tests a proposal"],
  [/^fetch\/api\/(?:cors|policies)\/|^fetch\/api\/credentials\/cookies/, "rules of pages"],
  [/^fetch\/api\/crashtests\/huge-fetch/, "reads 8 GB"],
  [/\.h2\.any\.js$/, "needs a server of HTTP/2"],
  [/^fetch\/api\/.*(?:headers-no-cors|forbidden|destination|request-cache-|blob-realm|mode-no-cors|referrer|private-network|keepalive|redirect-origin)/, "rules of pages"],
];

/** @param {string} file */
export const reasonAgainst = (file) => notApplicable.find(([files]) => files.test(file))?.[1];

/**
 * Tests that do not apply, such as those whose expectation a standard has changed since Debian's copy. A file's name, and the names of its tests or what they match.
 *
 * @type {{ [file: string]: (string | RegExp)[] }}
 */
export const superseded = {
  // Parts of files that need XMLHttpRequest, or test the headers that pages may not set.
  "fetch/api/headers/header-values-normalize.any.js": [/^XMLHttpRequest/],
  "fetch/api/headers/header-values.any.js": [/^XMLHttpRequest/],
  "fetch/api/request/request-headers.any.js": [/^Adding invalid request header /],
  // A transformer has got a method `cancel`, so the writable side is closed after it, not at once.
  "streams/transform-streams/errors.any.js": ["controller.error() should do nothing after readable.cancel()"],
  "streams/transform-streams/general.any.js": ["terminate() should do nothing after readable.cancel()"],
  "streams/transform-streams/reentrant-strategies.any.js": ["writer.abort() inside size() should work"],
  // Nothing can be derived by HKDF and PBKDF2: the result is empty, as in later versions of Node.
  "WebCryptoAPI/derive_bits_keys/hkdf.https.any.js": [/ with 0 length$/],
  "WebCryptoAPI/derive_bits_keys/pbkdf2.https.any.js": [/ with 0 length$/],
  // The URL Standard keeps the trailing spaces of an opaque path, the last one percent-encoded.
  "url/urlsearchparams-delete.any.js": [
    "Changing the query of a URL with an opaque path can impact the path",
    "Changing the query of a URL with an opaque path can impact the path if the URL has no fragment",
  ],
};
