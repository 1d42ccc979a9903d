// Stored procedures: each worker of the fleet offers these. Save the file with another version while it runs.
const version = 1;

type Line = { price: number; quantity: number };

bridge.handle("orders.total", ({ lines }: { lines: Line[] }) => ({
  version,
  total: lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
}));

bridge.handle("orders.days", async function* ({ count }: { count: number }) {
  for (let day = 1; day <= count; day += 1) yield { day, version };
});
