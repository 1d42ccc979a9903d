// Shared by the JavaScript hosts: prints the offered methods, then runs the driver's loops, one for each line of input.

/** The methods of the plain C host, with which those of a peer are compared. */
export const plain = {
  withinPost: "number.within", fromQueue: "number.queued", fromThread: "number.thread", json: "json.within",
};

/**
 * Defines the globals `host` and `bench`, and writes the offered methods.
 *
 * `offers` lists [name, kind of value, method of plain C to compare with, awaited function]; `write` writes a line. The
 * returned function takes an order, the arguments of `bench.run` as JSON, and writes the nanoseconds for each call, or the
 * error.
 */
export const serve = (peer, driver, now, offers, write) => {
  globalThis.host = { now, methods: Object.fromEntries(offers.map(([name, , , call]) => [name, call])) };
  (0, eval)(driver);
  write(JSON.stringify({ peer, offers: offers.map(([name, kind, beside]) => ({ name, kind, beside })) }));
  return (order) => bench.run(...JSON.parse(order)).then(
    (nanoseconds) => write(JSON.stringify({ nanoseconds })),
    (error) => write(JSON.stringify({ error: String(error) })));
};

/** Passes an object as JSON through a function that takes text. */
export const byText = (call) => async (value) => JSON.parse(await call(JSON.stringify(value)));
