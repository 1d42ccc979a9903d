// Programs of streams that use promises. What they result in is compared, and not the order in which unrelated promises settle.

/**
 * @param {any} module `stream` of Node or ours
 * @param {any} consumers `stream/consumers`
 * @param {any} Buffer
 * @param {() => number} random
 * @param {any} web the classes of web streams
 * @returns {Promise<string>} the outcome as text
 */
export async function streamOutcome(module, consumers, Buffer, random, web) {
  const pick = (values) => values[Math.floor(random() * values.length)];
  const chance = (share) => random() < share;
  const pause = () => new Promise((resolve) => setImmediate(resolve));
  const numbers = Array.from({ length: Math.floor(random() * 9) }, () => Math.floor(random() * 20));
  const texts = numbers.map((number) => "\u00e9".repeat(number % 3) + number);
  const failsAt = chance(0.2) ? Math.floor(random() * 9) : -1;
  const failure = new Error("a source failed");
  const show = (value) => (value?.byteLength !== undefined && value.buffer !== undefined ? `<${Array.from(value)}>` : value instanceof Error || typeof value?.stack === "string" ? `${value.name} ${value.code} ${value.message}` : typeof value === "string" ? JSON.stringify(value) : Array.isArray(value) ? `[${value.map(show)}]` : JSON.stringify(value));

  // Drawn before anything runs: the order in which promises of different streams settle must not count.
  const pauses = Array.from({ length: 100 }, () => chance(0.4));
  const breaks = chance(0.3);
  let paused = 0;
  const pausesNow = () => pauses[paused++ % pauses.length];
  async function* slowly(values) {
    for (let i = 0; i < values.length; i++) {
      if (pauses[i]) await pause();
      if (i === failsAt) throw failure;
      yield values[i];
    }
  }
  const source = (values) => {
    const kind = random();
    if (kind < 0.3) return module.Readable.from(values);
    if (kind < 0.6) return module.Readable.from(slowly(values));
    if (kind < 0.7) return module.Readable.from(values.map(async (value) => value));
    const list = values.slice();
    return new module.Readable({
      objectMode: true,
      highWaterMark: pick([0, 1, 2, 16]),
      read() {
        const next = () => {
          if (list.length === 0) this.push(null);
          else if (values.length - list.length === failsAt) this.destroy(failure);
          else this.push(list.shift());
        };
        if (pausesNow()) setImmediate(next);
        else next();
      },
    });
  };
  const upper = () => new module.Transform({ objectMode: true, transform: (chunk, encoding, callback) => callback(null, `${chunk}!`) });
  const collector = (chunks) => new module.Writable({ objectMode: true, highWaterMark: pick([1, 2, 16]), write(chunk, encoding, callback) {
    chunks.push(chunk);
    if (pausesNow()) setImmediate(callback);
    else callback();
  } });
  const step = (options) => async (value) => {
    if (pausesNow()) await pause();
    if (options.failsAt === value) throw new Error("a step failed");
    return value;
  };
  const given = { failsAt: chance(0.2) ? 7 : -1 };
  const concurrency = pick([undefined, { concurrency: 2 }, { concurrency: 5 }, { concurrency: 1, highWaterMark: 3 }]);
  const chain = (stream) => {
    let chained = stream;
    for (let i = Math.floor(random() * 3); i > 0; i--) {
      chained = pick([
        () => chained.map(step(given), concurrency), () => chained.filter(async (value) => value % 3 !== 0, concurrency), () => chained.drop(pick([0, 1, 3])),
        () => chained.take(pick([0, 1, 3, 100])), () => chained.flatMap(async (value) => [value, value + 1]), () => chained.asIndexedPairs().map(([index, value]) => index + value),
      ])();
    }
    return chained;
  };
  const programs = {
    toArray: () => chain(source(numbers)).toArray(),
    reduce: () => chain(source(numbers)).reduce(async (sum, value) => sum + value, ...pick([[], [0], [100]])),
    some: () => chain(source(numbers)).some(async (value) => value > 10, concurrency),
    every: () => chain(source(numbers)).every(async (value) => value < 15, concurrency),
    find: () => chain(source(numbers)).find((value) => value % 5 === 0),
    forEach: async () => {
      const seen = [];
      await chain(source(numbers)).forEach(async (value) => seen.push(value));
      return seen;
    },
    iterate: async () => {
      const seen = [];
      const stream = chain(source(numbers));
      for await (const value of stream) if (seen.push(value) > 3 && breaks) break;
      return [seen, stream.destroyed];
    },
    text: () => consumers.text(source(texts)),
    buffer: () => consumers.buffer(source(texts.map((text) => Buffer.from(text)))),
    json: () => consumers.json(source(["[1", ",2]", chance(0.3) ? "x" : ""])),
    pipeline: async () => {
      const chunks = [];
      const parts = [source(texts)];
      if (chance(0.5)) parts.push(upper());
      if (chance(0.5)) parts.push(async function* (input) { for await (const chunk of input) { if (chunk === `${given.failsAt}`) throw new Error("a generator failed"); yield `${chunk}?`; } });
      const kind = random();
      if (kind < 0.5) parts.push(collector(chunks));
      else if (kind < 0.8) parts.push(async (input) => { for await (const chunk of input) chunks.push(chunk); return chunks.length; });
      else parts.push(new web.WritableStream({ write(chunk) { chunks.push(chunk); } }));
      const result = await module.promises.pipeline(...parts).catch((error) => error);
      // How much arrives before an error does is a matter of chance.
      return result instanceof Error || result?.stack !== undefined ? result : [chunks, result ?? null];
    },
    compose: async () => {
      const composed = module.compose(upper(), async function* (input) { for await (const chunk of input) yield `(${chunk})`; }, upper());
      const result = [];
      composed.on("data", (chunk) => result.push(`${chunk}`));
      for (const text of texts) composed.write(text);
      composed.end();
      await module.promises.finished(composed);
      return result;
    },
    duplexFrom: async () => {
      const made = module.Duplex.from(pick([async function* (input) { for await (const chunk of input) yield `${chunk}.`; }, texts, Promise.resolve("later"), { readable: source(texts), writable: collector([]) }]));
      const result = [];
      if (made.writable) for (const text of texts) made.write(text);
      if (made.writable) made.end();
      for await (const chunk of made) result.push(`${chunk}`);
      return result;
    },
    finished: async () => {
      const stream = source(numbers);
      if (chance(0.7)) stream.resume();
      else stream.destroy();
      await module.promises.finished(stream);
      return stream.readableEnded;
    },
    aborted: async () => {
      const controller = new AbortController();
      const stream = module.addAbortSignal(controller.signal, source(Array.from({ length: 20 }, (_, index) => index)));
      let seen = 0;
      for await (const value of stream) if (++seen === 2) controller.abort(value);
      return seen;
    },
    fromWeb: async () => {
      const list = texts.slice();
      const stream = module.Readable.fromWeb(new web.ReadableStream({ pull(controller) {
        if (list.length === 0) controller.close();
        else if (texts.length - list.length === failsAt) controller.error(failure);
        else controller.enqueue(list.shift());
      } }), { objectMode: true });
      return stream.toArray();
    },
    toWeb: async () => {
      const reader = module.Readable.toWeb(source(texts)).getReader();
      const seen = [];
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return seen;
        seen.push(value);
      }
    },
    writableToWeb: async () => {
      const chunks = [];
      const writer = module.Writable.toWeb(collector(chunks)).getWriter();
      for (const text of texts) await writer.write(text);
      await writer.close();
      return chunks;
    },
    writableFromWeb: async () => {
      const chunks = [];
      const stream = module.Writable.fromWeb(new web.WritableStream({ write(chunk) { chunks.push(chunk); } }), { objectMode: true });
      for (const text of texts) stream.write(text);
      stream.end();
      await module.promises.finished(stream);
      return chunks;
    },
    pair: async () => {
      const [one, other] = module.duplexPair({ objectMode: true });
      for (const number of numbers) one.write([number]);
      one.end();
      return other.toArray();
    },
  };
  const name = pick(Object.keys(programs));
  const never = new Promise((resolve) => {
    const timer = setTimeout(() => resolve("does not end"), 2000);
    timer.unref();
  });
  const result = programs[name]().then(show, (error) => `fails: ${show(error)}`);
  return `${name} ${await Promise.race([result, never])}`;
}
