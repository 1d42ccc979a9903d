// deno run --allow-all host.mjs DRIVER FUNCTIONS [ADDON]
import { byText, plain } from "../host.mjs";
import { addonOffers, serveLines } from "../lines.mjs";

const [driver, functions, addon] = Deno.args;
const { symbols } = Deno.dlopen(functions, {
  echo_number: { parameters: ["f64"], result: "f64", nonblocking: true },
  echo_text: { parameters: ["buffer", "usize", "buffer"], result: "void", nonblocking: true },
});
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const text = async (text) => {
  const sent = encoder.encode(text);
  const answer = new Uint8Array(sent.length);
  await symbols.echo_text(sent, sent.length, answer);
  return decoder.decode(answer);
};

await serveLines(`Deno ${Deno.version.deno}`, driver, [
  ["number, FFI nonblocking", "number", plain.fromThread, symbols.echo_number],
  ["struct, FFI with JSON text", "struct", plain.json, byText(text)],
  ...(addon ? addonOffers(addon) : []),
]);
