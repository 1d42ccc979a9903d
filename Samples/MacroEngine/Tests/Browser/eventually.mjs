// Waits for a condition, with a limit.

/** Repeats `condition` until it holds; throws after half a minute. */
export const eventually = async (what, condition) => {
  const end = performance.now() + 30_000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`It did not happen within 30 seconds: ${what}`);
    await new Promise((done) => setTimeout(done, 5));
  }
};
