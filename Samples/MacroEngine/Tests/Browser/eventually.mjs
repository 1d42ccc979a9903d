// Waits for a condition, with a limit.

/** Checks `condition` repeatedly until it holds; throws when it does not within half a minute. */
export const eventually = async (what, condition) => {
  const end = performance.now() + 30_000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`It did not happen within 30 seconds: ${what}`);
    await new Promise((done) => setTimeout(done, 5));
  }
};
