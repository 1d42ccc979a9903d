// SQL selects the rows, JavaScript computes the rest.
async function execute(start, end, times = 3) {
  const rows = Context.context().query(
    "SELECT id, date, category, amount FROM entry WHERE date >= ? AND date < ? ORDER BY date", [start, end]);
  const mean = rows.reduce((sum, { amount }) => sum + amount, 0) / rows.length;
  const spread = Math.sqrt(rows.reduce((sum, { amount }) => sum + (amount - mean) ** 2, 0) / rows.length);
  const far = rows.filter(({ amount }) => Math.abs(amount - mean) > times * spread);
  return { mean, spread, count: far.length, largest: far.sort((a, b) => b.amount - a.amount).slice(0, 3) };
}
