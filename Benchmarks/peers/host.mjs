// Shared by the JavaScript hosts: prints the offered methods, then runs the driver's loops, one for each line of input.

/** The methods of the host in plain C, one of which stands beside each of a peer's. */
export const plain = {
  withinPost: "number.within", fromQueue: "number.queued", fromThread: "number.thread", json: "json.within",
};

/**
 * Makes `host` and `bench` of the realm, and says what there is to be measured.
 *
 * `offers` lists [name, what it carries, plain C's method beside it, the function that is awaited]; `write` takes a line.
 * What is returned takes an order, `bench.run`'s arguments as JSON with the name for the method, and writes nanoseconds a
 * call, or what went wrong.
 */
export const serve = (peer, driver, now, offers, write) => {
  globalThis.host = { now, methods: Object.fromEntries(offers.map(([name, , , call]) => [name, call])) };
  (0, eval)(driver);
  write(JSON.stringify({ peer, offers: offers.map(([name, kind, beside]) => ({ name, kind, beside })) }));
  return (order) => bench.run(...JSON.parse(order)).then(
    (nanoseconds) => write(JSON.stringify({ nanoseconds })),
    (error) => write(JSON.stringify({ error: String(error) })));
};

/** An object by a function that takes text. */
export const byText = (call) => async (value) => JSON.parse(await call(JSON.stringify(value)));
