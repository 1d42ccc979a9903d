// @ts-check
import { defineHidden, nullPrototype } from "../../shared/define.js";
import { isObject } from "../../shared/is-object.js";
import { describeInterface } from "../interface.js";
import { construct, Error, hasOwn, setPrototypeOf } from "../../shared/primordials.js";

/** The legacy codes by name. Any other name has the code 0. */
const codes = /** @type {{ [name: string]: number | undefined }} */ (/** @type {unknown} */ ({
  __proto__: null,
  IndexSizeError: 1,
  HierarchyRequestError: 3,
  WrongDocumentError: 4,
  InvalidCharacterError: 5,
  NoModificationAllowedError: 7,
  NotFoundError: 8,
  NotSupportedError: 9,
  InUseAttributeError: 10,
  InvalidStateError: 11,
  SyntaxError: 12,
  InvalidModificationError: 13,
  NamespaceError: 14,
  InvalidAccessError: 15,
  TypeMismatchError: 17,
  SecurityError: 18,
  NetworkError: 19,
  AbortError: 20,
  URLMismatchError: 21,
  QuotaExceededError: 22,
  TimeoutError: 23,
  InvalidNodeTypeError: 24,
  DataCloneError: 25,
}));

/** A constructor that returns an object makes the fields of a derived class own fields of that object. */
class Given {
  /** @param {object} object */
  constructor(object) {
    return object;
  }
}

/** The private fields of a `DOMException`, on an error that the engine made, with its stack. No exception leads to this class. */
class Parts extends Given {
  #name;
  #message;

  /**
   * @param {Error} error
   * @param {string} name
   * @param {string} message
   */
  constructor(error, name, message) {
    super(error);
    this.#name = name;
    this.#message = message;
  }

  /** @param {object} value */
  static are(value) {
    return #name in value;
  }

  /** @param {object} value */
  static nameOf(value) {
    return /** @type {Parts} */ (value).#name;
  }

  /** @param {object} value */
  static messageOf(value) {
    return /** @type {Parts} */ (value).#message;
  }
}

const { are, messageOf, nameOf } = Parts;

/**
 * Whether the value was made by the class below, whatever its prototype is.
 * @type {(value: object) => value is DOMException}
 */
export const isDOMException = /** @type {(value: object) => value is DOMException} */ (are);

/**
 * Name and message of an exception, without reading its properties.
 * @param {DOMException} exception
 */
export const partsOf = (exception) => ({ name: nameOf(exception), message: messageOf(exception) });

/** An error of the web platform. Its name distinguishes it, not its class. */
export class DOMException {
  /**
   * @param {unknown} [message]
   * @param {unknown} [name] or an object with `name` and `cause`, as in Node
   */
  constructor(message = "", name = "Error") {
    const text = `${message}`;
    const options = isObject(name) && (hasOwn(name, "name") || hasOwn(name, "cause")) ? name : undefined;
    const { name: given, cause } = /** @type {{ name?: unknown, cause?: unknown }} */ (options ?? nullPrototype({ name }));
    const title = given === undefined ? "Error" : `${given}`;
    // Without a message, because that would be an own property: a getter of the prototype returns it.
    const error = construct(Error, [], new.target);
    new Parts(error, title, text);
    if (options !== undefined && hasOwn(options, "cause")) defineHidden(error, "cause", cause);
    return error;
  }

  get name() {
    return nameOf(this);
  }

  get message() {
    return messageOf(this);
  }

  get code() {
    return codes[nameOf(this)] ?? 0;
  }
}

setPrototypeOf(DOMException.prototype, Error.prototype);
describeInterface(DOMException, {
  INDEX_SIZE_ERR: 1,
  DOMSTRING_SIZE_ERR: 2,
  HIERARCHY_REQUEST_ERR: 3,
  WRONG_DOCUMENT_ERR: 4,
  INVALID_CHARACTER_ERR: 5,
  NO_DATA_ALLOWED_ERR: 6,
  NO_MODIFICATION_ALLOWED_ERR: 7,
  NOT_FOUND_ERR: 8,
  NOT_SUPPORTED_ERR: 9,
  INUSE_ATTRIBUTE_ERR: 10,
  INVALID_STATE_ERR: 11,
  SYNTAX_ERR: 12,
  INVALID_MODIFICATION_ERR: 13,
  NAMESPACE_ERR: 14,
  INVALID_ACCESS_ERR: 15,
  VALIDATION_ERR: 16,
  TYPE_MISMATCH_ERR: 17,
  SECURITY_ERR: 18,
  NETWORK_ERR: 19,
  ABORT_ERR: 20,
  URL_MISMATCH_ERR: 21,
  QUOTA_EXCEEDED_ERR: 22,
  TIMEOUT_ERR: 23,
  INVALID_NODE_TYPE_ERR: 24,
  DATA_CLONE_ERR: 25,
});
