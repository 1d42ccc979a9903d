// @ts-check
// Breakpoints and stopped macros, where the program offers them.

/** @typedef {{ key: string, line: number, function: string, variables: { name: string, value: string }[] }} Stop */
/** @typedef {"continue" | "next" | "stepIn" | "stepOut"} Step */

/**
 * @param {{ panel: HTMLElement, place: HTMLElement, values: HTMLElement, steps: HTMLElement }} parts
 * @param {(step: Step) => void} onStep
 */
export const makeDebugger = ({ panel, place, values, steps }, onStep) => {
  /** @type {Map<string, number[]>} */
  const breakpoints = new Map();
  /** @type {Stop | null} */
  let stopped = null;
  let isOffered = false;

  for (const button of steps.querySelectorAll("button")) {
    button.addEventListener("click", () => onStep(/** @type {Step} */ (button.dataset.step)));
  }

  /** @param {Stop | null} stop */
  const show = (stop) => {
    stopped = stop;
    panel.hidden = stop === null;
    place.textContent = stop === null ? "" : `Stopped at ${stop.key}, line ${stop.line}${stop.function.startsWith("(") ? "" : `, in ${stop.function}`}`;
    values.replaceChildren(...(stop?.variables ?? []).map(({ name, value }) => {
      const row = document.createElement("tr");
      const head = document.createElement("th");
      head.scope = "row";
      head.textContent = name;
      const cell = document.createElement("td");
      cell.textContent = value;
      row.append(head, cell);
      return row;
    }));
  };

  return {
    get isOffered() { return isOffered; },
    get stopped() { return stopped; },
    show,
    /**
     * Takes what the program says when a page opens; undefined if it has no debugger.
     * @param {any} state
     */
    open(state) {
      isOffered = state !== undefined;
      breakpoints.clear();
      for (const [key, lines] of Object.entries(state?.breakpoints ?? {})) breakpoints.set(key, lines);
      show(state?.stopped ?? null);
    },
    /** @param {{ key: string, lines: number[] }} change */
    set: ({ key, lines }) => void breakpoints.set(key, lines),
    /**
     * What the editor shows of a file.
     * @param {string} key
     */
    linesOf: (key) => ({ breakpoints: breakpoints.get(key) ?? [], here: stopped?.key === key ? stopped.line : undefined }),
    /**
     * The breakpoints of a file after a click on a line.
     * @param {string} key
     * @param {number} line
     */
    toggled(key, line) {
      const lines = breakpoints.get(key) ?? [];
      return lines.includes(line) ? lines.filter((other) => other !== line) : [...lines, line];
    },
  };
};
