// @ts-check
// An animated picture of a terminal session: SVG with CSS alone, in the colors that the reader's system prefers.

const columns = 92;
const rows = 24;
const [cell, line, margin, bar] = [8.4, 20, 16, 36];
/** Seconds: a key, the pause before a command, and after its output. */
const [key, before, after] = [0.045, 0.5, 1.6];

/** @typedef {{ text: string, style: string }} Run */
/** @typedef {{ runs: Run[], at: number, command?: { from: number, until: number, length: number } }} Row */

/** @type {Record<string, string>} */
const styles = { 1: "b", 2: "d", 31: "r", 32: "g", 33: "y", 34: "u", 35: "p", 36: "c", 90: "d" };

/**
 * The rows of a terminal that printed these pieces. Escapes other than colors are left out.
 * @param {{ at: number, text: string }[]} pieces
 * @param {number} start
 * @returns {Row[]}
 */
const printed = (pieces, start) => {
  /** @type {Row[]} */
  const found = [];
  /** @type {Row | undefined} */
  let row;
  let [style, width] = ["", 0];
  for (const { at, text } of pieces) {
    for (const [part, color] of text.matchAll(/\x1b\[([\d;]*)m|\x1b\[[\d;?]*[A-Za-z]|\r?\n|[^\x1b\r\n]|\r/gu)) {
      if (color !== undefined) {
        for (const code of color.split(";")) style = code === "0" || code === "" ? "" : `${style} ${styles[code] ?? ""}`.trim();
      } else if (part.endsWith("\n")) {
        if (row === undefined) found.push({ runs: [], at: start + at / 1000 });
        [row, width] = [undefined, 0];
      } else if ([...part].length === 1 && part !== "\r") {
        if (row === undefined || width === columns) {
          row = { runs: [], at: start + at / 1000 };
          found.push(row);
          width = 0;
        }
        const last = row.runs.at(-1);
        if (last?.style === style) last.text += part;
        else row.runs.push({ text: part, style });
        width += 1;
      }
    }
  }
  return found;
};

/** @param {string} text */
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
/** @param {number} value */
const short = (value) => String(Math.round(value * 100) / 100);

/** @param {{ command: string, pieces: { at: number, text: string }[] }[]} session */
export const picture = (session) => {
  /** @type {Row[]} */
  const all = [];
  let time = 0;
  for (const { command, pieces } of session) {
    const from = time + before;
    const until = from + command.length * key;
    all.push({ runs: [{ text: "$ ", style: "g" }, { text: command, style: "b" }], at: time, command: { from, until, length: command.length } });
    const output = printed(pieces, until + 0.15);
    all.push(...output);
    time = Math.max(until, output.at(-1)?.at ?? 0) + after;
  }
  const total = time + 3;
  /** @param {number} at */
  const percent = (at) => `${short((at / total) * 100)}%`;

  const css = [];
  const drawn = all.map((row, index) => {
    const y = (index + 1) * line;
    let x = 0;
    const text = row.runs.map(({ text, style }) => {
      const run = `<tspan x="${short(x * cell)}" textLength="${short(text.length * cell)}"${style && ` class="${style}"`}>${escaped(text)}</tspan>`;
      x += text.length;
      return run;
    }).join("");
    // Rows that appear together share their keyframes.
    const name = `a${Math.round(row.at * 100)}`;
    css.push(`@keyframes ${name}{0%{opacity:0}${percent(row.at)}{opacity:1}}.${name}{animation-name:${name}}`);
    if (row.command === undefined) return `<text y="${y}" class="l ${name}">${text}</text>`;
    const { from, until, length } = row.command;
    const cover = `c${index}`;
    css.push(`@keyframes ${cover}{0%,${percent(from)}{transform:none;animation-timing-function:steps(${length})}${percent(until)},100%{transform:translateX(${short(length * cell)}px)}}.${cover}{animation:${cover} ${short(total)}s infinite}`);
    return `<g class="l ${name}"><text y="${y}">${text}</text><rect class="w ${cover}" x="${short(2 * cell)}" y="${y - 15}" width="${short((columns - 2) * cell)}" height="${line}"/></g>`;
  });

  // The text moves up as the last row leaves the window.
  const steps = all.map((row, index) => ({ at: row.at, by: Math.max(0, index + 1 - rows) })).filter(({ by }, index, list) => by > 0 && by !== list[index - 1]?.by);
  const scroll = steps.map(({ at, by }) => `${percent(at)}{transform:translateY(-${by * line}px)}`).join("");
  const last = steps.at(-1)?.by ?? 0;
  css.push(`@keyframes s{0%{transform:none}${scroll}100%{transform:translateY(-${last * line}px)}}.s{animation:s ${short(total)}s step-end infinite;transform:translateY(-${last * line}px)}`);

  const [width, height] = [columns * cell + 2 * margin, rows * line + bar + margin];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${short(width)} ${short(height)}" width="${short(width)}" height="${short(height)}" role="img" aria-label="${escaped(session.map(({ command }) => command).join("; ")).replaceAll('"', "&quot;")}">
<!-- Written by Tools/recording/record.mjs: make recording -->
<style>
svg{--back:#fbfbfd;--edge:#d0d7de;--text:#1f2328;--dim:#59636e;--red:#b3261e;--green:#116329;--yellow:#7d4e00;--blue:#0550ae;--pink:#8250df;--cyan:#1b6c78}
@media(prefers-color-scheme:dark){svg{--back:#15191f;--edge:#3d444d;--text:#e6edf3;--dim:#9198a1;--red:#ff8178;--green:#56d364;--yellow:#e3b341;--blue:#79c0ff;--pink:#d2a8ff;--cyan:#76e3ea}}
text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:var(--text);white-space:pre}
.l{animation:${short(total)}s step-end infinite}.w{fill:var(--back);transform:translateX(${short(columns * cell)}px)}
.b{font-weight:600}.d{fill:var(--dim)}.r{fill:var(--red)}.g{fill:var(--green)}.y{fill:var(--yellow)}.u{fill:var(--blue)}.p{fill:var(--pink)}.c{fill:var(--cyan)}
${[...new Set(css)].join("\n")}
@media(prefers-reduced-motion:reduce){*{animation:none!important}}
</style>
<rect x=".5" y=".5" width="${short(width - 1)}" height="${short(height - 1)}" rx="10" fill="var(--back)" stroke="var(--edge)"/>
<circle cx="22" cy="18" r="6" fill="#ff5f57"/><circle cx="42" cy="18" r="6" fill="#febc2e"/><circle cx="62" cy="18" r="6" fill="#28c840"/>
<svg x="${margin}" y="${bar}" width="${short(columns * cell)}" height="${rows * line + 6}"><g class="s">
${drawn.join("\n")}
</g></svg>
</svg>
`;
};
