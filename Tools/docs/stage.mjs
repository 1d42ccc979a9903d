// @ts-check
// Copies the catalogs of modules for docc, and makes a catalog of the guides: stage.mjs OUTPUT BASE MODULE...
//
// A catalog stands alone: built by itself, it names other modules and guides as code. Here these names become links to
// their pages, `docs/pool.md` as well as `CausewayProcess`.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";

import { guides, outsideOfCode, pageName } from "./guides.mjs";

const [output, base, ...modules] = process.argv.slice(2);
const listed = guides.flatMap(([, group]) => group);
const others = readdirSync("docs").filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`).filter((path) => !listed.includes(path));
const paths = [...listed, ...others];

/** @param {string} path */
const read = (path) => readFileSync(path, "utf8");
/** @param {string} path */
const title = (path) => (read(path).match(/^# (.*)$/m) ?? ["", path])[1];
/** @param {string} path */
const address = (path) => `${base}/documentation/guides/${pageName(path)}`;

/**
 * The anchors of a text's headings: as GitHub makes them, and as docc does.
 * @param {string} path
 */
const anchors = (path) => {
  const headings = read(path).replace(/^```[^]*?^```$/gm, "").matchAll(/^#+ (.*)$/gm);
  return new Map([...headings].map(([, heading]) => {
    const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
    const onGitHub = text.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-");
    const here = text.trim().split(/[\s\-\u2013\u2014]+/).filter(Boolean).join("-").replace(/(?!-)[\p{P}`]/gu, "");
    return [onGitHub, here];
  }));
};

/**
 * The text of a guide, with links to other pages of the site; what is no page of the site is named.
 * @param {string} path
 * @param {string} catalog
 */
const guide = (path, catalog) => {
  const text = outsideOfCode(read(path), (prose) => prose.replace(/(!?)\[((?:[^\[\]]|`[^`]*`)*)\]\(([^)\s]+)\)/g, (whole, mark, label, target) => {
    if (/^https?:/.test(target)) return whole;
    const [file, anchor] = target.split("#");
    const place = file === "" ? path : normalize(join(dirname(path), file));
    if (!existsSync(place)) throw new Error(`${path}: no file ${target}`);
    if (mark === "!") {
      cpSync(place, join(catalog, basename(place)));
      return `![${label}](${basename(place)})`;
    }
    if (paths.includes(place)) {
      if (anchor === undefined) return `[${label}](${address(place)})`;
      const here = anchors(place).get(anchor);
      if (here === undefined) throw new Error(`${path}: ${place} has no heading #${anchor}`);
      return `[${label}](${address(place)}#${encodeURIComponent(here)})`;
    }
    const name = place.replace(/\/$/, "");
    return label.replaceAll("`", "") === name || label === basename(name) ? `\`${name}\`` : `${label} (\`${name}\`)`;
  }));
  // Comments are for the tests of the guides. A picture is no abstract.
  return text.replace(/^<!--.*-->\n/gm, "").replace(/^(# .*\n\n)(?=!\[)/, "$1## Overview\n\n");
};

const catalog = join(output, "Guides.docc");
mkdirSync(catalog, { recursive: true });
for (const path of paths) writeFileSync(join(catalog, `${pageName(path)}.md`), guide(path, catalog));
const groups = guides.map(([name, group], index) => /** @type {const} */ ([name, index === guides.length - 1 ? [...group, ...others] : group]));
const topics = groups.map(([name, group]) => `### ${name}\n\n${group.map((path) => `- <doc:${pageName(path)}>\n`).join("")}`);
writeFileSync(join(catalog, "Guides.md"), `# Guides

Everything about one subject on one page: each begins with something that runs.

@Metadata {
  @TechnologyRoot
}

## Topics

${topics.join("\n")}`);

/**
 * An article of a module: names of guides and of other modules become links.
 * @param {string} text
 * @param {string} own
 */
const linked = (text, own) =>
  outsideOfCode(text, (prose) => prose.replace(/(?<![`\w[])`([\w./-]+)`(?!`)/g, (whole, name) => {
    if (paths.includes(name)) return `[${title(name)}](${address(name)})`;
    if (name !== own && modules.includes(name)) return `[${name}](${base}/documentation/${name.toLowerCase()})`;
    if (/^docs\/.*\.md$/.test(name)) throw new Error(`${own}: no guide ${name}`);
    return whole;
  }));

/** @param {string} folder @param {string} own */
const change = (folder, own) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) change(path, own);
    else if (entry.name.endsWith(".md")) writeFileSync(path, linked(read(path), own));
  }
};

for (const name of modules) {
  const copy = join(output, `${name}.docc`);
  const wing = readdirSync("Sources").find((folder) => existsSync(`Sources/${folder}/${name}/${name}.docc`));
  cpSync(`Sources/${wing}/${name}/${name}.docc`, copy, { recursive: true });
  change(copy, name);
}
