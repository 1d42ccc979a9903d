// @ts-check
// Listeners in the order in which they came, which may come and go while they are being called.

/**
 * @template {Function} Listener
 * @typedef {object} Node
 * @property {Listener} listener
 * @property {number} order
 * @property {boolean} isListening
 * @property {Node<Listener> | undefined} next stays set on a removed node: a walk may stand on it
 * @property {Node<Listener> | undefined} previous
 */

/** @template {Function} Listener */
export class Listeners {
  /** @type {Node<Listener> | undefined} */
  #first;
  /** @type {Node<Listener> | undefined} */
  #last;
  #added = 0;
  size = 0;

  /**
   * @param {Listener} listener
   * @returns {Node<Listener>} what `remove` takes
   */
  add(listener) {
    this.#added += 1;
    this.size += 1;
    const node = { listener, order: this.#added, isListening: true, next: undefined, previous: this.#last };
    if (this.#last === undefined) this.#first = node;
    else this.#last.next = node;
    this.#last = node;
    return node;
  }

  /**
   * @param {Node<Listener>} node
   * @returns {boolean} false when it was removed before
   */
  remove(node) {
    if (!node.isListening) return false;
    node.isListening = false;
    this.size -= 1;
    if (node.previous === undefined) this.#first = node.next;
    else node.previous.next = node.next;
    if (node.next === undefined) this.#last = node.previous;
    else node.next.previous = node.previous;
    return true;
  }

  /** @param {Listener} listener */
  removeFirst(listener) {
    for (let node = this.#first; node !== undefined; node = node.next) {
      if (node.listener === listener) return this.remove(node);
    }
    return false;
  }

  /**
   * Visits everyone who listens now; who comes during the visit waits for the next.
   *
   * @param {(listener: Listener) => void} visit
   */
  each(visit) {
    const last = this.#added;
    for (let node = this.#first; node !== undefined && node.order <= last; node = node.next) {
      if (node.isListening) visit(node.listener);
    }
  }

  /** @param {(listener: Listener) => void} visit */
  eachBackwards(visit) {
    for (let node = this.#last; node !== undefined; node = node.previous) visit(node.listener);
  }
}
