import pLimit from "p-limit";
import pMap from "p-map";
const limit = pLimit(1);
const order = [];
await Promise.all([3, 1, 2].map((delay) => limit(async () => { await new Promise((resolve) => setTimeout(resolve, delay)); order.push(delay); })));
console.log(order, limit.activeCount, await pMap([1, 2, 3], async (x) => x * 2, { concurrency: 2 }));
