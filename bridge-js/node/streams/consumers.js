// @ts-check
// The module `stream/consumers`: everything that a stream has, as one value.

import * as buffers from "#deferred/node/buffer.js";
import * as blobs from "#deferred/web/files/blob.js";
import * as decoding from "#deferred/web/encoding/text-decoder.js";
import { parse } from "../../shared/primordials.js";
import { push } from "../node-primordials.js";

async function collect(stream) {
  const chunks = [];
  for await (const chunk of stream) push(chunks, chunk);
  return chunks;
}

async function blob(stream) {
  return new (/** @type {any} */ (blobs).Blob)(await collect(stream));
}

async function buffer(stream) {
  return /** @type {any} */ (buffers.Buffer).from(await arrayBuffer(stream));
}

async function arrayBuffer(stream) {
  return (await blob(stream)).arrayBuffer();
}

async function text(stream) {
  const decoder = new (/** @type {any} */ (decoding).TextDecoder)();
  let all = "";
  for await (const chunk of stream) all += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
  return all + decoder.decode(undefined, { stream: false });
}

async function json(stream) {
  return parse(await text(stream));
}

export const consumers = { arrayBuffer, blob, buffer, text, json };
