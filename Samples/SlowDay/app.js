// An application over a faulty link: answers are late, lost, or refused, but the work is completed.

const log = (text) => console.log(`${(performance.now() / 1000).toFixed(1).padStart(6)} s  ${text}`);
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Retries after transient errors, with a longer pause each time. */
const patiently = async (ask, tries = 4) => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      const mayHelp = error.code === "UNAVAILABLE" || error.code === "DEADLINE_EXCEEDED";
      if (!mayHelp || attempt === tries) throw error;
      log(`${error.method}: ${error.code}; once more in ${attempt} s`);
      await sleep(1000 * attempt);
    }
  }
};

log(`The network is ${await patiently(() => bridge.call("wifi.ssid", undefined, { timeout: 2000 }))}.`);

// Only the answer was lost, not the order: the key identifies the repeated order.
const order = { key: "2026-11-21/1", coffee: 2 };
const receipt = await patiently(() => bridge.call("orders.place", order, { timeout: 5000 }));
log(`Ordered: ${receipt.coffee} coffees, number ${receipt.number}.`);

for await (const step of bridge.stream("orders.progress", receipt.number)) log(`The order is ${step}.`);

await bridge.call("orders.cancel", receipt.number).catch((error) => log(`Cancelling: ${error.code}: ${error.message}`));
