// What the run covers, and which files cannot apply to a runtime without pages, with the reasons.

/** Folders of the suite, in the order of the report. */
export const folders = [
  "console", "dom/abort", "dom/events", "encoding", "FileAPI", "hr-time", "html/webappapis", "performance-timeline", "streams", "url",
  "user-timing", "wasm/jsapi", "webidl", "webmessaging",
];

/** @type {[files: RegExp, reason: string][]} */
const notApplicable = [
  [/^WebCryptoAPI\//, "crypto.subtle is not there yet"],
  [/^FileAPI\/url\//, "blob: URLs are not there yet"],
  [/^FileAPI\/reading-data-section\//, "FileReader is not part of the Minimum Common Web API"],
  [/^FileAPI\/file\/send-file-formdata/, "needs the suite's HTTP server"],
  [/^(?:hr-time|user-timing|performance-timeline)\/idlharness/, "needs interfaces of pages"],
  [/\/replacement-encodings\.any\.js$|\/unsupported-encodings\.any\.js$/, "needs XMLHttpRequest"],
  [/^performance-timeline\/po-resource|\/resource-timing/, "needs resources of a page"],
  [/\.tentative\./, "tests a proposal"],
];

/** @param {string} file */
export const reasonAgainst = (file) => notApplicable.find(([files]) => files.test(file))?.[1];
