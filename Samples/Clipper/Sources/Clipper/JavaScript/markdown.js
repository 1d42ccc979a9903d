// @ts-check
"use strict";

/** Converts a page to Markdown (CommonMark, with GitHub's tables, task lists and strikethrough). */
class MarkdownWriter {
  #base;
  #skips;

  /**
   * @param {string} base the address of the page, to which links are relative
   * @param {(node: PageNode) => boolean} skips whether a node is skipped
   */
  constructor(base, skips = () => false) {
    this.#base = base;
    this.#skips = skips;
  }

  /** @param {PageNode} node */
  convert(node) {
    return this.#blocks([node]).replace(/\n{3,}/g, "\n\n")
      .replace(/[ \t]+$/gm, (blanks) => blanks === "  " ? blanks : "").trim();
  }

  // Blocks

  /** Block elements. */
  static #blockNames = new Set([
    "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "dialog", "div", "dl", "dt",
    "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr",
    "html", "li", "main", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "td", "tfoot", "th",
    "thead", "tr", "ul", "video", "audio", "iframe", "caption",
  ]);

  /** Elements without content for a note. */
  static #silent = new Set([
    "head", "button", "select", "textarea", "noscript", "script", "style", "template", "svg", "canvas", "object",
    "embed", "map", "datalist", "progress", "meter", "title", "link", "meta",
  ]);

  /** @param {PageNode} node */
  #isBlock(node) { return MarkdownWriter.#blockNames.has(node.name); }

  /** @param {PageNode} node */
  #isHidden(node) {
    return MarkdownWriter.#silent.has(node.name) || node.has("hidden") || node.attribute("aria-hidden") === "true"
      || this.#skips(node);
  }

  /**
   * Converts blocks and sequences of inline nodes, separated by empty lines.
   * @param {readonly PageNode[]} nodes
   * @returns {string}
   */
  #blocks(nodes) {
    const parts = [];
    /** @type {PageNode[]} */
    let run = [];
    const flush = () => {
      const text = this.#paragraph(run);
      if (text) parts.push(text);
      run = [];
    };
    for (const node of nodes) {
      if (!node.isText && this.#isHidden(node)) continue;
      // An inline element may contain blocks, such as a link around a card.
      if (!this.#isBlock(node) && !this.#holdsBlock(node)) {
        run.push(node);
        continue;
      }
      flush();
      const text = this.#block(node);
      if (text.trim()) parts.push(text);
    }
    flush();
    return parts.join("\n\n");
  }

  /**
   * @param {PageNode} node
   * @returns {boolean}
   */
  #holdsBlock(node) {
    return !node.isText && node.name !== "code"
      && node.children.some((child) => this.#isBlock(child) || this.#holdsBlock(child));
  }

  /**
   * @param {PageNode} node
   * @returns {string}
   */
  #block(node) {
    switch (node.name) {
      case "h1": case "h2": case "h3": case "h4": case "h5": case "h6": {
        const text = this.#inline(node.children).replace(/\s*\n\s*/g, " ").trim().replace(/(#+)$/, "\\$1");
        return text ? `${"#".repeat(Number(node.name[1]))} ${text}` : "";
      }
      case "p": case "address": case "summary": case "dt": {
        const text = this.#blocks(node.children);
        return node.name === "dt" || node.name === "summary" ? (text && `**${text.replace(/\*\*/g, "")}**`) : text;
      }
      case "dd": return this.#blocks(node.children).replace(/^/, ": ").replace(/\n(?=.)/g, "\n  ");
      case "blockquote": return this.#quote(this.#blocks(node.children));
      case "ul": case "ol": return this.#list(node);
      case "li": return this.#item("- ", node);
      case "pre": return this.#code(node);
      case "hr": return "---";
      case "table": return this.#table(node);
      case "figcaption": case "caption": {
        const text = this.#blocks(node.children);
        return text && !text.includes("\n") ? `*${text.replace(/(?<!\\)\*/g, "")}*` : text;
      }
      case "video": case "audio": case "iframe": return this.#media(node);
      default: return this.#blocks(node.children);
    }
  }

  /** @param {string} text */
  #quote(text) { return text && text.replace(/^/gm, "> ").replace(/^> $/gm, ">"); }

  /** @param {PageNode} node */
  #list(node) {
    let number = Number.parseInt(node.attribute("start") || "1", 10);
    if (!(number >= 0 && number < 1e9)) number = 1;
    const items = [];
    for (const child of node.children) {
      if (child.isText ? !child.own.trim() : this.#isHidden(child)) continue;
      // A list may directly contain another one, although that is invalid.
      const isNested = child.name === "ul" || child.name === "ol";
      if (isNested && items.length > 0) {
        items[items.length - 1] += `\n${this.#list(child).replace(/^(?=.)/gm, "  ")}`;
        continue;
      }
      const text = this.#item(node.name === "ol" ? `${number}. ` : "- ", child);
      if (!text) continue;
      items.push(text);
      number += 1;
    }
    const isLoose = items.some((item) => /\n\n(?! *(?:[-*]|\d+\.) )/.test(item));
    return items.join(isLoose ? "\n\n" : "\n");
  }

  /**
   * @param {string} marker
   * @param {PageNode} node
   */
  #item(marker, node) {
    const box = node.children.find((child) => child.name === "input" && child.attribute("type") === "checkbox")
      ?? node.children.find((child) => child.name === "label")?.children.find((child) => child.name === "input");
    const task = box ? (box.has("checked") ? "[x] " : "[ ] ") : "";
    const isStray = node.isText || (this.#isBlock(node) && node.name !== "li");
    let text = this.#blocks(isStray ? [node] : node.children);
    // A list in an item follows its text without an empty line.
    text = text.replace(/\n\n(?=(?:[-*]|\d+\.) )/g, "\n");
    if (!text.trim()) return "";
    return `${marker}${task}${text.replace(/\n(?=.)/g, `\n${" ".repeat(marker.length)}`)}`;
  }

  /** @param {PageNode} node */
  #code(node) {
    const inner = node.find((child) => child.name === "code");
    const classes = [inner, node, node.parent, node.parent?.parent].map((each) => each?.attribute("class") ?? "").join(" ");
    const language = /(?:(?:lang(?:uage)?|highlight-source|highlight)-|brush:\s*)([A-Za-z0-9+#.]+)/.exec(classes)?.[1] ?? "";
    const text = MarkdownWriter.#codeText(node).replace(/^\n/, "").replace(/\s+$/, "");
    if (!text) return "";
    const fence = "`".repeat(Math.max(3, 1 + Math.max(0, ...[...text.matchAll(/`+/g)].map((run) => run[0].length))));
    return `${fence}${language}\n${text}\n${fence}`;
  }

  /**
   * The text of code, in which each line may be an element.
   * @param {PageNode} node
   * @returns {string}
   */
  static #codeText(node) {
    if (node.isText) return node.own;
    if (node.name === "br") return "\n";
    return node.children.map((child) => MarkdownWriter.#codeText(child)).join("");
  }

  /** @param {PageNode} node */
  #media(node) {
    const source = node.attribute("src") || node.find((child) => child.name === "source")?.attribute("src") || "";
    const address = Address.resolve(source, this.#base);
    const title = this.#escape(node.attribute("title") || { video: "Video", audio: "Audio" }[node.name] || "Embedded page");
    return address ? `[${title}](${address})` : "";
  }

  // Tables

  /** @param {PageNode} table */
  #table(table) {
    const rows = MarkdownWriter.#rows(table);
    const caption = table.children.find((child) => child.name === "caption");
    if (MarkdownWriter.#isLayout(table, rows)) {
      return rows.flat().map((cell) => this.#blocks(cell.children)).filter(Boolean).join("\n\n");
    }
    const grid = rows.map((row) => row.flatMap((cell) => {
      const text = this.#cell(cell);
      const span = Math.min(Math.max(Number.parseInt(cell.attribute("colspan") || "1", 10) || 1, 1), 50);
      return [text, ...Array(span - 1).fill("")];
    })).filter((row) => row.some(Boolean));
    if (grid.length === 0) return "";
    const width = Math.min(Math.max(...grid.map((row) => row.length)), 200);
    const hasHead = rows[0]?.every((cell) => cell.name === "th") || table.children.some((child) => child.name === "thead");
    const head = hasHead ? /** @type {string[]} */ (grid.shift()) : [];
    const alignment = MarkdownWriter.#alignment(rows, width);
    const line = (/** @type {string[]} */ row) =>
      `| ${Array.from({ length: width }, (_, index) => row[index] ?? "").join(" | ")} |`;
    const lines = [line(head), line(alignment), ...grid.map(line)];
    const text = caption ? this.#block(caption) : "";
    return `${text ? `${text}\n\n` : ""}${lines.join("\n")}`;
  }

  /**
   * @param {PageNode} table
   * @returns {PageNode[][]} the rows of this table, without nested tables
   */
  static #rows(table) {
    const rows = [];
    for (const part of table.children) {
      const lines = part.name === "tr" ? [part] : ["tbody", "thead", "tfoot"].includes(part.name) ? part.children : [];
      for (const row of lines) {
        if (row.name === "tr") rows.push(row.children.filter((cell) => cell.name === "td" || cell.name === "th"));
      }
    }
    return rows;
  }

  /**
   * Whether a table is used for layout only, as in old pages.
   * @param {PageNode} table
   * @param {PageNode[][]} rows
   */
  static #isLayout(table, rows) {
    if (["presentation", "none"].includes(table.attribute("role"))) return true;
    const cells = rows.flat();
    if (cells.some((cell) => cell.name === "th")) return false;
    if (rows.every((row) => row.length <= 1)) return true;
    const blocks = ["table", "p", "ul", "ol", "h1", "h2", "h3", "h4", "pre", "form", "blockquote"];
    return cells.some((cell) => cell.find((node) => blocks.includes(node.name)) !== null);
  }

  /**
   * @param {PageNode[][]} rows
   * @param {number} width
   */
  static #alignment(rows, width) {
    const sample = rows.findLast((row) => row.length === width) ?? [];
    return Array.from({ length: width }, (_, index) => {
      const cell = sample[index];
      const how = cell?.attribute("align") || /text-align:\s*(\w+)/.exec(cell?.attribute("style") ?? "")?.[1] || "";
      return { right: "---:", center: ":---:", left: ":---" }[how] ?? "---";
    });
  }

  /** @param {PageNode} cell */
  #cell(cell) {
    return this.#blocks(cell.children).replace(/\s*\n+\s*/g, " ").replace(/(?<!\\)\|/g, "\\|").trim();
  }

  // Inline

  /** @param {readonly PageNode[]} nodes */
  #paragraph(nodes) {
    return this.#inline(nodes).replace(/\s*\u0001\s*\u0001[\s\u0001]*/g, "\n\n").replace(/ *\u0001 */g, "  \n").trim()
      .split("\n").map((line) => MarkdownWriter.#plainStart(line)).join("\n");
  }

  /**
   * Escapes a line of text that would start a block.
   * @param {string} line
   */
  static #plainStart(line) {
    return line.replace(/^(\s*)(#{1,6}(?=\s|$)|[-+](?=\s|$)|>|={2,}$|-{3,}$|~{3,})/, "$1\\$2")
      .replace(/^(\s*\d{1,9})([.)])(?=\s|$)/, "$1\\$2");
  }

  /**
   * @param {readonly PageNode[]} nodes
   * @returns {string}
   */
  #inline(nodes) {
    let text = "";
    for (const node of nodes) {
      const next = this.#span(node);
      // White space at a boundary counts once.
      text += /\s$/.test(text) ? next.replace(/^[ \n]+/, "") : next;
    }
    return text;
  }

  /**
   * @param {PageNode} node
   * @returns {string}
   */
  #span(node) {
    if (node.isText) return this.#escape(node.own.replace(/[ \t\r\n\f]+/g, " "));
    if (this.#isHidden(node)) return "";
    switch (node.name) {
      case "br": return "\u0001";
      case "strong": case "b": return this.#wrap("**", node);
      case "em": case "i": case "cite": case "dfn": case "var": return this.#wrap("*", node);
      case "del": case "s": case "strike": return this.#wrap("~~", node);
      case "code": case "kbd": case "samp": case "tt": return MarkdownWriter.#codeSpan(node);
      case "q": return `\u201c${this.#inline(node.children)}\u201d`;
      case "a": return this.#link(node);
      case "img": return this.#image(node);
      case "input": return "";
      case "wbr": return "";
      case "picture": {
        const image = node.find((child) => child.name === "img");
        return image ? this.#image(image) : "";
      }
      default: return this.#inline(node.children);
    }
  }

  /**
   * Moves white space outside of emphasis marks, where Markdown requires it.
   * @param {string} mark
   * @param {PageNode} node
   */
  #wrap(mark, node) {
    const text = this.#inline(node.children);
    const [, before = "", inner = "", after = ""] = /^([\s\u0001]*)(.*?)([\s\u0001]*)$/s.exec(text) ?? [];
    if (!inner || inner.startsWith(mark)) return text;
    return `${before}${mark}${inner}${mark}${after}`;
  }

  /** @param {PageNode} node */
  static #codeSpan(node) {
    const text = node.line;
    if (!text) return "";
    const fence = "`".repeat(1 + Math.max(0, ...[...text.matchAll(/`+/g)].map((run) => run[0].length)));
    const pad = text.startsWith("`") || text.endsWith("`") ? " " : "";
    return `${fence}${pad}${text}${pad}${fence}`;
  }

  /** @param {PageNode} node */
  #link(node) {
    const text = this.#inline(node.children).replace(/[\s\u0001]+/g, " ");
    const address = Address.resolve(node.attribute("href"), this.#base);
    if (!text.trim()) return text;
    if (!node.has("href") || !address || address.startsWith("#")) return text;
    const title = node.attribute("title").replace(/\s+/g, " ").trim();
    const [, before = "", inner = "", after = ""] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? [];
    const more = title && title !== inner ? ` "${this.#escape(title).replace(/"/g, '\\"')}"` : "";
    return `${before}[${inner}](${address}${more})${after}`;
  }

  /** @param {PageNode} node */
  #image(node) {
    // Pages with lazy loading have the address in another attribute.
    const source = [node.attribute("src"), node.attribute("data-src"), node.attribute("srcset").trim().split(/[\s,]+/)[0]]
      .map((each) => each && !/^\s*data:/i.test(each) ? Address.resolve(each, this.#base) : "").find(Boolean);
    if (!source || source.startsWith("mailto:")) return "";
    // Tracking images have a size of one pixel.
    if (Number(node.attribute("width") || 9) <= 1 || Number(node.attribute("height") || 9) <= 1) return "";
    const text = this.#escape(node.attribute("alt").replace(/\s+/g, " ").trim());
    return `![${text}](${source})`;
  }

  /**
   * Escapes the characters with a meaning in Markdown or HTML.
   * @param {string} text
   */
  #escape(text) {
    return text.replace(/[\\`*[\]<>]/g, "\\$&").replace(/(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, "\\_")
      .replace(/~~/g, "\\~\\~")
      .replace(/&(?=#?\w{1,31};)/g, "\\&").replace(/==(?==*\S)|%%|\$\$/g, (mark) => mark.replace(/./g, "\\$&"))
      .replace(/[\u0001-\u0008\u000b\u000e-\u001f\u202a-\u202e\u2066-\u2069]/g, "");
  }
}
