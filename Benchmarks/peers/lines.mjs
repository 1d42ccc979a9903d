// Shared by Node and Deno: files, orders on standard input, addons.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { byText, plain, serve } from "./host.mjs";

/** Serves orders until standard input ends. */
export const serveLines = async (peer, driver, offers) => {
  const answer = serve(peer, readFileSync(driver, "utf8"), () => performance.now(), offers, console.log);
  for await (const order of createInterface({ input: process.stdin })) await answer(order);
  process.exit(); // The addon's thread keeps the event loop alive.
};

/** What the addon offers. */
export const addonOffers = (path) => {
  const addon = createRequire(import.meta.url)(path);
  return [
    ["number, N-API deferred", "number", plain.withinPost, addon.number],
    ["number, thread-safe function", "number", plain.fromThread, addon.numberFromThread],
    ["struct, N-API by property", "struct", plain.json, addon.object],
    ["struct, N-API with JSON text", "struct", plain.json, byText(addon.text)],
  ];
};
