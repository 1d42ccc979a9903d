// @ts-check
// A text area with line numbers, highlighting and a marker, which are painted behind the text.

const TOKENS = new RegExp(
  [
    String.raw`(?<note>//.*|/\*[^]*?(?:\*/|$))`,
    String.raw`(?<text>"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|` + "`(?:\\\\[^]|[^`\\\\])*`?)",
    String.raw`(?<word>\b(?:async|await|break|case|catch|class|const|continue|default|delete|do|else|finally|for|function|if|in|instanceof|let|new|of|return|switch|this|throw|try|typeof|var|void|while|yield|true|false|null|undefined)\b)`,
    String.raw`(?<number>\b\d[\w.]*)`,
  ].join("|"),
  "g",
);
/** The maximum length for highlighting, which takes noticeable time for longer texts. */
const LONGEST_PAINTED = 20_000;

/** @typedef {{ message: string, line?: number, column?: number }} Complaint */

/**
 * @param {{ source: HTMLTextAreaElement, paint: HTMLElement, gutter: HTMLElement }} parts
 * @param {() => void} onInput
 * @param {(line: number) => void} onLine called for a click on a number
 */
export const makeEditor = ({ source, paint, gutter }, onInput, onLine) => {
  /** @type {Complaint | null} */
  let complaint = null;
  /** @type {{ breakpoints: number[], here: number | undefined }} */
  let lineMarks = { breakpoints: [], here: undefined };

  const draw = () => {
    const text = source.value;
    const lines = text.split("\n");
    gutter.replaceChildren(...lines.map((_, index) => {
      const number = document.createElement("span");
      number.textContent = String(index + 1);
      number.classList.toggle("bad", complaint?.line === index + 1);
      number.classList.toggle("breakpoint", lineMarks.breakpoints.includes(index + 1));
      number.classList.toggle("here", lineMarks.here === index + 1);
      return number;
    }));
    paint.replaceChildren(...painted(text, markOf(lines)), "\n");
    scroll();
  };

  /** @param {string[]} lines */
  const markOf = (lines) => {
    if (complaint?.line === undefined || complaint.line > lines.length) return null;
    const start = lines.slice(0, complaint.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
    const line = lines[complaint.line - 1];
    const column = Math.min(complaint.column ?? 1, line.length + 1) - 1;
    const token = complaint.column === undefined ? line.length : /^(?:[\w$]+|.)/u.exec(line.slice(column))?.[0].length ?? 0;
    return { from: start + column, to: start + column + token };
  };

  const scroll = () => {
    paint.scrollTop = gutter.scrollTop = source.scrollTop;
    paint.scrollLeft = source.scrollLeft;
  };

  source.addEventListener("input", () => {
    draw();
    onInput();
  });
  source.addEventListener("scroll", scroll);
  gutter.addEventListener("click", (event) => {
    // By its place: the numbers may be drawn anew between the press and the release.
    const index = [...gutter.children].findIndex((number) => {
      const { top, bottom } = number.getBoundingClientRect();
      return event.clientY >= top && event.clientY < bottom;
    });
    if (index >= 0) onLine(index + 1);
  });
  source.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || event.ctrlKey || event.metaKey) return;
    const before = source.value.slice(0, source.selectionStart);
    const indent = /[^\n]*$/.exec(before)?.[0].match(/^[ \t]*/)?.[0] ?? "";
    event.preventDefault();
    // The only way of inserting text that the browser's undo supports.
    document.execCommand("insertText", false, `\n${indent}${/[{([]\s*$/.test(before) ? "    " : ""}`);
  });

  return {
    get text() { return source.value; },
    set text(text) {
      source.value = text;
      complaint = null;
      draw();
    },
    /** @param {Complaint | null} found */
    mark(found) {
      complaint = found;
      source.setAttribute("aria-invalid", String(found !== null));
      draw();
    },
    /**
     * Shows breakpoints, and the line where a macro has stopped.
     * @param {typeof lineMarks} marks
     */
    markLines(marks) {
      lineMarks = marks;
      draw();
    },
    /** The line of the cursor. */
    get line() { return source.value.slice(0, source.selectionStart).split("\n").length; },
    /** @param {number} line @param {number} [column] */
    goTo(line, column = 1) {
      const lines = source.value.split("\n");
      const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
      source.focus();
      source.setSelectionRange(start, start);
    },
  };
};

/**
 * The text as nodes, with highlighting and an error marker.
 *
 * @param {string} text
 * @param {{ from: number, to: number } | null} mark
 */
const painted = (text, mark) => {
  /** @type {(Node | string)[]} */
  const nodes = [];
  /** @param {number} from @param {number} to @param {string} kind */
  const add = (from, to, kind) => {
    if (from >= to) return;
    const part = text.slice(from, to);
    const node = document.createElement(kind === "mark" ? "mark" : "span");
    if (kind !== "mark") node.className = kind;
    node.textContent = part;
    nodes.push(kind === "" ? part : node);
  };
  /** @param {number} from @param {number} to @param {string} kind */
  const cut = (from, to, kind) => {
    if (mark === null || mark.to <= from || mark.from >= to) {
      add(from, to, kind);
      return;
    }
    add(from, Math.max(from, mark.from), kind);
    add(Math.max(from, mark.from), Math.min(to, mark.to), "mark");
    add(Math.min(to, mark.to), to, kind);
  };
  let at = 0;
  if (text.length <= LONGEST_PAINTED) {
    for (const match of text.matchAll(TOKENS)) {
      const from = match.index ?? 0;
      cut(at, from, "");
      const kind = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined)?.[0] ?? "";
      at = from + match[0].length;
      cut(from, at, kind);
    }
  }
  cut(at, text.length, "");
  if (mark !== null && mark.from === mark.to) nodes.push(markAtEnd());
  return nodes;
};

/** A visible marker for an error at the end of the text. */
const markAtEnd = () => {
  const node = document.createElement("mark");
  node.textContent = " ";
  return node;
};
