// @ts-check
// Hosts: domains, addresses, and the opaque hosts of other schemes.

import { charCodeAt, exec, stringSlice } from "../../shared/primordials.js";
import { domainToASCII } from "./idna.js";
import { endsInNumber, parseIPv4, parseIPv6 } from "./ip-address.js";
import { C0_CONTROL, percentDecode, percentEncode } from "./percent.js";

const forbidden = /[\0\t\n\r #/:<>?@[\\\]^|]/;
const forbiddenInDomain = /[\0-\x20#%/:<>?@[\\\]^|\x7f]/;

/**
 * A host, serialized; `null` where the standard fails.
 *
 * @param {string} text not empty
 * @param {boolean} isDomain whether the scheme is one of the special ones
 * @returns {string | null}
 */
export function parseHost(text, isDomain) {
  if (charCodeAt(text, 0) === 0x5b) {
    return charCodeAt(text, text.length - 1) === 0x5d ? parseIPv6(stringSlice(text, 1, -1)) : null;
  }
  if (!isDomain) return exec(forbidden, text) === null ? percentEncode(text, C0_CONTROL) : null;
  const domain = domainToASCII(percentDecode(text));
  if (domain === null || domain === "" || exec(forbiddenInDomain, domain) !== null) return null;
  return endsInNumber(domain) ? parseIPv4(domain) : domain;
}
