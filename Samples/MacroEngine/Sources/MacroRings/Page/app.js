// @ts-check
import { makeDebugger } from "./debugger.js";
import { connectEventStream } from "./event-stream.js";
import { makeEditor } from "./editor.js";
import { makeRings } from "./rings.js";

const CHECK_AFTER = 120;
const LONGEST_LOG = 200;

/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);

/** @typedef {{ key: string, title: string, javascript: string, canUndo: boolean, isDefault: boolean, revision: number }} Macro */

/** @type {any} */
let bridge = null;
/** @type {Macro[]} */
let macros = [];
/** What was typed and not saved, by key, with the revision that it began from. @type {Map<string, { text: string, revision: number }>} */
const drafts = new Map();
let selected = "more";
/** @type {string | null} */
let running = null;
let picture = { revision: -1, inner: 0, middle: 0, outer: 0, canUndo: false, canRedo: false };
let lastLine = 0;
let checks = 0;
/** @type {number | undefined} */
let checkTimer;

const drawRings = makeRings(at("rings"), at("values"));
const editor = makeEditor({ source: at("source"), paint: at("paint"), gutter: at("gutter") }, () => {
  const macro = current();
  if (macro === undefined) return;
  if (editor.text === macro.javascript) drafts.delete(selected);
  else drafts.set(selected, { text: editor.text, revision: drafts.get(selected)?.revision ?? macro.revision });
  drawTools();
  clearTimeout(checkTimer);
  checkTimer = setTimeout(check, CHECK_AFTER);
}, (line) => toggleBreakpoint(line));

const stops = makeDebugger(
  { panel: at("debug"), place: at("place"), values: at("variables"), steps: at("steps") },
  (step) => attempt(() => bridge.call("debug.resume", { step })));

const current = () => macros.find((macro) => macro.key === selected);

// The view

const drawTools = () => {
  const isOpen = bridge !== null;
  const macro = current();
  const draft = drafts.get(selected);
  at("undo").disabled = !isOpen || running !== null || !picture.canUndo;
  at("redo").disabled = !isOpen || running !== null || !picture.canRedo;
  at("stop").disabled = !isOpen || running === null;
  at("save").disabled = !isOpen || draft === undefined;
  at("back").disabled = !isOpen || (draft === undefined && !macro?.canUndo);
  at("restore").disabled = !isOpen || (draft === undefined && macro?.isDefault !== false);
  const isOld = draft !== undefined && macro !== undefined && draft.revision !== macro.revision;
  at("hint").textContent = isOld ? "changed on another page: press Undo edit to see that version" : draft ? "not saved (Ctrl+S)" : "";
  for (const button of at("buttons").children) {
    button.disabled = !isOpen;
    button.setAttribute("aria-busy", String(button.dataset.key === running));
  }
  for (const tab of at("tabs").children) {
    tab.setAttribute("aria-selected", String(tab.dataset.key === selected));
    tab.tabIndex = tab.dataset.key === selected ? 0 : -1;
    tab.classList.toggle("draft", drafts.has(tab.dataset.key));
  }
  at("editor").setAttribute("aria-labelledby", `tab-${selected}`);
  at("editor").classList.toggle("debuggable", stops.isOffered);
  editor.markLines(stops.linesOf(selected));
};

/** @param {import("./debugger.js").Stop | null} stop */
const showStop = (stop) => {
  stops.show(stop);
  if (stop === null) return drawTools();
  if (selected !== stop.key) select(stop.key);
  editor.goTo(stop.line);
  drawTools();
};

/** @param {number} line */
const toggleBreakpoint = (line) => {
  if (bridge === null || !stops.isOffered) return;
  const wanted = { key: selected, lines: stops.toggled(selected, line) };
  void attempt(() => bridge.call("debug.breakpoints", wanted));
};

/** @param {typeof picture} next */
const showRings = (next) => {
  if (next.revision <= picture.revision) return;
  picture = next;
  drawRings(/** @type {any} */ (next));
  drawTools();
};

/** @param {{ macros: Macro[], problem: string | null }} list */
const showMacros = (list) => {
  const isNew = macros.length === 0;
  const isChanged = isNew || macros.length !== list.macros.length || macros.some(({ key }, index) => key !== list.macros[index].key);
  macros = list.macros;
  if (!macros.some((macro) => macro.key === selected)) selected = macros[0]?.key ?? "";
  if (isChanged) makeButtons();
  for (const macro of macros) if (drafts.get(macro.key)?.text === macro.javascript) drafts.delete(macro.key);
  at("problem").hidden = !list.problem;
  at("problem").textContent = list.problem ?? "";
  const macro = current();
  if (!drafts.has(selected) && macro !== undefined && (isNew || editor.text !== macro.javascript)) {
    editor.text = macro.javascript;
    void check();
  }
  drawTools();
};

/** @param {any[]} lines */
const showLog = (lines) => {
  const log = at("log");
  const isAtEnd = log.scrollTop + log.clientHeight >= log.scrollHeight - 30;
  for (const line of lines) {
    if (line.number <= lastLine) continue;
    lastLine = line.number;
    const item = document.createElement("li");
    item.className = line.level;
    const key = document.createElement("span");
    key.className = "key";
    key.textContent = line.key ?? "";
    item.append(key, line.level === "result" ? `\u2192 ${line.text}` : line.text);
    if (line.line) item.append(" ", placeButton(line));
    log.append(item);
  }
  while (log.children.length > LONGEST_LOG) log.firstChild.remove();
  if (isAtEnd) log.scrollTop = log.scrollHeight;
};

/** @param {{ key: string, line: number, column?: number }} line */
const placeButton = ({ key, line, column }) => {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = `line ${line}${column ? `:${column}` : ""}`;
  button.addEventListener("click", () => {
    select(key);
    editor.goTo(line, column);
  });
  return button;
};

const makeButtons = () => {
  at("buttons").replaceChildren(...macros.map(({ key, title }) => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.key = key;
    button.textContent = title;
    button.addEventListener("click", () => attempt(() => bridge.call("macro.run", { key }, { timeout: Infinity }), true));
    return button;
  }));
  at("tabs").replaceChildren(...macros.map(({ key, title }) => {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.id = `tab-${key}`;
    tab.dataset.key = key;
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", "editor");
    tab.textContent = title;
    tab.addEventListener("click", () => select(key));
    return tab;
  }));
};

/** @param {string} key */
const select = (key) => {
  if (!macros.some((macro) => macro.key === key)) return;
  selected = key;
  editor.text = drafts.get(key)?.text ?? current()?.javascript ?? "";
  drawTools();
  void check();
};

at("tabs").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  const index = macros.findIndex((macro) => macro.key === selected);
  select(macros[(index + step + macros.length) % macros.length].key);
  at(`tab-${selected}`).focus();
});

/** @param {string} text @param {boolean} isBad */
const say = (text, isBad) => {
  at("complaint").textContent = text;
  at("complaint").classList.toggle("bad", isBad);
};

// Requests

/**
 * Runs `body`. A failed macro is in the log; any other error is shown below the editor.
 *
 * @param {() => Promise<any>} body
 * @param {boolean} [isLogged]
 */
const attempt = async (body, isLogged = false) => {
  try {
    return await body();
  } catch (error) {
    const { code, message } = /** @type {any} */ (error);
    const isMacros = ["SYNTAX", "EXCEPTION", "ENDLESS", "UNANSWERED", "STOPPED"].includes(code);
    if (!(isLogged && isMacros)) say(message, true);
    return undefined;
  }
};

const check = async () => {
  if (bridge === null) return;
  checks += 1;
  const mine = checks;
  const text = editor.text;
  const found = await attempt(() => bridge.call("macro.check", { javascript: text }));
  if (found === undefined || mine !== checks || text !== editor.text) return;
  editor.mark(found);
  say(found === null ? "" : `${found.message} ${place(found)}`, found !== null);
};

/** @param {{ line?: number, column?: number }} found */
const place = ({ line, column }) => line === undefined ? "" : `(line ${line}${column === undefined ? "" : `, column ${column}`})`;

const save = () => {
  const draft = drafts.get(selected);
  if (draft === undefined || bridge === null) return;
  const edit = { key: selected, javascript: draft.text, revision: draft.revision };
  void attempt(async () => {
    await bridge.call("macro.edit", edit);
    drafts.delete(edit.key);
    say("Saved: the button runs this macro now.", false);
    drawTools();
  });
};

/**
 * Discards unsaved changes; without changes, calls `method`.
 *
 * @param {string} method
 */
const takeBack = (method) => {
  const hadDraft = drafts.delete(selected);
  editor.text = current()?.javascript ?? "";
  drawTools();
  void check();
  if (method === "macro.restore" || !hadDraft) void attempt(() => bridge.call(method, { key: selected }));
};

at("save").addEventListener("click", save);
at("back").addEventListener("click", () => takeBack("macro.undo"));
at("restore").addEventListener("click", () => takeBack("macro.restore"));
at("undo").addEventListener("click", () => attempt(() => bridge.call("rings.undo")));
at("redo").addEventListener("click", () => attempt(() => bridge.call("rings.redo")));
at("stop").addEventListener("click", () => attempt(() => bridge.call("macro.stop")));
addEventListener("keydown", (event) => {
  const step = stops.stopped === null ? undefined : { F8: "continue", F10: "next", F11: event.shiftKey ? "stepOut" : "stepIn" }[event.key];
  if (event.key !== "F9" && step === undefined) return;
  event.preventDefault();
  if (step === undefined) toggleBreakpoint(editor.line);
  else void attempt(() => bridge.call("debug.resume", { step }));
});
addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  save();
});
addEventListener("beforeunload", (event) => {
  if (drafts.size > 0) event.preventDefault();
});

// The connection

/** @param {string} state @param {string} text */
const showLink = (state, text) => {
  at("link").dataset.state = state;
  at("link").textContent = text;
};

/** @param {any} opened */
const open = async (opened) => {
  bridge = opened;
  // Changes during the request of the whole state are repeated by an event; the revision numbers tell which is newer.
  picture = { ...picture, revision: -1 };
  opened.on("rings.changed", showRings);
  opened.on("macros.changed", showMacros);
  opened.on("console.logged", showLog);
  opened.on("macro.running", (/** @type {string | null} */ key) => { running = key; drawTools(); });
  let whole = await attempt(() => opened.call("application.state"));
  if (whole?.debug !== undefined) {
    opened.on("debug.stopped", showStop);
    opened.on("debug.breakpoints", (/** @type {any} */ change) => { stops.set(change); drawTools(); });
    // What changed before these lines is in this state.
    whole = await attempt(() => opened.call("application.state"));
  }
  if (whole === undefined || bridge !== opened) return;
  if ((whole.log.at(-1)?.number ?? 0) < lastLine) lastLine = 0; // The program was restarted and counts from 1.
  running = whole.running ?? null;
  stops.open(whole.debug);
  showRings(whole.rings);
  showMacros(whole.macros);
  showLog(whole.log);
  if (stops.stopped !== null) showStop(stops.stopped);
  showLink("open", "connected");
  void check();
};

drawRings(/** @type {any} */ (picture));
void connectEventStream("/bridge", location.hash.slice(1), {
  onOpen: (opened) => void open(opened),
  onLost: (reason) => {
    bridge = null;
    running = null;
    stops.show(null);
    showLink("lost", `${reason}; trying again`);
    drawTools();
  },
  onRefused: (reason) => {
    bridge = null;
    showLink("lost", "not connected");
    at("problem").hidden = false;
    at("problem").textContent = reason;
    drawTools();
  },
});
