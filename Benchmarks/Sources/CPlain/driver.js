// The loops that both hosts run, unchanged. A host sets `host` ({ now, methods, stream, … }) before it calls them.
//
// Time is measured in JavaScript, around the loop only. Every answer is compared with its question.
globalThis.bench = (() => {
  "use strict";
  const record = (i) => ({ id: i, name: "record " + i, tags: ["alpha", "beta"], values: [i, i + 0.5, -1 - i] });
  const records = (count) => ({ records: Array.from({ length: count }, (_, i) => record(i)) });
  const foreign = (i) => ({ id: i, name: "Datensätze № " + i, tags: ["größe", "длина"], values: [i, i + 0.5, -1 - i] });
  const row = (i) => ({ id: i, name: "row " + i, price: i * 1.25, isOpen: i % 2 === 0, note: "as it was" });
  const shared = (value, check) => ({ make: () => value, check: (_, got) => check(got) });

  const kinds = {
    number: () => ({ make: (i) => i, check: (sent, got) => got === sent }),
    struct: () => ({
      make: (i) => ({ x: i, label: "a label of some length", list: [1, 2, 3] }),
      check: (sent, got) => got.x === sent.x && got.list.length === 3,
    }),
    "1 KB": () => shared(records(14), (got) => got.records.length === 14),
    "100 KB": () => shared(records(1340), (got) => got.records.length === 1340),
    "1 KB, not ASCII": () =>
      shared({ records: Array.from({ length: 14 }, (_, i) => foreign(i)) }, (got) => got.records.length === 14),
    "1,000 rows": () => shared(Array.from({ length: 1000 }, (_, i) => row(i)), (got) => got.length === 1000 && got[999].id === 999),
    "1 MB of bytes": () => shared(new Uint8Array(1 << 20).fill(7), (got) => got.byteLength === 1 << 20),
  };

  // Keeps `depth` awaited calls in flight until `count` are done; returns nanoseconds for each call.
  const run = async (method, kind, depth, count) => {
    const call = host.methods[method];
    const { make, check } = kinds[kind]();
    let left = count;
    const worker = async () => {
      while (left > 0) {
        const sent = make(left--);
        const got = await call(sent);
        if (!check(sent, got)) throw new Error(method + ": the answer does not match the question");
      }
    };
    const begin = host.now();
    await Promise.all(Array.from({ length: depth }, worker));
    return ((host.now() - begin) * 1e6) / count;
  };

  // Consumes `count` items of a stream with this window; returns nanoseconds for each item.
  const take = async (count, window) => {
    let seen = 0, misplaced = 0;
    const begin = host.now();
    for await (const item of host.stream(count, window)) if (item !== seen++) misplaced++;
    if (seen !== count || misplaced > 0) {
      throw new Error("stream: " + seen + " items of " + count + ", " + misplaced + " out of order");
    }
    return ((host.now() - begin) * 1e6) / count;
  };

  // Receives events of native code, 64 at a time, with this many listeners; returns nanoseconds for each event.
  const receiveEvents = async (count, listeners) => {
    let received = 0, left = 0, all;
    const last = (value) => {
      received += value;
      if (--left === 0) all();
    };
    const others = Array.from({ length: listeners - 1 }, () => (value) => { received += value; });
    const stops = [...others, last].map((listener) => host.listen(listener));
    let sent = 0;
    const begin = host.now();
    for (; sent < count; sent += 64) {
      left = 64;
      const done = new Promise((resolve) => { all = resolve; });
      host.emit(64);
      await done;
    }
    const elapsed = host.now() - begin;
    for (const stop of stops) stop();
    if (received !== sent * listeners) throw new Error("events: " + received + " received of " + sent * listeners);
    return (elapsed * 1e6) / sent;
  };

  // Calls a native function synchronously; returns nanoseconds for each call.
  const synchronous = (count) => {
    const echo = host.synchronous;
    let sum = 0;
    const begin = host.now();
    for (let i = 0; i < count; i++) sum += echo(1);
    if (sum !== count) throw new Error("synchronous: " + sum);
    return ((host.now() - begin) * 1e6) / count;
  };

  // Leaves `count` calls unanswered.
  const leave = (count) => {
    const call = host.methods.never;
    for (let i = 0; i < count; i++) call(i);
  };

  return { run, take, receiveEvents, synchronous, leave, size: (kind) => JSON.stringify(kinds[kind]().make(0)).length };
})();
