export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

export function standardDeviation(values) {
  const center = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - center) ** 2)));
}
