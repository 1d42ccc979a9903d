// @ts-check
// Follows every link of a built site: check-links.mjs SITE BASE
//
// A link within the site has to lead to a page, and its fragment to a heading there. Of a link to the outside only the
// form is checked. Nothing is requested.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const [site, base] = process.argv.slice(2);

/** @type {Map<string, any>} The pages, by their addresses without the base, in lower case. */
const pages = new Map();
/** @param {string} folder @param {string} address */
const collect = (folder, address) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) collect(join(folder, entry.name), `${address}/${entry.name}`);
    else if (entry.name.endsWith(".json")) {
      pages.set(`${address}/${entry.name.slice(0, -5)}`.toLowerCase(), JSON.parse(readFileSync(join(folder, entry.name), "utf8")));
    }
  }
};
collect(join(site, "data"), "");

/** @param {any} value @param {(object: any) => void} visit */
const walk = (value, visit) => {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) visit(value);
  for (const member of Object.values(value)) walk(member, visit);
};

/** @type {Map<any, Set<string>>} */
const known = new Map();
/** @param {any} page */
const anchors = (page) => {
  let found = known.get(page);
  if (found === undefined) {
    found = new Set();
    walk(page, ({ anchor }) => typeof anchor === "string" && found?.add(decodeURIComponent(anchor).toLowerCase()));
    known.set(page, found);
  }
  return found;
};

let links = 0;
/** @type {Set<string>} */
const broken = new Set();
for (const [place, page] of pages) {
  for (const reference of Object.values(page.references ?? {})) {
    const { type, url, destination } = /** @type {any} */ (reference);
    const target = type === "link" ? destination ?? url : url;
    if (typeof target !== "string") continue;
    links += 1;
    if (/^[a-z]+:/i.test(target)) {
      if (!URL.canParse?.(target) && !/^(https?:\/\/[\w.-]+(:\d+)?(\/\S*)?|mailto:\S+)$/.test(target)) broken.add(`${place}: ${target}`);
      continue;
    }
    const [path, fragment] = (type === "link" && target.startsWith(`${base}/`) ? target.slice(base.length) : target).split("#");
    // The chapters of a tutorial's table of contents have no pages of their own.
    if (place.startsWith("/tutorials/") && path.startsWith("/tutorials/tutorials/")) continue;
    const page = pages.get(path.replace(/\/$/, "").toLowerCase());
    if (page === undefined || !existsSync(join(site, path.toLowerCase(), "index.html"))) broken.add(`${place}: ${target}`);
    else if (fragment && !anchors(page).has(decodeURIComponent(fragment).toLowerCase())) broken.add(`${place}: no heading for ${target}`);
  }
}
for (const line of [...broken].slice(0, 50)) console.error(line);
if (pages.size === 0 || links === 0) throw new Error(`${site} has no pages`);
console.log(`${pages.size} pages, ${links} links, ${broken.size} broken`);
process.exitCode = broken.size > 0 ? 1 : 0;
