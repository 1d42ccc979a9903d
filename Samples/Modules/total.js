/** @param {{ kilobytes: number }[]} readings */
export const total = (readings) => readings.reduce((sum, { kilobytes }) => sum + kilobytes, 0);
