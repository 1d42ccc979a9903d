// The text of docs/conformance.md.

import { reasonBehind } from "./scope.mjs";

/** @param {Map<string, string>} results */
const passes = (results) => [...results.values()].filter((message) => message === "").length;

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

\`make conformance\` runs the [Web Platform Tests](https://web-platform-tests.org) in our runtime, and in Node ${nodeVersion.slice(1)} in the same run. The tests
are those that the source package of Debian's Node carries; those of \`fetch/api\` and \`xhr/formdata\` come from the repository of undici, the rows
of \`urlpattern\` from that of ada. A test
that passes here is in Tests/WebConformance/baseline.json and may not fail later; \`make conformance-renew\` renews that file and this page, with
\`ONLY=url,encoding\` for some folders.

| Folder | Tests | Pass | Fail | Node passes | Files left out |
| --- | ---: | ---: | ---: | ---: | ---: |
${lines.join("\n")}
| **all** | ${total} | ${passed} | ${total - passed} | ${node} | ${left} |

Tests are the subtests of the \`.any.js\` files. A test that one of the two does not reach counts as failed for it.

Of the tests of \`fetch/api\` that fail here, 26 are header values with control characters, which the HTTP library refuses to send, and two
such headers of a server, which it refuses to read.

The tests of \`FileAPI\` read blobs by \`FileReader\`, an interface of pages that neither has: here it is the suite's own, over the blob's
methods.

## Where Node passes and this runtime does not

| File | Tests | Why |
| --- | ---: | --- |
${behind.join("\n")}

## Tests left out

Of files that are run otherwise. Tests/WebConformance/scope.mjs names them.

${[...leftOut].sort().map(([reason, count]) => `- ${reason}: ${count}`).join("\n")}

## Files left out

${reasons.map((reason) => `- ${reason}: ${skipped.filter((file) => file.reason === reason).map(({ file }) => `\`${file}\``).join(", ")}`).join("\n")}
`;
};
