// @ts-check

/**
 * @template T
 * @typedef {object} Link
 * @property {T} value
 * @property {Link<T> | undefined} next
 */

/**
 * First in, first out. It is a linked list, because growing an array would run a setter that a page defined on its prototype.
 *
 * @template T
 */
export class Queue {
  /** @type {Link<T> | undefined} */
  #first;
  /** @type {Link<T> | undefined} */
  #last;
  size = 0;

  /** @param {T} value */
  add(value) {
    const link = { value, next: undefined };
    if (this.#last === undefined) this.#first = link;
    else this.#last.next = link;
    this.#last = link;
    this.size += 1;
  }

  /**
   * The element that `take` returns next.
   * @returns {T | undefined}
   */
  get first() {
    return this.#first?.value;
  }

  /** @returns {T | undefined} */
  take() {
    const link = this.#first;
    if (link === undefined) return undefined;
    this.#first = link.next;
    if (link.next === undefined) this.#last = undefined;
    // Without this, a link that the conservative collector keeps alive would keep all later ones.
    link.next = undefined;
    this.size -= 1;
    return link.value;
  }
}
