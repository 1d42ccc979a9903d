// An async function, whose result is the answer. Rows arrive in batches of a thousand.
async function execute(start, end) {
  const context = Context.context();
  const [{ count }] = context.query("SELECT COUNT(*) AS count FROM entry WHERE date >= ? AND date < ?", [start, end]);
  const totals = new Map();
  let done = 0;
  for (const { category, amount } of context.rows(
    "SELECT category, amount FROM entry WHERE date >= :start AND date < :end", { start, end })) {
    totals.set(category, (totals.get(category) ?? 0) + amount);
    if (++done % 10_000 === 0) context.progress(done / count);
  }
  return [...totals].map(([name, total]) => ({ name, total })).sort((a, b) => b.total - a.total);
}
