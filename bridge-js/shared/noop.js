// @ts-check

export const noop = () => {};
