// gjs -m host.mjs DRIVER: values are passed as GLib.Variant, answers come from the main loop.
import Gio from "gi://Gio";
import GLib from "gi://GLib";
import System from "system";
import { byText, plain, serve } from "../host.mjs";

const idle = (answer) => new Promise((resolve) => {
  GLib.idle_add(GLib.PRIORITY_DEFAULT, () => {
    resolve(answer());
    return GLib.SOURCE_REMOVE;
  });
});
const number = (x) => {
  const variant = GLib.Variant.new_double(x);
  return idle(() => variant.get_double());
};
const text = (text) => {
  const variant = GLib.Variant.new_string(text);
  return idle(() => variant.get_string()[0]);
};

const [, driver] = GLib.file_get_contents(System.programArgs[0]);
const version = System.version;
const answer = serve(
  `gjs ${Math.floor(version / 10000)}.${Math.floor(version / 100) % 100}.${version % 100}`,
  new TextDecoder().decode(driver),
  () => GLib.get_monotonic_time() / 1000,
  [
    ["number, GLib idle", "number", plain.fromQueue, number],
    ["struct, GLib idle with JSON text", "struct", plain.json, byText(text)],
  ],
  print);

const loop = new GLib.MainLoop(null, false);
const input = new Gio.DataInputStream({ base_stream: Gio.UnixInputStream.new(0, false) });
const next = () => input.read_line_async(GLib.PRIORITY_DEFAULT, null, (_, result) => {
  const [order] = input.read_line_finish_utf8(result);
  if (order === null) loop.quit();
  else answer(order).then(next);
});
next();
loop.run();
