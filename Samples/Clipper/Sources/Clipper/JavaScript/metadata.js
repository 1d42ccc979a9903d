// @ts-check
"use strict";

/** The metadata of a page. */
class Metadata {
  #root;
  #address;
  /** @type {Map<string, string>} */
  #meta = new Map();
  /** @type {Record<string, unknown>[]} */
  #records;

  /**
   * @param {PageNode} root
   * @param {string} address the address of the page
   */
  constructor(root, address) {
    this.#root = root;
    this.#address = address;
    for (const node of root.named("meta")) {
      const name = (node.attribute("property") || node.attribute("name") || node.attribute("itemprop")).toLowerCase();
      const content = node.attribute("content").replace(/\s+/g, " ").trim();
      if (name && content && !this.#meta.has(name)) this.#meta.set(name, content);
    }
    this.#records = Metadata.#linkedData(root);
  }

  get title() {
    const site = this.site;
    const whole = this.#root.named("title").map((node) => node.line).find(Boolean) ?? "";
    const heading = this.#root.named("h1").map((node) => node.line.replace(/\s*[\u00b6#]$/, "")).filter(Boolean);
    const said = this.#first("og:title", "twitter:title", "dc.title", "parsely-title") || this.#record("headline");
    const title = said || (heading.length === 1 && whole.includes(heading[0]) ? heading[0] : whole || heading[0] || "");
    const file = Address.name(this.#address).replace(/\.x?html?$/i, "");
    return Metadata.#withoutSite(title, site) || site || file || "Untitled";
  }

  get author() {
    const said = this.#first("author", "dc.creator", "parsely-author", "sailthru.author")
      || this.#person(this.#value("author"));
    if (said) return said;
    const profile = this.#meta.get("article:author") ?? "";
    if (profile && !/^https?:/.test(profile)) return profile;
    const node = this.#root.find((each) => /(^|\s)author(\s|$)/.test(each.attribute("rel")))
      ?? this.#root.find((each) => each.attribute("itemprop") === "author")
      ?? this.#root.find((each) => /(^|[\s_-])(by-?line|author(-?name)?|p-author)([\s_-]|$)/i.test(each.attribute("class")));
    const name = node?.find((each) => each.attribute("itemprop") === "name") ?? node;
    const line = (name?.line ?? "").replace(/^(by|von|par|por|di)\s+/i, "").replace(/\s*[|\u00b7\u2022\u00bb].*$/, "");
    return line.length <= 100 ? line : "";
  }

  /** The date of publication in the page: `2024-03-05`, optionally with a time and an offset; empty if unknown. */
  get published() {
    const said = this.#first(
      "article:published_time", "datepublished", "date", "dc.date", "dc.date.issued", "dcterms.created", "pubdate",
      "parsely-pub-date")
      || this.#record("datePublished") || this.#record("uploadDate");
    const times = this.#root.named("time").filter((node) => node.has("datetime"));
    const isOf = (/** @type {PageNode} */ node) => node.has("pubdate")
      || /publish|posted|entry-date/i.test(`${node.attribute("class")} ${node.attribute("itemprop")}`);
    return Metadata.date(said) || Metadata.date((times.find(isOf) ?? times[0])?.attribute("datetime") ?? "");
  }

  get site() { return this.#first("og:site_name", "application-name") || this.#person(this.#value("publisher")); }
  get description() {
    return this.#first("og:description", "description", "twitter:description") || this.#record("description");
  }
  get language() { return this.#root.attribute("lang"); }

  /** `rtl` if the page is written from right to left. */
  get direction() {
    return this.#root.attribute("dir") || this.#root.find((node) => node.name === "body")?.attribute("dir") || "";
  }

  /** The canonical address that the page names, if it is on the page's host. */
  get source() {
    const link = this.#root.find((node) => node.name === "link" && node.attribute("rel").toLowerCase() === "canonical");
    const own = URL.parse(this.#address)?.host;
    const said = [link?.attribute("href") ?? "", this.#meta.get("og:url") ?? ""];
    return said.map((each) => Address.resolve(each, this.#address)).find((each) => {
      const { protocol = "", host = "" } = URL.parse(each) ?? {};
      return /^https?:$/.test(protocol) && (!own || own === host);
    }) ?? this.#address;
  }

  get tags() {
    const list = this.#value("keywords");
    const said = this.#first("keywords", "news_keywords") || String(list ?? "");
    const words = (Array.isArray(list) ? list.map(String) : said.split(",")).map((word) => word.replace(/\s+/g, " ").trim());
    return [...new Set(words.filter((word) => word && word.length <= 50))].slice(0, 20);
  }

  /** The next page of the article; empty if there is none. */
  get next() {
    const link = this.#root.find((node) =>
      ["a", "link"].includes(node.name) && node.attribute("rel").toLowerCase().split(/\s+/).includes("next"));
    const address = Address.resolve(link?.attribute("href") ?? "", this.#address);
    return URL.parse(address)?.host === URL.parse(this.#address)?.host ? address : "";
  }

  /** @param {string[]} names */
  #first(...names) { return names.map((name) => this.#meta.get(name)).find(Boolean) ?? ""; }

  /** @param {string} name */
  #value(name) { return this.#records.map((record) => record[name]).find((value) => value !== undefined && value !== null); }

  /** @param {string} name */
  #record(name) {
    const value = this.#value(name);
    return typeof value === "string" ? value.replace(/\s+/g, " ").trim() : "";
  }

  /**
   * The name of a value: a string, an object with a name, or a list of those.
   * @param {unknown} value
   * @returns {string}
   */
  #person(value) {
    if (Array.isArray(value)) return value.slice(0, 10).map((each) => this.#person(each)).filter(Boolean).join(", ");
    if (typeof value === "string") return value.replace(/\s+/g, " ").trim();
    const name = value && typeof value === "object" ? /** @type {Record<string, unknown>} */ (value).name : "";
    return typeof name === "string" ? name.replace(/\s+/g, " ").trim() : "";
  }

  /**
   * The JSON-LD objects, those that describe the page first.
   * @param {PageNode} root
   */
  static #linkedData(root) {
    /** @type {Record<string, unknown>[]} */
    const records = [];
    for (const script of root.named("script")) {
      if (script.attribute("type") !== "application/ld+json") continue;
      let data;
      try {
        data = JSON.parse(script.text);
      } catch {
        continue; // A page with invalid data still has its text.
      }
      const graph = Array.isArray(data) ? data : Array.isArray(data?.["@graph"]) ? data["@graph"] : [data];
      records.push(...graph.slice(0, 100).filter((/** @type {unknown} */ each) => each && typeof each === "object"));
    }
    const isAbout = (/** @type {Record<string, unknown>} */ record) =>
      /Article|Posting|Recipe|WebPage|Report|Discussion/.test(String(record["@type"]));
    return [...records.filter(isAbout), ...records.filter((record) => !isAbout(record))];
  }

  /**
   * Removes the site's name from a title such as "The title - The Site".
   * @param {string} title
   * @param {string} site
   */
  static #withoutSite(title, site) {
    const parts = title.split(/\s+[|\u2013\u2014\u00b7\u00bb-]\s+/);
    if (parts.length < 2) return title;
    const last = parts[parts.length - 1];
    const isShort = parts.length === 2 && last.split(" ").length <= 3 && parts[0].length > last.length;
    const isSite = site ? last.toLowerCase() === site.toLowerCase() : isShort;
    return isSite ? title.slice(0, title.lastIndexOf(last)).replace(/\s+[|\u2013\u2014\u00b7\u00bb-]\s+$/, "") : title;
  }

  /**
   * Converts a date of a page to ISO 8601.
   * @param {string} text
   */
  static date(text) {
    const iso = /^\s*(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?/.exec(text);
    if (iso) {
      const [, year, month, day, time, seconds = "00", offset = ""] = iso;
      return time ? `${year}-${month}-${day}T${time}:${seconds}${offset}` : `${year}-${month}-${day}`;
    }
    const short = /^\s*(\d{4})(\d{2})(\d{2})\s*$/.exec(text) ?? /^\s*(\d{4})\/(\d{2})\/(\d{2})/.exec(text);
    if (short) return `${short[1]}-${short[2]}-${short[3]}`;
    const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    const words = /(\d{1,2})\s+([A-Za-z]{3})[a-z]*\.?,?\s+(\d{4})/.exec(text)
      ?? /([A-Za-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4})/.exec(text);
    if (!words) return "";
    const [day, name] = /^\d/.test(words[1]) ? [words[1], words[2]] : [words[2], words[1]];
    const month = months.indexOf(name.toLowerCase()) + 1;
    return month > 0 ? `${words[3]}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}` : "";
  }
}
