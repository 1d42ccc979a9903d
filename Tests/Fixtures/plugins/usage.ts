// What a client may write against plugins.d.ts, and what it may not: compiled, never run.

import { connect, type ErrorCodes, type Network, type RadioError } from "./plugins.js";
import type { Bridge } from "causeway-bridge";

export const client = async (anyBridge: Bridge) => {
  const { radio, counter } = await connect(anyBridge);
  const networks: Network[] = await radio.scan({ hidden: true }, { timeout: 1000 });
  await radio.scan();
  const strength: number | null | undefined = networks[0].signal;
  const day: Date = networks[0].heard;
  const bytes: Uint8Array = networks[0].key;
  const received: number | bigint = networks[0].counters.rx;
  const total: number = await radio.sum(1, 2);
  await radio.sum(1);
  await counter.add();
  for await (const number of radio.count({ to: 3 }, { buffer: 4 })) total + number;
  const stop = radio.on("joined", (network) => network.ssid);
  stop();
  const handle = await radio.addListener("joined", (network) => network.ssid);
  await handle.remove();
  await radio.removeAllListeners();
  await radio.join({ ssid: "home", using: { kind: "passphrase", value: "secret" } });
  const driver: string = radio.driver;
  return [strength, day, bytes, received, driver];
};

export const ofTheGlobal = async (): Promise<number> => (await connect(bridge)).radio.sum(1, 2);

export const sentence = (code: ErrorCodes["radio.power"]): string => {
  const own: RadioError = "RADIO_BUSY";
  switch (code) {
    case own:
      return "busy";
    case "UNAVAILABLE":
    case "FAILED_PRECONDITION":
      return "off";
    case "NO_RADIO":
      return "none";
    // @ts-expect-error a code that is not declared
    case "NOT_FOUND":
      return "never";
  }
};

export const mistakes = async () => {
  const { radio } = bridge.plugins;
  // @ts-expect-error a parameter that does not exist
  await radio.scan({ hiden: true });
  // @ts-expect-error a parameter that is missing
  await radio.join({ ssid: "home" });
  // @ts-expect-error a case that does not exist
  await radio.join({ ssid: "home", using: { kind: "magic" } });
  // @ts-expect-error a constant that is written
  radio.driver = "another";
  // @ts-expect-error an event that does not exist
  radio.on("left", () => {});
  // @ts-expect-error an event that does not exist
  await radio.addListener("left", () => {});
  // @ts-expect-error a member that does not exist
  await radio.secret();
};
