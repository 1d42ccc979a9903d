// Generated programs of streams. Each runs with the module `stream` that it is given, and returns what has happened, line by line.

/** A small generator, so that a failure can be repeated. */
export const makeRandom = (seed) => {
  let state = (seed * 2654435761 + 12345) % 2 ** 31;
  return () => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return state / 2 ** 31;
  };
};

/** A value as text that is the same in every realm. */
const show = (value) => {
  if (value === undefined || value === null || typeof value === "number" || typeof value === "boolean") return `${value}`;
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "object" && typeof value.byteLength === "number") return `<${Array.from(value, (byte) => byte.toString(16)).join(" ")}>`;
  if (typeof value === "object" && typeof value.message === "string") return `${value.name} ${value.code} ${value.message}`;
  if (Array.isArray(value)) return `[${value.map(show)}]`;
  return typeof value === "object" ? JSON.stringify(value) : typeof value;
};

const events = ["end", "close", "error", "pause", "resume", "finish", "drain", "pipe", "unpipe", "prefinish"];
const shown = [
  "readable", "readableFlowing", "readableLength", "readableEnded", "readableAborted", "readableDidRead", "readableHighWaterMark",
  "writable", "writableLength", "writableEnded", "writableFinished", "writableNeedDrain", "writableCorked", "writableAborted",
  "writableHighWaterMark", "destroyed", "closed", "errored",
];

/**
 * Runs the program of a seed.
 *
 * @param {any} module `stream` of Node or ours
 * @param {any} Buffer
 * @param {number} seed
 * @param {{ AbortController: any }} given
 * @returns {Promise<string[]>}
 */
export async function runStreamProgram(module, Buffer, seed, { AbortController }) {
  const random = makeRandom(seed);
  const pick = (values) => values[Math.floor(random() * values.length)];
  const chance = (share) => random() < share;
  const lines = [];
  const log = (...values) => lines.length < 2000 && lines.push(values.join(" "));
  /** @type {(() => void)[]} */
  let later = [];
  const soon = (work) => {
    const kind = random();
    if (kind < 0.5) work();
    else later.push(work);
  };
  const text = () => "abcdefghij\u00e9\u20ac".slice(0, Math.floor(random() * 9));
  const chunkFor = (isObject) => (isObject ? pick([1, "x", { a: 1 }, false, 0, ""]) : pick([text(), Buffer.from(text()), "q"]));
  const options = (...more) => {
    const made = {};
    for (const [name, values] of [["highWaterMark", [0, 1, 2, 3, 5, 16, 64]], ["objectMode", [true, false]], ["autoDestroy", [true, false]], ["emitClose", [true, false]], ...more]) {
      if (chance(0.25)) made[name] = pick(values);
    }
    return made;
  };

  const watch = (name, stream) => {
    for (const event of events) {
      if (event === "error" || chance(0.7)) stream.on(event, (value) => log(name, event, event === "pipe" || event === "unpipe" ? "" : show(value)));
    }
    return stream;
  };
  const failure = () => (chance(0.15) ? new Error(`failed ${Math.floor(random() * 9)}`) : null);
  const state = (name, stream) => log(name, "state", shown.map((key) => show(stream[key])).join(","));

  const makeReadable = (name) => {
    const given = options(["encoding", ["utf8", "hex"]], ["defaultEncoding", ["utf8", "latin1"]]);
    let left = Math.floor(random() * 12);
    given.read = function (size) {
      log(name, "read", size);
      soon(() => {
        const count = 1 + Math.floor(random() * 3);
        for (let i = 0; i < count; i++) {
          if (left-- <= 0) {
            if (chance(0.9)) log(name, "pushed", this.push(null));
            return;
          }
          if (!this.push(chunkFor(given.objectMode)) && chance(0.7)) return;
        }
      });
    };
    if (chance(0.1)) given.construct = (callback) => soon(() => callback(failure()));
    if (chance(0.2)) given.destroy = (error, callback) => soon(() => callback(error ?? failure()));
    return watch(name, new module.Readable(given));
  };
  const sink = (name, given) => {
    given.write = function (chunk, encoding, callback) {
      log(name, "write", show(chunk), encoding);
      soon(() => callback(failure() && failure()));
    };
    if (chance(0.3)) {
      given.writev = function (chunks, callback) {
        log(name, "writev", show(chunks.map(({ chunk, encoding }) => show(chunk) + encoding)));
        soon(() => callback(failure() && failure()));
      };
    }
    if (chance(0.3)) {
      given.final = function (callback) {
        log(name, "final");
        soon(() => callback(failure() && failure()));
      };
    }
    if (chance(0.1)) given.construct = (callback) => soon(() => callback(failure()));
    if (chance(0.2)) given.destroy = (error, callback) => soon(() => callback(error ?? failure()));
    return given;
  };
  const makeWritable = (name) => watch(name, new module.Writable(sink(name, options(["decodeStrings", [true, false]], ["defaultEncoding", ["utf8", "hex", "latin1"]]))));
  const makeTransform = (name) => {
    if (chance(0.3)) return watch(name, new module.PassThrough(options()));
    const given = options(["readableObjectMode", [true, false]], ["writableObjectMode", [true, false]], ["readableHighWaterMark", [0, 1, 9]], ["writableHighWaterMark", [0, 1, 9]], ["allowHalfOpen", [true, false]]);
    given.transform = function (chunk, encoding, callback) {
      log(name, "transform", show(chunk), encoding);
      soon(() => {
        if (chance(0.3)) this.push(chunkFor(given.objectMode || given.readableObjectMode));
        if (chance(0.6)) callback(failure() && failure(), given.objectMode || typeof chunk === "object" ? chunk : "t");
        else callback();
      });
    };
    if (chance(0.4)) given.flush = function (callback) { soon(() => callback(failure() && failure(), chance(0.5) ? "flushed" : undefined)); };
    return watch(name, new module.Transform(given));
  };
  const makeDuplex = (name) => {
    const given = sink(name, options(["allowHalfOpen", [true, false]], ["readable", [true, false]], ["writable", [true, false]], ["readableObjectMode", [true, false]]));
    let left = Math.floor(random() * 5);
    given.read = function () {
      soon(() => this.push(left-- > 0 ? chunkFor(given.objectMode || given.readableObjectMode) : null));
    };
    return watch(name, new module.Duplex(given));
  };

  const order = (name) => "rtdw".indexOf(name[0]);
  const readers = [["r1", makeReadable("r1")]];
  const writers = [["w1", makeWritable("w1")]];
  if (chance(0.3)) readers.push(["r2", makeReadable("r2")]);
  if (chance(0.3)) writers.push(["w2", makeWritable("w2")]);
  for (const [name, make] of [["t1", makeTransform], ["d1", makeDuplex]]) {
    if (chance(0.5)) continue;
    const made = make(name);
    readers.push([name, made]);
    writers.push([name, made]);
  }

  const readerActions = {
    onData: (name, stream) => stream.on("data", (chunk) => log(name, "data", show(chunk))),
    onReadable: (name, stream) => {
      // Node 20 loses chunks that are texts in reads of a size.
      const wanted = pick([undefined, undefined, 1, 3]);
      const size = () => (stream.readableEncoding === null ? wanted : undefined);
      stream.on("readable", () => {
        log(name, "readable");
        for (let chunk = stream.read(size()), i = 0; chunk !== null && i < 20; chunk = stream.read(size()), i++) log(name, "got", show(chunk));
      });
    },
    offAll: (name, stream) => stream.removeAllListeners(pick(["data", "readable"])),
    read: (name, stream) => log(name, "read gives", show(stream.read(stream.readableEncoding === null ? pick([undefined, 0, 1, 4, 70]) : undefined))),
    pause: (name, stream) => stream.pause(),
    resume: (name, stream) => stream.resume(),
    isPaused: (name, stream) => log(name, "paused", stream.isPaused()),
    unshift: (name, stream) => log(name, "unshift", stream.unshift(chunkFor(stream.readableObjectMode))),
    push: (name, stream) => log(name, "push", stream.push(chunkFor(stream.readableObjectMode))),
    end: (name, stream) => log(name, "push end", stream.push(null)),
    // With chunks that are objects, or with chunks in the buffer, the state of Node's stream becomes wrong.
    setEncoding: (name, stream) => !stream.readableObjectMode && stream.readableLength === 0 && stream.setEncoding(pick(["utf8", "base64"])),
    pipe: (name, stream) => {
      const [other, target] = pick(writers);
      // A chunk of the wrong type throws where nobody can catch it, and a cycle never ends.
      if ((stream.readableObjectMode && !target.writableObjectMode) || order(name) >= order(other)) return;
      log(name, "pipes to", other);
      stream.pipe(target, chance(0.2) ? { end: false } : undefined);
    },
    unpipe: (name, stream) => stream.unpipe(chance(0.5) ? pick(writers)[1] : undefined),
  };
  const writerActions = {
    write: (name, stream) => log(name, "write gives", stream.write(chunkFor(stream.writableObjectMode), pick([undefined, "utf8", "hex"]), chance(0.5) ? (error) => log(name, "written", show(error)) : undefined)),
    end: (name, stream) => stream.end(...pick([[], [(error) => log(name, "ended", show(error))], [chunkFor(stream.writableObjectMode), (error) => log(name, "ended", show(error))]])),
    cork: (name, stream) => stream.cork(),
    uncork: (name, stream) => stream.uncork(),
    invalid: (name, stream) => stream.write(pick([null, 7, undefined])),
  };
  const anyActions = {
    destroy: (name, stream) => stream.destroy(pick([undefined, null, new Error("destroyed")]), chance(0.3) ? (error) => log(name, "destroy called back", show(error)) : undefined),
    state,
    finished: (name, stream) => {
      const stop = module.finished(stream, pick([{}, { readable: false }, { writable: false }, { error: false }]), (error) => log(name, "finished", show(error)));
      if (chance(0.1)) stop();
    },
    abort: (name, stream) => {
      const controller = new AbortController();
      module.addAbortSignal(controller.signal, stream);
      soon(() => controller.abort());
    },
    status: (name, stream) => log(name, "status", module.isReadable(stream), module.isErrored(stream), module.isDisturbed(stream)),
  };
  const pipeline = () => {
    const first = pick(readers);
    const last = pick(writers);
    if (order(first[0]) >= order(last[0])) return;
    const parts = [first[1]];
    if (chance(0.5)) parts.push(makeTransform("t2"));
    parts.push(last[1]);
    for (let i = 1, before = parts[0]; i < parts.length; i++) {
      if (before.readableObjectMode && !parts[i].writableObjectMode) return;
      before = parts[i];
    }
    module.pipeline(parts, (error) => log("pipeline", show(error)));
  };

  const act = (actions, list) => {
    const action = pick(Object.keys(actions));
    const [name, stream] = pick(list);
    try {
      log("-", name, action);
      actions[action](name, stream);
    } catch (error) {
      log(name, action, "throws", show(error));
    }
  };
  const turns = 3 + Math.floor(random() * 8);
  for (let turn = 0; turn < turns; turn++) {
    const count = Math.floor(random() * 4);
    for (let i = 0; i < count; i++) {
      const kind = random();
      if (kind < 0.45) act(readerActions, readers);
      else if (kind < 0.85) act(writerActions, writers);
      else if (kind < 0.97) act(anyActions, chance(0.5) ? readers : writers);
      else if (chance(0.5)) {
        try {
          pipeline();
        } catch (error) {
          log("pipeline throws", show(error));
        }
      }
    }
    await settle();
  }
  for (let turn = 0; turn < 30 && (turn < 3 || later.length > 0); turn++) await settle();
  for (const [name, stream] of [...readers, ...writers]) state(name, stream);
  return lines;

  /** Runs what waits, in a turn of its own each. */
  async function settle() {
    const work = later;
    later = [];
    log("turn");
    for (const item of work) {
      try {
        item();
      } catch (error) {
        log("late", show(error));
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}
