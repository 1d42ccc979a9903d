// @ts-check
"use strict";

/** Addresses in pages. */
const Address = Object.freeze({
  /**
   * Resolves an address relative to a page; empty for one that a note must not have, such as `javascript:`.
   * @param {string} text
   * @param {string} base empty or not an address for a page that was saved
   * @returns {string}
   */
  resolve(text, base) {
    const from = URL.parse(base);
    const isOnline = from !== null && ["http:", "https:"].includes(from.protocol);
    const address = isOnline ? URL.parse(text, base) : URL.parse(text) ?? URL.parse(text.replace(/^\s*(?=\/\/)/, "https:"));
    if (address !== null) return ["http:", "https:", "mailto:"].includes(address.protocol) ? Address.escape(address.href) : "";
    // There is no base address: keep it, without characters that could hide a scheme.
    const plain = text.replace(/^[\u0000-\u0020]+|[\u0000-\u0020]+$/g, "").replace(/[\u0000-\u001f\u007f]+/g, "");
    return isOnline || /^[a-z][a-z0-9+.-]*:/i.test(plain) ? "" : Address.escape(plain);
  },

  /**
   * The last component of a path, decoded; empty if there is none.
   * @param {string} address
   * @returns {string}
   */
  name(address) {
    const part = (URL.parse(address)?.pathname ?? address).split("/").filter(Boolean).pop() ?? "";
    try {
      return decodeURIComponent(part);
    } catch {
      return part; // It has another encoding.
    }
  },

  /**
   * Escapes the characters that would end a link in Markdown.
   * @param {string} address
   */
  escape(address) {
    return address.replace(/[\s<>()[\]\\"`|{}^]/g, (character) =>
      `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
  },
});
