// @ts-check
// The module `punycode` (RFC 3492), with the functions of punycode.js 2.

import { append } from "../shared/lists.js";
import { codePointAt, fromCodePoint, stringLastIndexOf, stringSlice, toLowerCase } from "../shared/primordials.js";
import { replace, splitText } from "./node-primordials.js";
import { fromDigits, toDigits } from "./punycode-digits.js";

function decodeUCS2(text) {
  const points = [];
  for (let i = 0; i < text.length; i++) {
    const point = codePointAt(text, i);
    append(points, point);
    if (point > 0xffff) i += 1;
  }
  return points;
}

function encodeUCS2(points) {
  let text = "";
  for (let i = 0; i < points.length; i++) text += fromCodePoint(points[i]);
  return text;
}

/** Each label of a domain or of the domain of an address. */
function mapLabels(domain, convert) {
  const at = stringLastIndexOf(domain, "@");
  const before = at < 0 ? "" : stringSlice(domain, 0, at + 1);
  const labels = splitText(replace(stringSlice(domain, at + 1), /[\u3002\uff0e\uff61]/g, "."), ".");
  let result = before;
  for (let i = 0; i < labels.length; i++) result += (i === 0 ? "" : ".") + convert(labels[i]);
  return result;
}

const isASCII = (text) => {
  for (let i = 0; i < text.length; i++) if (codePointAt(text, i) > 0x7f) return false;
  return true;
};

const decode = (text) => encodeUCS2(fromDigits(text));
const encode = (text) => toDigits(decodeUCS2(text));

export const punycode = {
  version: "2.1.0",
  ucs2: { decode: decodeUCS2, encode: encodeUCS2 },
  decode,
  encode,
  toASCII: (domain) => mapLabels(domain, (label) => (isASCII(label) ? label : `xn--${encode(label)}`)),
  toUnicode: (domain) => mapLabels(domain, (label) => (toLowerCase(stringSlice(label, 0, 4)) === "xn--" ? decode(toLowerCase(stringSlice(label, 4))) : label)),
};
