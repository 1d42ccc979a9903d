// @ts-check
"use strict";

/** Addresses of pages: enough of RFC 3986 to resolve a link. The engine has no `URL`. */
const Address = Object.freeze({
  /**
   * @param {string} text
   * @returns {{ scheme: string, host: string | null, path: string, query: string, fragment: string }}
   */
  parse(text) {
    // The expression of RFC 3986, appendix B.
    const match = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(text);
    const [, scheme = "", host = null, path = "", query = "", fragment = ""] = match ?? [];
    return { scheme: scheme.toLowerCase(), host, path, query, fragment };
  },

  /**
   * An address as seen from a page; empty for one that a note must not have (`javascript:` and the like).
   * @param {string} text
   * @param {string} base
   * @returns {string}
   */
  resolve(text, base) {
    // Browsers ignore white space and control characters here, and so do those who hide a scheme behind them.
    const cleaned = text.replace(/^[\u0000-\u0020]+|[\u0000-\u0020]+$/g, "").replace(/[\u0000-\u001f\u007f]+/g, "")
      .replace(/ +/g, "%20");
    const link = Address.parse(cleaned);
    if (link.scheme) return ["http", "https", "mailto"].includes(link.scheme) ? Address.escape(cleaned) : "";
    const from = Address.parse(base);
    if (!["http", "https"].includes(from.scheme)) return Address.escape(link.host === null ? cleaned : `https:${cleaned}`);
    const start = `${from.scheme}://`;
    if (link.host !== null) return Address.escape(`${start}${link.host}${link.path}${link.query}${link.fragment}`);
    const here = `${start}${from.host ?? ""}`;
    if (link.path === "") {
      return Address.escape(`${here}${from.path}${link.query || from.query}${link.fragment}`);
    }
    const path = link.path.startsWith("/") ? link.path : from.path.replace(/[^/]*$/, "") + link.path;
    const whole = Address.withoutDots(path.startsWith("/") ? path : `/${path}`);
    return Address.escape(`${here}${whole}${link.query}${link.fragment}`);
  },

  /** @param {string} path */
  withoutDots(path) {
    /** @type {string[]} */
    const kept = [];
    const parts = path.split("/").slice(1);
    parts.forEach((part, index) => {
      const isLast = index === parts.length - 1;
      if (part === "..") kept.pop();
      if (part === "." || part === "..") {
        if (isLast) kept.push("");
      } else {
        kept.push(part);
      }
    });
    return `/${kept.join("/")}`;
  },

  /**
   * Escapes what would end a link in Markdown.
   * @param {string} address
   */
  escape(address) {
    return address.replace(/[\s<>()[\]\\"`|{}^]/g, (character) =>
      `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
  },
});
