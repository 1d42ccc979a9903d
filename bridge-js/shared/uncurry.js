// @ts-check

const { bind, call } = Function.prototype;

/**
 * Turns a method into a function that takes its receiver first.
 *
 * @type {<T>(method: Function) => T}
 */
export const uncurry = bind.bind(call);
