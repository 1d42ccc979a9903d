// A small shop with three mistakes, which no test on a good link shows. `causeway test --chaos` finds them.

export class Shop {
  isLoading = false;
  menu = [];

  /** Loads the menu, while the page shows a spinner. */
  async load() {
    this.isLoading = true;
    this.menu = await bridge.call("shop.menu");
    // Mistake 1: without an answer, the spinner stays. A `finally` is missing.
    this.isLoading = false;
  }

  /** Orders, again if there is no answer. */
  async order(item) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        // Mistake 2: only the answer may be lost, and the order is made twice. A key that identifies it is missing.
        return await bridge.call("shop.order", { item }, { timeout: 2000 });
      } catch (error) {
        if (error.code !== "DEADLINE_EXCEEDED" || attempt === 3) throw error;
      }
    }
  }

  /** Calls a function for each step of an order; returns a function that ends this. */
  async follow(number, onStep) {
    const stop = bridge.on("shop.step", onStep);
    // Mistake 3: if this fails, nothing removes the listener.
    await bridge.call("shop.follow", number);
    return stop;
  }
}
