// @ts-check
"use strict";

/**
 * A parsed page from the native parser: one entry for each node, in document order.
 * @typedef {object} FlatTree
 * @property {string[]} names the distinct names of elements and attributes
 * @property {number[]} elements the index of each node's name; -1 for a text
 * @property {number[]} parents the index of each node's parent; -1 for the root
 * @property {string[]} texts the content of the texts, in order
 * @property {number[]} attributeNodes the index of each attribute's node
 * @property {number[]} attributeNames the index of each attribute's name
 * @property {string[]} attributeValues the value of each attribute
 * @property {string} charset the character set of the page
 */

/** A read-only node of a page: an element or a text. */
class PageNode {
  // Most nodes have neither children nor attributes, and a page may have a hundred thousand nodes.
  /** @type {readonly PageNode[]} */
  static #none = Object.freeze([]);
  /** @type {PageNode[] | null} */
  #children = null;
  /** @type {Map<string, string> | null} */
  #attributes = null;
  /** @type {PageNode | null} */
  #parent;

  /**
   * @param {string} name the element's name in lower case; empty for a text
   * @param {string} own the content of a text
   * @param {PageNode | null} parent
   */
  constructor(name, own, parent) {
    this.name = name;
    this.own = own;
    this.#parent = parent;
    Object.freeze(this);
  }

  /** @returns {readonly PageNode[]} */
  get children() { return this.#children ?? PageNode.#none; }
  /** @returns {PageNode | null} */
  get parent() { return this.#parent; }
  get isText() { return this.name === ""; }

  /**
   * @param {string} name
   * @returns {string} empty if there is none
   */
  attribute(name) { return this.#attributes?.get(name) ?? ""; }

  /** @param {string} name */
  has(name) { return this.#attributes?.has(name) ?? false; }

  /** The text content, unchanged. */
  get text() {
    if (this.isText) return this.own;
    const parts = [];
    for (const node of this.descendants()) if (node.isText) parts.push(node.own);
    return parts.join("");
  }

  /** The text content on one line. */
  get line() { return this.text.replace(/\s+/g, " ").trim(); }

  /** @returns {Generator<PageNode>} what is in it, in document order */
  *descendants() {
    const stack = [...this.children].reverse();
    for (let node = stack.pop(); node; node = stack.pop()) {
      yield node;
      const children = node.children;
      for (let index = children.length - 1; index >= 0; index--) stack.push(children[index]);
    }
  }

  /**
   * @param {(node: PageNode) => boolean} test
   * @returns {PageNode | null} the first element in it that passes
   */
  find(test) {
    for (const node of this.descendants()) if (!node.isText && test(node)) return node;
    return null;
  }

  /**
   * @param {(node: PageNode) => boolean} test
   * @returns {PageNode[]} all elements in it that pass
   */
  findAll(test) {
    const found = [];
    for (const node of this.descendants()) if (!node.isText && test(node)) found.push(node);
    return found;
  }

  /** @param {...string} names */
  named(...names) { return this.findAll((node) => names.includes(node.name)); }

  /**
   * Builds the tree; the only place that makes nodes.
   * @param {FlatTree} flat
   * @returns {PageNode} the root element
   */
  static build(flat) {
    /** @type {PageNode[]} */
    const nodes = [];
    let text = 0;
    flat.elements.forEach((element, index) => {
      const parent = nodes[flat.parents[index]] ?? null;
      const node = new PageNode(element < 0 ? "" : flat.names[element], element < 0 ? flat.texts[text++] : "", parent);
      nodes.push(node);
      if (parent) (parent.#children ??= []).push(node);
    });
    flat.attributeNodes.forEach((node, index) => {
      (nodes[node].#attributes ??= new Map()).set(flat.names[flat.attributeNames[index]], flat.attributeValues[index]);
    });
    return nodes[0] ?? new PageNode("html", "", null);
  }
}
