// One measurement of the web's standard APIs, in any runtime. `row` and `server` are set by run.mjs; prints milliseconds.

const text = Array.from({ length: 200_000 }, (_, i) => `line ${i}: plain text\n`).join("");
const mixed = Array.from({ length: 200_000 }, (_, i) => `Zeile ${i}: größer, 日本語, \u{1f600}\n`).join("");
const paragraph = "line of plain text, and some more\n".repeat(39);
const record = { id: 1, name: "small", tags: ["a", "b"], position: { x: 1, y: 2 } };
const records = Array.from({ length: 1000 }, (_, id) => ({ id, name: `name ${id}`, at: new Date(id), tags: ["a", "b"], position: { x: id / 3, y: -id } }));

/** Each does the work once. */
const rows = {
  async pipe() {
    const chunk = new Uint8Array(65_536);
    let left = 20_000, received = 0;
    const source = new ReadableStream({ pull: (controller) => (left-- > 0 ? controller.enqueue(chunk) : controller.close()) });
    await source.pipeTo(new WritableStream({ write: ({ length }) => void (received += length) }));
    if (received !== 20_000 * 65_536) throw new Error(`received ${received}`);
  },
  async fetchMany() {
    let left = 10_000;
    const one = async () => {
      while (left-- > 0) {
        const answer = await (await fetch(`${server}/small`)).text();
        if (answer !== "small") throw new Error(answer);
      }
    };
    await Promise.all(Array.from({ length: 64 }, one));
  },
  async fetchLarge() {
    let received = 0;
    for await (const { length } of (await fetch(`${server}/large`)).body) received += length;
    if (received !== 1 << 30) throw new Error(`received ${received}`);
  },
  async sha256() {
    const digest = await crypto.subtle.digest("SHA-256", rows.bytes);
    if (digest.byteLength !== 32) throw new Error("no digest");
  },
  clone() {
    for (let i = 0; i < 20; i++) structuredClone(records);
  },
  cloneSmall() {
    for (let i = 0; i < 20_000; i++) if (structuredClone(record).tags[1] !== "b") throw new Error("another value");
  },
  url() {
    let length = 0;
    for (let i = 0; i < 20_000; i++) length += new URL(`https://example.org/path/${i}/file.html?query=${i}#part`).pathname.length;
    if (length !== 408_890) throw new Error(`another path: ${length}`);
  },
  urlRelative() {
    let length = 0;
    for (let i = 0; i < 20_000; i++) length += new URL(`../a/${i}?b`, "https://example.org/path/x/y").href.length;
    if (length !== 668_890) throw new Error(`another URL: ${length}`);
  },
  decodeShort() {
    for (let i = 0; i < 20_000; i++) if (new TextDecoder().decode(rows.bytes).length !== 1326) throw new Error("another text");
  },
  base64() {
    for (let i = 0; i < 20_000; i++) if (atob(btoa(paragraph)).length !== 1326) throw new Error("another text");
  },
  timers() {
    let left = 100_000;
    return new Promise((resolve) => {
      const done = () => --left === 0 && resolve();
      for (let i = 0; i < 100_000; i++) setTimeout(done, i % 10);
    });
  },
  timersCleared() {
    const ids = [];
    for (let i = 0; i < 100_000; i++) ids.push(setTimeout(() => {}, 1000 + i));
    for (const id of ids) clearTimeout(id);
  },
  decode() {
    for (let i = 0; i < 10; i++) if (new TextDecoder().decode(rows.bytes) !== text) throw new Error("another text");
  },
  decodeMixed() {
    for (let i = 0; i < 10; i++) if (new TextDecoder().decode(rows.bytes) !== mixed) throw new Error("another text");
  },
};

const inputs = { sha256: () => new Uint8Array(100_000_000), decode: () => new TextEncoder().encode(text), decodeShort: () => new TextEncoder().encode(paragraph), decodeMixed: () => new TextEncoder().encode(mixed) };
const needs = { fetchMany: typeof fetch, fetchLarge: typeof fetch, sha256: typeof crypto.subtle };
if (needs[row] === "undefined") {
  console.log("absent");
} else {
  rows.bytes = inputs[row]?.();
  // The first round warms up; the best of the others counts.
  let best = Infinity;
  for (let round = 0; round < (row.startsWith("fetch") ? 2 : 4); round++) {
    const start = performance.now();
    await rows[row]();
    if (round > 0) best = Math.min(best, performance.now() - start);
  }
  console.log(`${best}`);
}
