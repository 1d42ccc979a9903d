// @ts-check

/**
 * The components of a URL, in their order.
 *
 * @typedef {"protocol" | "username" | "password" | "hostname" | "port" | "pathname" | "search" | "hash"} ComponentName
 */

/** @type {readonly ComponentName[]} */
export const componentNames = ["protocol", "username", "password", "hostname", "port", "pathname", "search", "hash"];

/**
 * Texts of components; one that is absent matches anything in a pattern.
 *
 * @typedef {{ [name in ComponentName]?: string }} Texts
 */

/** @typedef {Texts & { baseURL?: string }} Init */
