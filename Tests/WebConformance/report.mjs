// The text of docs/conformance.md.

import { reasonBehind } from "./scope.mjs";

/** @param {Map<string, string>} results */
const passes = (results) => [...results.values()].filter((message) => message === "").length;

/**
 * A list item, broken into lines of at most 132 columns.
 * @param {string} text
 */
const item = (text) => {
  const lines = [""];
  for (const word of `- ${text}`.split(" ")) {
    const line = lines[lines.length - 1];
    if (line !== "" && line.length + 1 + word.length > 132) lines.push(`  ${word}`);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.join("\n");
};

/**
 * @param {import("./run.mjs").Row[]} rows
 * @param {{ folder: string, file: string, reason: string }[]} skipped
 * @param {string} nodeVersion
 */
export const report = (rows, skipped, nodeVersion) => {
  /** @type {Map<string, number>} */
  const leftOut = new Map();
  for (const { left } of rows) for (const [reason, count] of left) leftOut.set(reason, (leftOut.get(reason) ?? 0) + count);
  const folders = [...new Set([...rows, ...skipped].map(({ folder }) => folder))];
  let sums = [0, 0, 0, 0];
  const lines = folders.map((folder) => {
    const own = rows.filter((row) => row.folder === folder);
    const total = own.reduce((sum, { names }) => sum + names.size, 0);
    const passed = own.reduce((sum, { ours }) => sum + passes(ours), 0);
    const node = own.reduce((sum, row) => sum + passes(row.node), 0);
    const left = skipped.filter((file) => file.folder === folder).length;
    sums = [sums[0] + total, sums[1] + passed, sums[2] + node, sums[3] + left];
    return `| ${folder} | ${total} | ${passed} | ${total - passed} | ${node} | ${left} |`;
  });
  const [total, passed, node, left] = sums;
  const behind = rows.flatMap(({ key, names, ours, node: other }) => {
    const count = [...names].filter((name) => other.get(name) === "" && ours.get(name) !== "").length;
    return count === 0 ? [] : [`| ${key} | ${count} | ${reasonBehind(key)} |`];
  });
  const reasons = [...new Set(skipped.map(({ reason }) => reason))];
  return `<!-- Made by make conformance. Do not edit. -->
# Conformance

This page shows how far the runtime conforms to web standards. To run the tests of one folder:

\`\`\`sh
make conformance ONLY=streams/
\`\`\`

\`make conformance\` runs the [Web Platform Tests](https://web-platform-tests.org) in our runtime, and in Node ${nodeVersion.slice(1)} in the same
run. The tests come from the source package of Debian's Node; the tests of \`fetch/api\` and \`xhr/formdata\` come from undici's
repository, and those of \`urlpattern\` from ada's. Every test that passes here is listed in Tests/WebConformance/baseline.json and
must not fail later; \`make conformance-renew\` updates that file and this page, with \`ONLY=url,encoding\` for some folders.

| Folder | Tests | Pass | Fail | Node passes | Files left out |
| --- | ---: | ---: | ---: | ---: | ---: |
${lines.join("\n")}
| **all** | ${total} | ${passed} | ${total - passed} | ${node} | ${left} |

The numbers count the subtests of the \`.any.js\` files. A test that one of the two runtimes does not reach counts as failed for it.

Of the tests of \`fetch/api\` that fail here, 26 send header values with control characters, which the HTTP library refuses to send,
and two receive such headers from a server, which it refuses to read.

The tests of \`FileAPI\` read blobs with \`FileReader\`, an interface of pages that neither runtime has: the suite provides its own,
based on the blob's methods.

## Where Node passes and this runtime does not

| File | Tests | Why |
| --- | ---: | --- |
${behind.join("\n")}

## Tests left out

These tests belong to files that are otherwise run. Tests/WebConformance/scope.mjs names them.

${[...leftOut].sort().map(([reason, count]) => item(`${reason}: ${count}`)).join("\n")}

## Files left out

${reasons.map((reason) => item(`${reason}: ${skipped.filter((file) => file.reason === reason).map(({ file }) => `\`${file}\``).join(", ")}`)).join("\n")}
`;
};
