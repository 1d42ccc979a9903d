// Counts the steps of a match: a regular expression is a built-in whose work can grow with the square of a text, or double with each
// character, and no other count shows it. This is a plain backtracking matcher, as the engines have, without captures.

/** More steps than any match of a test needs: an expression whose steps double with each character would not end. */
const mostSteps = 50_000_000;

/** Parses the source of an expression into nodes. */
class Parser {
  #source;
  #at = 0;
  #flags;

  constructor(source, flags) {
    this.#source = source;
    this.#flags = flags.replace(/[dgy]/g, "");
    this.isUnicode = /[uv]/.test(flags);
  }

  parse() {
    const tree = this.#alternatives();
    if (this.#at < this.#source.length) throw new Error(`/${this.#source}/ is not supported at ${this.#at}`);
    return tree;
  }

  #take(pattern) {
    const found = new RegExp(pattern.source, "yu");
    found.lastIndex = this.#at;
    const match = found.exec(this.#source);
    if (match !== null) this.#at += match[0].length;
    return match;
  }

  #alternatives() {
    const all = [this.#sequence()];
    while (this.#take(/\|/)) all.push(this.#sequence());
    return { kind: "alternatives", all };
  }

  #sequence() {
    const all = [];
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source[this.#at])) all.push(this.#quantified(this.#term()));
    return { kind: "sequence", all };
  }

  #term() {
    if (this.#take(/\^/)) return { kind: "start" };
    if (this.#take(/\$/)) return { kind: "end" };
    const border = this.#take(/\\([bB])/);
    if (border) return { kind: "border", isWanted: border[1] === "b" };
    const group = this.#take(/\((?:\?(?:([:=!])|<([=!])|<[^>]*>))?/);
    if (group) {
      const body = this.#alternatives();
      this.#take(/\)/);
      const sign = group[1] ?? group[2];
      if (sign === undefined || sign === ":") return body;
      return { kind: "look", body, isBehind: group[2] !== undefined, isNegative: sign === "!" };
    }
    const atom = this.#take(/\[(?:[^\]\\]|\\[^])*\]|\\(?:u\{[^}]*\}|u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|[pP]\{[^}]*\}|c[A-Za-z]|[^])|[^]/)[0];
    const expression = new RegExp(`^(?:${/^[{}\]]$/.test(atom) ? `\\${atom}` : atom})$`, this.#flags);
    const known = new Map();
    const test = (character) => known.get(character) ?? known.set(character, expression.test(character)).get(character);
    return { kind: "character", test };
  }

  #quantified(body) {
    const range = this.#take(/(?:([*+?])|\{(\d+)(,(\d*))?\})(\??)/);
    if (range === null) return body;
    const [, sign, from, comma, to, lazy] = range;
    const least = sign === undefined ? +from : sign === "+" ? 1 : 0;
    const most = sign === undefined ? (comma === undefined ? least : to === "" ? Infinity : +to) : sign === "?" ? 1 : Infinity;
    if (most === Infinity && isEmptyable(body)) throw new Error(`/${this.#source}/ repeats what may be empty, which is not supported`);
    return { kind: "repeated", body, least, most, isLazy: lazy === "?" };
  }
}

/** Whether a node can match no characters. */
function isEmptyable(node) {
  if (node.kind === "character") return false;
  if (node.kind === "alternatives") return node.all.some(isEmptyable);
  if (node.kind === "sequence") return node.all.every(isEmptyable);
  return node.kind !== "repeated" || node.least === 0 || isEmptyable(node.body);
}

/** Writes the program of a node. One that looks behind runs backwards. */
function write(program, node, isBackwards) {
  switch (node.kind) {
    case "alternatives": {
      const ends = [];
      node.all.forEach((each, index) => {
        const isLast = index === node.all.length - 1;
        const choice = program.length;
        if (!isLast) program.push({ kind: "choice", first: choice + 1, second: 0 });
        write(program, each, isBackwards);
        if (isLast) return;
        ends.push(program.push({ kind: "jump", to: 0 }) - 1);
        program[choice].second = program.length;
      });
      for (const end of ends) program[end].to = program.length;
      return;
    }
    case "sequence":
      for (const each of isBackwards ? [...node.all].reverse() : node.all) write(program, each, isBackwards);
      return;
    case "repeated": {
      for (let i = 0; i < node.least; i++) write(program, node.body, isBackwards);
      const choices = [];
      const start = program.length;
      for (let i = node.least; i < Math.min(node.most, node.least + 1000); i++) {
        choices.push(program.push({ kind: "choice", first: 0, second: 0 }) - 1);
        write(program, node.body, isBackwards);
        if (node.most === Infinity) break;
      }
      if (node.most === Infinity) program.push({ kind: "jump", to: start });
      for (const at of choices) {
        const [inner, outer] = [at + 1, program.length];
        Object.assign(program[at], node.isLazy ? { first: outer, second: inner } : { first: inner, second: outer });
      }
      return;
    }
    case "look":
      program.push({ ...node, program: programOf(node.body, node.isBehind) });
      return;
    default:
      program.push(node);
  }
}

function programOf(node, isBackwards) {
  const program = [];
  write(program, node, isBackwards);
  program.push({ kind: "match" });
  return program;
}

const isWord = (character) => character !== undefined && /\w/.test(character);

/** Whether and where a program ends that begins at a place, and the steps that it takes. */
class Matcher {
  steps = 0;

  constructor(text, isUnicode) {
    this.text = text;
    this.isUnicode = isUnicode;
  }

  /** The character after a place, or before it. */
  character(at, isBackwards) {
    const unit = this.text[isBackwards ? at - 1 : at];
    if (!this.isUnicode || unit === undefined) return unit;
    if (!isBackwards) return String.fromCodePoint(this.text.codePointAt(at));
    const pair = this.text.slice(Math.max(0, at - 2), at);
    return /^[\ud800-\udbff][\udc00-\udfff]$/.test(pair) ? pair : unit;
  }

  run(program, start, isBackwards) {
    const waiting = [];
    let [next, at] = [0, start];
    for (;;) {
      if (++this.steps > mostSteps) throw new Error(`an expression takes more than ${mostSteps} steps for ${JSON.stringify(this.text.slice(0, 80))}...`);
      const each = program[next];
      if (each.kind === "match") return at;
      let moves = true;
      next += 1;
      if (each.kind === "character") {
        const character = this.character(at, isBackwards);
        moves = character !== undefined && each.test(character);
        if (moves) at += isBackwards ? -character.length : character.length;
      } else if (each.kind === "choice") {
        waiting.push(each.second, at);
        next = each.first;
      } else if (each.kind === "jump") next = each.to;
      else if (each.kind === "start") moves = at === 0;
      else if (each.kind === "end") moves = at === this.text.length;
      else if (each.kind === "border") moves = (isWord(this.text[at - 1]) !== isWord(this.text[at])) === each.isWanted;
      else moves = (this.run(each.program, at, each.isBehind) === -1) === each.isNegative;
      if (moves) continue;
      if (waiting.length === 0) return -1;
      at = waiting.pop();
      next = waiting.pop();
    }
  }
}

const compiled = new Map();

/** The program of an expression, and whether it can match at the beginning of a text only. */
function compile(expression) {
  const key = `${expression}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const parser = new Parser(expression.source, expression.flags);
  const tree = parser.parse();
  const made = { program: programOf(tree, false), isAnchored: tree.all.every(({ all }) => all[0]?.kind === "start"), isUnicode: parser.isUnicode };
  compiled.set(key, made);
  return made;
}

/** The steps of `expression.exec(text)`, and the place of the match: its beginning and its end, and -1 for both if there is none. */
export function match(expression, text, from) {
  const { program, isAnchored, isUnicode } = compile(expression);
  const matcher = new Matcher(text, isUnicode);
  for (let start = from; start <= text.length; start += isUnicode ? matcher.character(start, false)?.length ?? 1 : 1) {
    const end = matcher.run(program, start, false);
    if (end >= 0) return { start, end, steps: matcher.steps };
    if (isAnchored || expression.sticky) break;
  }
  return { start: -1, end: -1, steps: matcher.steps };
}
