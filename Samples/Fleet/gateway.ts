// The gateway: calls procedures of the workers as if they were local, 64 at a time, and prints the results each second.
const seconds = Number(scriptArgs[0] ?? 12);
const lanes = 64;
const counts = new Map<string, number>();
let wrong = 0;
let all = 0;

const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
const end = performance.now() + seconds * 1000;

async function callAgainAndAgain() {
  for (let call = 1; performance.now() < end; call += 1) {
    try {
      const lines = [{ price: call, quantity: 2 }, { price: 1, quantity: 1 }];
      const { total, version } = await bridge.call("orders.total", { lines }, { timeout: 5000 });
      if (total !== 2 * call + 1) wrong += 1;
      count(`version ${version}`);
    } catch (error) {
      count((error as { code?: string }).code ?? String(error));
      await new Promise((next) => setTimeout(next, 10));
    }
    all += 1;
  }
}

let last = 0;
const ticker = setInterval(() => {
  const ends = [...counts].sort().map(([name, times]) => `${name}: ${times}`).join(", ");
  console.log(`${String(all - last).padStart(6)} calls/s  ${ends}`);
  counts.clear();
  last = all;
}, 1000);

await Promise.all(Array.from({ length: lanes }, callAgainAndAgain));
clearInterval(ticker);
let days = 0;
for await (const { day } of bridge.stream("orders.days", { count: 1000 })) days += day === days + 1 ? 1 : 0;
console.log(`${all} calls, ${wrong} with a wrong answer; a stream of ${days} items in order`);
if (wrong > 0 || days !== 1000) throw new Error("The fleet returned wrong answers.");
