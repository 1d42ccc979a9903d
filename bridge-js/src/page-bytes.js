// @ts-check
// A message with bytes as one body, for the road that carries them between a page's isolated world and native code.
//
// First its attachments, then its text, in UTF-8, and in the end a line of numbers, separated by spaces: the message's
// own, how long the text is, and how long each attachment. A body with one attachment becomes that by being cut off.

const LINE_START = 10;

/**
 * @param {string} head what stands before the numbers
 * @param {number} number
 * @param {string} text
 * @param {ArrayBuffer[]} attachments
 */
export const pack = (head, number, text, attachments) => {
  const encoder = new TextEncoder();
  const content = encoder.encode(text);
  const sizes = [number, content.length, ...attachments.map((buffer) => buffer.byteLength)];
  const line = encoder.encode(`\n${head}${sizes.join(" ")}`);
  const length = attachments.reduce((sum, buffer) => sum + buffer.byteLength, 0);
  const body = new Uint8Array(length + content.length + line.length);
  let at = 0;
  for (const buffer of attachments) {
    body.set(new Uint8Array(buffer), at);
    at += buffer.byteLength;
  }
  body.set(content, at);
  body.set(line, at + content.length);
  return body;
};

/**
 * @param {ArrayBuffer} body is cut into pieces
 * @returns {{ number: number, text: string, attachments: ArrayBuffer[] } | undefined} nothing for a body of nothing
 */
export const unpack = (body) => {
  const bytes = new Uint8Array(body);
  const end = bytes.lastIndexOf(LINE_START);
  if (end < 0) return undefined;
  const decoder = new TextDecoder();
  const [number, length, ...sizes] = decoder.decode(bytes.subarray(end + 1)).split(" ").map(Number);
  const text = decoder.decode(bytes.subarray(end - length, end));
  const cut = Reflect.get(body, "transfer"); // Only in newer engines.
  if (sizes.length === 1 && cut) return { number, text, attachments: [cut.call(body, sizes[0])] };
  let at = 0;
  const attachments = sizes.map((size) => body.slice(at, (at += size)));
  return { number, text, attachments };
};
