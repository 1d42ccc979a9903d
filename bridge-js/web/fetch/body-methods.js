// @ts-check
// The members that requests and responses share, for the use of their bodies.

import * as addresses from "#deferred/web/url/url.js";
import * as form from "#deferred/web/files/form-data.js";
import * as forms from "#deferred/web/fetch/multipart.js";
import * as streams from "#deferred/web/streams/readable-stream.js";
import { defineAccessor, defineHidden } from "../../shared/define.js";
import {
  getOwnPropertyDescriptor, objectKeys, parse, promiseReject, typedArrayBuffer, TypeError,
} from "../../shared/primordials.js";
import { react } from "../../shared/promises.js";
import { decodeUTF8, decodeWithMark } from "../encoding/text-decoder.js";
import { dataOf } from "../files/blob-data.js";
import { makeBlob } from "../files/blob.js";
import { takeAll } from "./body.js";
import { extractMediaType, parameterOf, serializeMediaType } from "./media-type.js";

/** @typedef {import("./headers.js").HeaderList} HeaderList */
/** @typedef {{ body: import("./body.js").Body | null, headers: HeaderList }} Message */
/** @typedef {(bytes: Uint8Array, headers: HeaderList) => unknown} Conversion */

/**
 * Adds `body`, `bodyUsed` and a method for each conversion to a class.
 *
 * @param {Function} type
 * @param {(object: unknown) => Message | undefined} messageOf `undefined` for an object of another class
 */
export function defineBody(type, messageOf) {
  const { prototype } = type;
  const require = (/** @type {unknown} */ object) => {
    const message = messageOf(object);
    if (message === undefined) throw new TypeError(`The receiver is not a ${type.name}`);
    return message;
  };
  const { body, bodyUsed } = accessors(require);
  defineAccessor(prototype, "body", body);
  defineAccessor(prototype, "bodyUsed", bodyUsed);
  const names = objectKeys(conversions);
  for (let i = 0; i < names.length; i++) {
    const name = /** @type {string} */ (names[i]);
    defineHidden(prototype, name, method(name, /** @type {Conversion} */ (conversions[name]), require));
  }
}

/** @param {(object: unknown) => Message} require */
function accessors(require) {
  const described = {
    get body() {
      const { body } = require(this);
      return body === null ? null : streams.objectOf(body.stream);
    },
    get bodyUsed() {
      return require(this).body?.isUsed === true;
    },
  };
  const body = getOwnPropertyDescriptor(described, "body")?.get;
  const bodyUsed = getOwnPropertyDescriptor(described, "bodyUsed")?.get;
  return /** @type {{ body: () => unknown, bodyUsed: () => unknown }} */ ({ body, bodyUsed });
}

/**
 * A method that takes all bytes of a message and converts them.
 *
 * @param {string} name
 * @param {Conversion} convert
 * @param {(object: unknown) => Message} require
 */
const method = (name, convert, require) =>
  ({
    /** @this {unknown} */
    [name]() {
      try {
        const { body, headers } = require(this);
        return react(takeAll(body), (taken) => convert(/** @type {import("./body.js").Taken} */ (taken).bytes, headers), rethrow);
      } catch (error) {
        return promiseReject(error);
      }
    },
  })[name];

/** @param {unknown} error */
function rethrow(error) {
  throw error;
}

/**
 * The conversions of a body by the names of their methods.
 * @type {{ [name: string]: Conversion }}
 */
const conversions = {
  arrayBuffer: typedArrayBuffer,
  blob: (bytes, headers) => {
    const type = typeOf(headers);
    return makeBlob({ data: dataOf(bytes), type: type === undefined ? "" : serializeMediaType(type) });
  },
  bytes: (bytes) => bytes,
  formData: (bytes, headers) => {
    const type = typeOf(headers);
    if (type?.essence === "multipart/form-data") {
      const boundary = parameterOf(type, "boundary");
      if (boundary === undefined) throw new TypeError("The content type of the body has no boundary");
      return forms.readForm(bytes, boundary);
    }
    if (type?.essence === "application/x-www-form-urlencoded") {
      const data = new form.FormData();
      const entries = /** @type {[string, string][]} */ (form.entriesOf(data));
      const pairs = addresses.parseQuery(decodeWithMark(bytes));
      for (let i = 0; i < pairs.length; i++) entries[i] = /** @type {[string, string]} */ (pairs[i]);
      return data;
    }
    throw new TypeError("The body is not a form: its content type is neither multipart/form-data nor application/x-www-form-urlencoded");
  },
  json: (bytes) => parse(decodeUTF8(bytes)),
  text: (bytes) => decodeUTF8(bytes),
};

/** @param {HeaderList} headers */
function typeOf(headers) {
  const value = headers.get("content-type");
  return value === null ? undefined : extractMediaType(value);
}
