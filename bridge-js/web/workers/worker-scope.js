// @ts-check
// The members of a worker's global object in addition to the usual globals.

import * as messages from "#deferred/web/messaging/message-event.js";
import { nullPrototype } from "../../shared/define.js";
import { globalObject, TypeError } from "../../shared/primordials.js";
import { control } from "../events/event.js";
import { EventHandler } from "../events/event-handler.js";
import { reportLater } from "../events/event-target.js";
import { globalListeners } from "../events/report.js";
import { requireArguments } from "../interface.js";
import { FarEnd, native } from "../messaging/far-end.js";
import { openStreams } from "../messaging/open-streams.js";
import { transferIn } from "../messaging/message-port.js";

/** The parent's end of the channel; this context's end is always number 1. */
const parent = new FarEnd(1, {
  deliver: (message) => {
    const event = message === undefined ? new messages.MessageEvent("messageerror") : new messages.MessageEvent("message", nullPrototype({ ...message }));
    globalListeners.dispatch(control.setTrusted(event, true), globalObject, true, reportLater);
  },
  lose: () => {},
});

let isListening = false;

/** Messages wait for the first listener. A worker with a listener, or a stream of another context, lives on when it has nothing else to do. */
function update() {
  const hasListener = globalListeners.count("message") > 0;
  const listens = hasListener || openStreams.count > 0;
  if (hasListener) parent.start();
  if (listens === isListening) return;
  isListening = listens;
  native.listen(listens);
}

globalListeners.changed = update;
openStreams.changed = update;

export const onmessage = new EventHandler("message", globalListeners);
export const onmessageerror = new EventHandler("messageerror", globalListeners);

export const name = native?.name();

/**
 * Sends a message to the parent.
 *
 * @param {unknown} message
 * @param {unknown} [options] the objects to transfer, or options with them
 */
export function postMessage(message, options = undefined) {
  requireArguments("postMessage", arguments.length, 1);
  parent.post(message, transferIn(options, "postMessage"), undefined);
}

/** Ends the worker when the running script has returned. */
export function close() {
  native.leave();
}

export function importScripts() {
  throw new TypeError("importScripts: workers are modules here; use import");
}
