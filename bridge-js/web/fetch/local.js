// @ts-check
// Responses that need no network: those of `data:` and `blob:` URLs.

import * as blobURLs from "#deferred/web/files/blob-urls.js";
import * as dataURLs from "#deferred/web/fetch/data-url.js";
import { exec, startsWith, stringIndexOf, stringSlice } from "../../shared/primordials.js";
import { dataOf } from "../files/blob-data.js";
import { Body } from "./body.js";
import { HeaderList } from "./headers.js";

/**
 * @param {string} url without its fragment
 * @param {string} method
 * @param {string | null} range the header `range` of the request
 * @returns {{ response?: { status: number, statusText: string, headers: HeaderList, body: Body | null }, error: string }} the response, or why there is none
 */
export function respond(url, method, range) {
  const headers = new HeaderList();
  if (startsWith(url, "data:")) {
    const data = dataURLs.readDataURL(url);
    if (data === undefined) return { error: "the data: URL has no data" };
    headers.append("content-type", data.type);
    return { response: { status: 200, statusText: "OK", headers, body: method === "HEAD" ? null : new Body(dataOf(data.bytes), undefined) }, error: "" };
  }
  if (startsWith(url, "blob:")) {
    const contents = blobURLs.contentsAt(url);
    if (method !== "GET") return { error: `a blob: URL does not support the method ${method}` };
    if (contents === undefined) return { error: "there is no blob with this URL" };
    return blobResponse(contents, range, headers);
  }
  return { error: `the scheme ${stringSlice(url, 0, stringIndexOf(url, ":"))} is not supported` };
}

/**
 * @param {import("../files/blob.js").Contents} contents
 * @param {string | null} range
 * @param {HeaderList} headers
 */
function blobResponse({ data, type }, range, headers) {
  const { size } = data;
  const part = range === null ? { start: 0, end: size } : partOf(range, size);
  if (part === undefined) return { error: `the blob has ${size} bytes, and not the range "${range}"` };
  const { start, end } = part;
  headers.append("content-length", `${end - start}`);
  headers.append("content-type", type);
  if (range === null) return { response: { status: 200, statusText: "OK", headers, body: new Body(data, undefined) }, error: "" };
  headers.append("content-range", `bytes ${start}-${end - 1}/${size}`);
  return { response: { status: 206, statusText: "Partial Content", headers, body: new Body(data.slice(start, end), undefined) }, error: "" };
}

/**
 * The part that a single range names. `undefined` if the blob has none of it, or the text is not a range.
 *
 * @param {string} range
 * @param {number} size
 */
function partOf(range, size) {
  const bounds = exec(/^bytes[ \t]*=[ \t]*(?:(\d+)[ \t]*)?-[ \t]*(\d*)$/, range);
  if (bounds === null) return undefined;
  const { 1: first = "", 2: last } = bounds;
  if (first === "" && last === "") return undefined;
  if (first === "") {
    const start = size - +(/** @type {string} */ (last));
    return start < size ? { start: start > 0 ? start : 0, end: size } : undefined;
  }
  const start = +(/** @type {string} */ (first));
  const end = last === "" ? size : +(/** @type {string} */ (last)) + 1;
  return start < size && start < end ? { start, end: end < size ? end : size } : undefined;
}
