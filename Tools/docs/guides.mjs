// @ts-check
// The pages of the repository that the site has besides the catalogs, in their order: a title for each group. Other
// files of docs/ join the last group.

/** @type {readonly (readonly [string, readonly string[]])[]} */
export const guides = [
  ["Installing", ["docs/installing.md"]],
  ["JavaScript", ["docs/runtime.md", "docs/modules.md", "docs/workers.md", "docs/crypto.md", "bridge-js/README.md"]],
  ["Handlers and plugins", ["docs/plugins.md", "docs/functions.md", "docs/network.md", "docs/queue.md"]],
  ["Where JavaScript runs", ["docs/pool.md", "docs/process.md", "docs/web-view.md", "docs/nats.md", "docs/agents.md"]],
  ["Testing and debugging", ["docs/testing.md", "docs/debugging.md", "docs/top.md"]],
  ["Apple's JavaScriptCore", ["docs/javascriptcore.md"]],
  ["How it works", ["ARCHITECTURE.md", "SECURITY.md", "docs/wire.md", "docs/conformance.md", "BENCHMARKS.md", "docs/engine-notes.md"]],
  ["The project", ["CONTRIBUTING.md", "docs/api-policy.md", "docs/licences.md"]],
];

/**
 * The name of a guide's page.
 * @param {string} path
 */
export const pageName = (path) =>
  path === "bridge-js/README.md" ? "javascript-client" : path.replace(/^docs\//, "").replace(/\.md$/, "").toLowerCase();

/**
 * Calls a function for each part of a Markdown text between blocks of code, and keeps these blocks.
 * @param {string} text
 * @param {(prose: string) => string} change
 */
export const outsideOfCode = (text, change) =>
  text.split(/(^```[^]*?^```$)/m).map((part, index) => (index % 2 === 0 ? change(part) : part)).join("");
