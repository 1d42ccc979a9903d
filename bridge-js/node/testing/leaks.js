// @ts-check
// What a test leaves open: timers, calls, streams, listeners, workers.

import * as timers from "#deferred/web/timers/timers.js";
import { join, Promise, Set, setAdd, setHas } from "../../shared/primordials.js";
import { nodeHost } from "../host.js";
import { JSON, push } from "../node-primordials.js";
import { failure, kinds } from "./failure.js";
import { settings } from "./settings.js";
import * as scope from "./scope.js";

/** @typedef {import("./test.js").Test} Test */

const { parse } = JSON;
/** How often a test that has left something open is looked at again: ending may take a few turns of the event loop. */
const MOST_TURNS = 20;

/** Resources that a test has been charged with: the tests around it are not charged again. */
const charged = new Set();

const turn = () =>
  new Promise((resolve) => {
    timers.setTimeout(resolve, 0);
  });

/** @returns {[identity: string, text: string][]} */
function openResources() {
  const text = nodeHost.openResources();
  return text === "" ? [] : parse(text);
}

/** The resources that are open before a test; `undefined` if nothing is checked. */
export function knownResources() {
  if (!settings().checksLeaks) return undefined;
  const known = new Set();
  const open = openResources();
  for (let i = 0; i < open.length; i++) setAdd(known, open[i]?.[0]);
  return known;
}

/**
 * Waits until the errors of a test's promises and due timers are known, and fails it if it leaves something open.
 *
 * @param {Test} test
 * @param {Set<unknown> | undefined} known what was open before it
 */
export async function settle(test, known) {
  await turn();
  if (known === undefined || test.isConcluded) return;
  let open = openedSince(known);
  for (let i = 0; i < MOST_TURNS && open.length > 0 && !test.isConcluded; i++) {
    await turn();
    open = openedSince(known);
  }
  if (open.length > 0 && !test.isConcluded) test.fail(leakFailure(open));
}

/**
 * The texts of the resources that were opened and not closed; none while other tests run, which may have opened them.
 *
 * @param {Set<unknown>} known
 */
function openedSince(known) {
  const running = scope.innermost();
  const texts = [];
  if (running.length > 1) return texts;
  const open = openResources();
  for (let i = 0; i < open.length; i++) {
    const { 0: identity, 1: text } = /** @type {[string, string]} */ (open[i]);
    if (!setHas(known, identity) && !setHas(charged, identity)) push(texts, text);
  }
  return texts;
}

/** Charges the test of the texts with everything that is open. */
function leakFailure(/** @type {string[]} */ texts) {
  const open = openResources();
  for (let i = 0; i < open.length; i++) setAdd(charged, open[i]?.[0]);
  const head = texts.length === 1 ? "1 resource was left open:" : `${texts.length} resources were left open:`;
  return failure(`${head}\n  ${join(texts, "\n  ")}`, kinds.leak);
}

/** Whether something is open that a test was charged with: it may keep the program alive for ever. */
export function isKeptAliveByLeak() {
  if (!settings().checksLeaks) return false;
  const open = openResources();
  for (let i = 0; i < open.length; i++) if (setHas(charged, open[i]?.[0])) return true;
  return false;
}
