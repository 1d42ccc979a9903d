// @ts-check
"use strict";

/** Finds the main text of a page. */
class Extractor {
  #root;

  /** @param {PageNode} root */
  constructor(root) { this.#root = root; }

  /** Classes of elements outside of the main text: navigation, sharing, advertisements, boxes. */
  static #around = new RegExp("(^|[\\s_-])(" + [
    "ads?", "advert\\w*", "banner", "breadcrumbs?", "cookies?", "consent", "disqus", "edit-?link", "follow", "hidden",
    "masthead", "menu", "meta-?nav", "modal", "nav(bar|igation)?", "newsletter", "outbrain", "pager", "pagination",
    "paywall", "popup", "print-?only", "promo", "related", "recommend\\w*", "screen-reader-text", "share\\w*", "sharing",
    "sidebar", "signature", "signup", "site-?(header|footer)", "skip-?link", "social", "sponsor\\w*", "sr-only",
    "subscribe", "taboola", "toc", "toolbar", "visually-?hidden", "widget",
    "by-?line", "p-author", "(entry|article|post|story)[-_]+meta", "headerlink", "permalink", "anchor-?link",
  ].join("|") + ")([\\s_-]|$)", "i");

  /** Roles of elements outside of the main text. */
  static #roles = new Set([
    "navigation", "banner", "contentinfo", "search", "complementary", "dialog", "alert", "menu", "toolbar",
  ]);

  /**
   * Whether a node is outside of the main text.
   * @param {PageNode} node
   * @returns {boolean}
   */
  static isAround(node) {
    if (["nav", "aside", "footer", "form", "dialog", "menu"].includes(node.name)) {
      // Some servers wrap the whole page in a form, and a footer in a quotation has its source.
      if (node.name === "form") return node.line.length < 500;
      return !(node.name === "footer" && node.parent?.name === "blockquote");
    }
    if (["html", "body", "article", "main"].includes(node.name)) return false;
    if (Extractor.#roles.has(node.attribute("role"))) return true;
    const named = `${node.attribute("class")} ${node.attribute("id")}`;
    if (/display:\s*none|visibility:\s*hidden/i.test(node.attribute("style"))) return true;
    const isBody = /(^|[\s_-])(article|content|entry|post|story)[-_]?(body|content|text)([\s_-]|$)/i.test(named);
    return Extractor.#around.test(named) && !isBody;
  }

  /** The element with the main text. */
  get main() {
    const body = this.#root.find((node) => node.name === "body") ?? this.#root;
    const articles = this.#root.named("article").filter((node) => node.line.length > 60 && !this.#isWithinAround(node));
    const outer = articles.filter((node) => !articles.some((other) => other !== node && Extractor.#holds(other, node)));
    const sizes = outer.map((node) => ({ node, size: Extractor.#readable(node) }));
    const [longest, second] = sizes.sort((a, b) => b.size - a.size);
    const candidates = [
      this.#root.find((node) => /(^|\s)articleBody(\s|$)/.test(node.attribute("itemprop"))),
      // A single article among teasers; a list of many articles is not one.
      longest && longest.size > 2 * (second?.size ?? 0) ? longest.node : null,
      this.#root.find((node) => node.name === "main"),
      this.#root.find((node) => node.attribute("role") === "main"),
    ];
    const all = Extractor.#readable(body);
    for (const node of candidates) if (node && Extractor.#readable(node) > Math.min(140, all / 2)) return node;
    return this.#heaviest(body) ?? body;
  }

  /** @param {PageNode} node */
  #isWithinAround(node) {
    for (let each = node.parent; each; each = each.parent) if (Extractor.isAround(each)) return true;
    return false;
  }

  /**
   * @param {PageNode} outer
   * @param {PageNode} inner
   */
  static #holds(outer, inner) {
    for (let each = inner.parent; each; each = each.parent) if (each === outer) return true;
    return false;
  }

  /**
   * The length of a node's text without links and without nodes outside of the main text.
   * @param {PageNode} node
   */
  static #readable(node) {
    let length = 0;
    /** @type {PageNode[]} */
    const stack = [node];
    for (let each = stack.pop(); each; each = stack.pop()) {
      if (each.isText) {
        length += each.own.trim().length;
      } else if (each === node || !(["a", "head", "script"].includes(each.name) || Extractor.isAround(each))) {
        stack.push(...each.children);
      }
    }
    return length;
  }

  /**
   * Without a marked element: each text adds its length to the score of its parent, and half of it to the grandparent's.
   * @param {PageNode} body
   */
  #heaviest(body) {
    /** @type {Map<PageNode, number>} */
    const scores = new Map();
    for (const node of body.descendants()) {
      const isText = ["p", "pre", "blockquote", "td", "li", "h2", "h3", "dd"].includes(node.name)
        || (node.name === "div" && node.children.some((child) => child.isText && child.own.trim().length >= 25));
      if (!isText) continue;
      const text = node.line;
      if (text.length < 25 || this.#isWithinAround(node)) continue;
      const linked = node.named("a").reduce((sum, link) => sum + link.line.length, 0);
      const weight = 1 + Math.min(text.length / 100, 5) + text.split(/[,\u060c\u3001]/).length;
      const score = weight * (1 - Math.min(linked / text.length, 1));
      let share = 1;
      for (let each = node.parent; each && each !== this.#root && share > 0.2; each = each.parent, share /= 2) {
        scores.set(each, (scores.get(each) ?? 0) + score * share);
      }
    }
    let best = null;
    for (const [node, score] of scores) if (best === null || score > (scores.get(best) ?? 0)) best = node;
    // Siblings with similar scores belong to the text: too much is better than too little.
    let whole = best;
    for (let each = best; each?.parent && each.name !== "body"; each = each.parent) {
      const own = scores.get(each) ?? 0;
      if (each.parent.children.some((node) => node !== each && (scores.get(node) ?? 0) > own * 0.3)) whole = each.parent;
    }
    while (whole?.parent && ["tr", "tbody", "li", "ul", "ol", "dd", "dl"].includes(whole.name)) whole = whole.parent;
    return whole;
  }
}
