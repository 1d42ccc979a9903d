// @ts-check
// Generated from Swift declarations by `causeway types --format js`. Do not edit.

/** @typedef {import("causeway-bridge").CallOptions} CallOptions */
/** @typedef {import("causeway-bridge").ListenOptions} ListenOptions */
/** @typedef {import("causeway-bridge").PluginListenerHandle} PluginListenerHandle */
/** @typedef {import("causeway-bridge").StreamOptions} StreamOptions */
/** @typedef {import("causeway-bridge").Undo} Undo */

/**
 * A state of the radio.
 * @typedef {"idle" | "scanning"} Activity
 */

/**
 * @typedef {object} Address
 * @property {string} text
 * @property {number} prefix From 0 to 128.
 */

/**
 * A frequency band.
 * @typedef {"2.4" | "5"} Band
 */

/**
 * How to join.
 * @typedef {{ kind: "none" } | { kind: "passphrase"; value: string } | { kind: "enterprise"; user: string; password?: string | null } | { kind: "either"; first: Credentials; second: Credentials }} Credentials
 */

/**
 * A WiFi network in reach.
 * @typedef {object} Network
 * @property {string} ssid The name; up to 32 bytes.
 * @property {number | null} [signal] In dBm, usually -90 (weak) to -30 (near).
 * @property {Band} band
 * @property {Address[]} addresses
 * @property {Date} heard The time of its last beacon.
 * @property {Uint8Array} key
 * @property {{ [key: string]: number | bigint }} counters
 */

/**
 * @typedef {object} Plain
 * @property {string} name
 * @property {number | null} [limit]
 * @property {Plain[]} children
 */

/** @typedef {"UNAVAILABLE" | "RADIO_BUSY"} RadioError */

/**
 * An actor: its methods are called in its isolation.
 * @typedef {object} CounterPlugin
 * @property {(step?: number, options?: CallOptions) => Promise<number>} add
 * @property {(params?: undefined, options?: CallOptions) => Promise<string>} name
 */

/**
 * @typedef {object} PlainPlugin
 * @property {(params: Plain, options?: CallOptions) => Promise<Plain[]>} byHand
 * @property {(params?: undefined, options?: StreamOptions) => AsyncIterableIterator<number | bigint>} numbers
 */

/**
 * Reads and changes the radio.
 * @typedef {object} RadioPlugin
 * @property {(params?: undefined, options?: StreamOptions) => AsyncIterableIterator<Activity>} activities
 * @property {number[]} channels
 * @property {(params: { to: number }, options?: StreamOptions) => AsyncIterableIterator<number>} count Counts up to a number.
 * @property {string} driver The driver's name.
 * @property {(number: number, options?: CallOptions) => Promise<number>} echo
 * @property {(ssid: string, options?: CallOptions) => Promise<void>} forget Declares its errors by their codes only.
 * @property {(params: { ssid: string; using: Credentials }, options?: CallOptions) => Promise<string>} join Joins a network.
 * @property {(network: Network, options?: CallOptions) => Promise<Network>} mirror
 * @property {(params?: undefined, options?: CallOptions) => Promise<void>} nothing
 * @property {(plain: Plain, options?: CallOptions) => Promise<Plain>} plain
 * @property {(isOn: boolean, options?: CallOptions) => Promise<void>} power Switches the radio.
 * @property {(params?: { hidden?: boolean; limit?: number | null }, options?: CallOptions) => Promise<Network[]>} scan The networks in reach.
 * @property {(left: number, right?: number, options?: CallOptions) => Promise<number>} sum
 * @property {(level: number, options?: CallOptions) => Promise<number>} volume
 * @property {((event: "joined", listener: (value: Network) => void, options?: ListenOptions) => Undo)} on
 * @property {((event: "joined", listener: (value: Network) => void) => Promise<PluginListenerHandle>)} addListener
 * @property {() => Promise<void>} removeAllListeners
 */

/** @typedef {{ counter: CounterPlugin, plain: PlainPlugin, radio: RadioPlugin }} Plugins */

/** @typedef {{ "radio.forget": "NOT_FOUND", "radio.power": RadioError | "FAILED_PRECONDITION" | "NO_RADIO" }} ErrorCodes */

/** Hashes that identify these declarations. */
export const contract = Object.freeze({
  hash: "82290c9f46dd60a0",
  members: Object.freeze({
    "counter.add": "6210f55167bda219",
    "counter.name": "37ee3cd298ff7dd2",
    "plain.byHand": "6f33c05525ea75f2",
    "plain.numbers": "6afc69744facd73d",
    "radio.activities": "d0899e1bbdc560ba",
    "radio.channels": "5c62b27f571ad0db",
    "radio.count": "f15f78542b062ba0",
    "radio.driver": "c7a8bdd34ba77b05",
    "radio.echo": "fd230848166cb776",
    "radio.forget": "49fd3a9908ea9fa1",
    "radio.join": "8f2064f8121db6a2",
    "radio.joined": "49e7968d5b61756c",
    "radio.mirror": "2860308db4451084",
    "radio.nothing": "812b0b5238eeaca5",
    "radio.plain": "6db2fbb28e0e4f58",
    "radio.power": "63d4c9c28c307b70",
    "radio.scan": "876ac9e4d24cd440",
    "radio.sum": "53beee6bd0085ce0",
    "radio.volume": "fd230848166cb776",
  }),
});

/**
 * Checks that the other side has these declarations; rejects with the members that differ.
 *
 * @param {Omit<import("causeway-bridge").Bridge, "plugins">} bridge
 * @returns {Promise<Plugins>}
 */
export const connect = async (bridge) => {
  await bridge.contract(contract);
  return /** @type {any} */ (bridge).plugins;
};
