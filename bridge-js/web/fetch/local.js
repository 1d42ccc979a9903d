// @ts-check
// Responses that need no network: those of `data:` and `blob:` URLs.

import * as blobURLs from "#deferred/web/files/blob-urls.js";
import * as dataURLs from "#deferred/web/fetch/data-url.js";
import { startsWith, stringIndexOf, stringSlice } from "../../shared/primordials.js";
import { dataOf } from "../files/blob-data.js";
import { Body } from "./body.js";
import { HeaderList } from "./headers.js";

/**
 * @param {string} url without its fragment
 * @param {string} method
 * @returns {{ response?: { headers: HeaderList, body: Body | null }, error: string }} the response, or why there is none
 */
export function respond(url, method) {
  const headers = new HeaderList();
  if (startsWith(url, "data:")) {
    const data = dataURLs.readDataURL(url);
    if (data === undefined) return { error: "the data: URL has no data" };
    headers.append("content-type", data.type);
    return { response: { headers, body: method === "HEAD" ? null : new Body(dataOf(data.bytes), undefined) }, error: "" };
  }
  if (startsWith(url, "blob:")) {
    const contents = blobURLs.contentsAt(url);
    if (method !== "GET") return { error: `a blob: URL has no method ${method}` };
    if (contents === undefined) return { error: "no blob has this URL" };
    headers.append("content-length", `${contents.data.size}`);
    headers.append("content-type", contents.type);
    return { response: { headers, body: new Body(contents.data, undefined) }, error: "" };
  }
  return { error: `the scheme ${stringSlice(url, 0, stringIndexOf(url, ":"))} is not supported` };
}
