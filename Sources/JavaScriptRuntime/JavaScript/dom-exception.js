// @ts-check
import { defineHidden } from "./define.js";
import { describeInterface } from "./interface.js";
import { Error, String } from "./primordials.js";

/** The legacy codes by name. A name that is not here has the code 0. */
const codes = {
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
};

/**
 * Whether the value was made by the class below, whatever its prototype says.
 * @type {(value: object) => value is DOMException}
 */
export let isDOMException;

/** An error of the web platform: told apart by its name, not by its class. */
export class DOMException extends Error {
  /** @type {number} */
  #code;

  /**
   * @param {unknown} [message]
   * @param {unknown} [nameOrOptions] the name, or an object with `name` and `cause`
   */
  constructor(message = "", nameOrOptions = "Error") {
    super(String(message));
    let name = nameOrOptions;
    if (typeof nameOrOptions === "object" && nameOrOptions !== null) {
      const options = /** @type {{ name?: unknown, cause?: unknown }} */ (nameOrOptions);
      name = options.name ?? "Error";
      if ("cause" in options) defineHidden(this, "cause", options.cause);
    }
    // An own data property: whoever prints the error can read it without running code.
    defineHidden(this, "name", String(name));
    this.#code = /** @type {{ [name: string]: number }} */ (/** @type {unknown} */ (codes))[String(name)] ?? 0;
  }

  get code() {
    return this.#code;
  }

  static {
    isDOMException = /** @type {typeof isDOMException} */ ((value) => #code in value);
  }
}

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
