// A folder is one procedure of several modules. SQL selects the rows, JavaScript computes the rest.
import { mean, standardDeviation } from "./statistics.js";

export async function execute(start, end, times = 3) {
  const rows = Context.context().query(
    "SELECT id, date, category, amount FROM entry WHERE date >= ? AND date < ? ORDER BY date", [start, end]);
  const amounts = rows.map(({ amount }) => amount);
  const center = mean(amounts);
  const spread = standardDeviation(amounts);
  const far = rows.filter(({ amount }) => Math.abs(amount - center) > times * spread);
  return { mean: center, spread, count: far.length, largest: far.sort((a, b) => b.amount - a.amount).slice(0, 3) };
}
