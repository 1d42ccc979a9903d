// Counts primes in two workers, each in half of the range.

type Part = { from: number; to: number };

const limit = 200_000;
const parts: Part[] = [{ from: 2, to: limit / 2 }, { from: limit / 2, to: limit }];

const count = (part: Part) =>
  new Promise<number>((resolve, reject) => {
    const worker = new Worker(new URL("./primes.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => {
      worker.terminate();
      resolve(data);
    };
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(part);
  });

const counts = await Promise.all(parts.map(count));
console.log(`${counts.reduce((sum, one) => sum + one)} primes below ${limit}`);
