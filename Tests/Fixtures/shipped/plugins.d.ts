// Made from Swift's declarations by `causeway types`. Do not edit.

import type { Bridge as AnyBridge, CallOptions, ListenOptions, PluginListenerHandle, StreamOptions, Undo } from "causeway-bridge";

/** The two versions of the Internet Protocol. */
export type AddressFamily = "ipv4" | "ipv6";

/** One battery of the machine itself: those of mice and headsets do not count. */
export interface Battery {
  /** The kernel's name, such as BAT0. */
  name: string;
  /** How full it is, from 0 to 1; left out when it does not say. */
  level?: number | null;
  /** What it does. */
  status: BatteryStatus;
}

/** The state of what feeds this machine. */
export interface BatteryInfo {
  /** How full all batteries are together, from 0 to 1; left out without one. */
  batteryLevel?: number | null;
  /** Whether one of them is being charged, or is full; left out without one. */
  isCharging?: boolean | null;
  /** Whether it is plugged in; left out where that cannot be known. */
  isPluggedIn?: boolean | null;
  /** Each battery, by name. */
  batteries: Battery[];
}

/** What a battery does. */
export type BatteryStatus =
  | "charging"
  | "discharging"
  | "full"
  /** Plugged in, and not charged: too warm, or kept below its limit. */
  | "notCharging"
  | "unknown";

/** The part of the status that Capacitor's Network plugin tells. */
export interface ConnectionStatus {
  /** As in NetworkStatus. */
  connected: boolean;
  /** As in NetworkStatus. */
  connectionType: ConnectionType;
}

/** A kind of device, spelled as Capacitor and the Network Information API spell it. */
export type ConnectionType = "wifi" | "ethernet" | "cellular" | "bluetooth" | "vpn" | "none" | "unknown";

/** How host names are looked up, as the C library's resolver is told. */
export interface DNSConfiguration {
  /** The name servers' addresses, the first to be asked first. */
  servers: string[];
  /** The domains that a short name is tried in. */
  search: string[];
}

/** A route that leads everywhere: where packets go that have no better one. */
export interface DefaultRoute {
  /** The version of the packets that take it. */
  family: AddressFamily;
  /** The next router; null if the destinations are on the link itself. */
  gateway: string | null;
  /** The name of the interface that packets leave by. */
  interface: string;
  /** The lower, the better. */
  metric: number;
}

/** What identifies this machine. */
export interface DeviceId {
  /** The machine's own id (machine-id(5)), the same for every program until the system is installed anew. */
  identifier: string;
}

/**
 * What this machine is.
 *
 * What it does not tell is left out.
 */
export interface DeviceInfo {
  /** What its owner calls it: the name of the host; left out without the permission device.identity. */
  name?: string | null;
  /** As the firmware has it, such as ThinkPad X1 or Raspberry Pi 4 Model B. */
  model?: string | null;
  /** Who made it, as the firmware has it. */
  manufacturer?: string | null;
  /** Always linux. */
  platform: DevicePlatform;
  /** Always linux. */
  operatingSystem: DevicePlatform;
  /** The name of the distribution. */
  osName?: string | null;
  /** The version of the distribution; rolling ones have none. */
  osVersion?: string | null;
  /** The release of the kernel. */
  kernelVersion?: string | null;
  /** As the kernel writes it, such as x86_64 or aarch64. */
  architecture: string;
  /** Whether it runs under a hypervisor; left out where that cannot be known. */
  isVirtual?: boolean | null;
  /** Bytes of memory that this process holds. */
  memUsed?: number | null;
  /** Bytes that a program may still write where the system is. */
  diskFree?: number | null;
  /** Bytes of the file system that the system is on. */
  diskTotal?: number | null;
  /** Why the name is left out; left out itself when it is not. */
  withheld?: string | null;
}

/** The kernel that all this stands on. */
export type DevicePlatform = "linux";

/** Whether notifications are shown at all. */
export interface EnabledResult {
  /** False without a desktop session, or one that shows none. */
  value: boolean;
}

/** What an entry of a folder is. */
export type EntryType =
  | "file"
  | "directory"
  /** A symbolic link. */
  | "link"
  /** A device, a FIFO or a socket: never opened. */
  | "other";

/** One thing that happened in a folder that is watched. */
export interface FileChange {
  /** What happened. */
  kind: FileChangeKind;
  /** The name in the folder; left out when it is the watched file itself, or when anything may have changed. */
  name?: string | null;
}

/** What happened in a folder that is watched. */
export type FileChangeKind =
  /** It was made, or moved here. */
  | "created"
  /** It was written, and is closed now. */
  | "modified"
  /** It was removed, or moved away. */
  | "deleted"
  /** More happened than could be kept: look at everything anew. */
  | "overflow";

/** How text is written as bytes. */
export type FileEncoding = "utf8";

/** An entry of a folder. */
export interface FileInfo {
  /** Its name in the folder. */
  name: string;
  /** What it is. */
  type: EntryType;
  /** In bytes. */
  size: number;
  /** When it was last written, in milliseconds since 1970. */
  mtime: number;
}

/** An IP address of an interface. */
export interface InterfaceAddress {
  /** The version of the address. */
  family: AddressFamily;
  /** As RFC 5952 writes it, without a zone. */
  address: string;
  /** How many leading bits name the network. */
  prefixLength: number;
  /** global, site, link, host, nowhere, or a number of the administrator's. */
  scope: string;
  /** The link that a link-local IPv6 address means; null for any other. */
  scopeId: number | null;
  /** Made for privacy, to be replaced in hours. */
  temporary: boolean;
  /** Still valid, no longer chosen for new connections. */
  deprecated: boolean;
  /** Not usable: not yet checked for duplicates, or found to be one. */
  tentative: boolean;
}

/** Which interfaces are wanted: what is left out may be anything. */
export interface InterfaceFilter {
  /** Such as eth0. */
  name?: string | null;
  /** Such as wifi. */
  kind?: string | null;
}

/** What an interface has carried since it was made. */
export interface InterfaceStatistics {
  /** Packets received. */
  receivedPackets: number | bigint;
  /** Packets sent. */
  sentPackets: number | bigint;
  /** Octets received. */
  receivedBytes: number | bigint;
  /** Octets sent. */
  sentBytes: number | bigint;
  /** Packets that arrived damaged. */
  receiveErrors: number | bigint;
  /** Packets that could not be sent for an error. */
  sendErrors: number | bigint;
  /** Packets that arrived whole and were not kept. */
  receiveDropped: number | bigint;
  /** Packets dropped on their way out. */
  sendDropped: number | bigint;
  /** Multicast packets received. */
  multicast: number | bigint;
  /** Collisions while sending. */
  collisions: number | bigint;
}

/** A language. */
export interface LanguageInfo {
  /** As BCP 47 writes it. */
  value: string;
}

/** A notification. */
export interface LocalNotification {
  /** A number of the caller's, by which it is replaced and cancelled. */
  id: number;
  /** What it is about, in a few words. */
  title: string;
  /** What it says, as plain text. */
  body: string;
  /** What one may do about it, besides choosing it. */
  actions?: NotificationButton[] | null;
  /** Not offered: a later time; a timer of the program's does that. */
  schedule?: unknown | null;
}

/** Memory, in bytes. */
export interface MemoryInfo {
  /** All that the kernel has. */
  total: number;
  /** What programs can still have without swapping, by the kernel's estimate. */
  available: number;
  /** All swap space. */
  swapTotal: number;
  /** Swap space that nothing is in. */
  swapFree: number;
}

/** A network interface of this machine: a device, or something that the kernel presents as one. */
export interface NetworkInterface {
  /** The kernel's number for the interface: names change, this does not. */
  index: number;
  /** Such as eth0; each octet that is not part of valid UTF-8 is shown as \xNN. */
  name: string;
  /** loopback, ethernet, wifi, cellular, bluetooth, tap, other, or the kernel's own word: bridge, veth, … */
  kind: string;
  /** Switched on by the administrator: says nothing about a cable. */
  up: boolean;
  /** Switched on, with a carrier, and ready for packets. */
  running: boolean;
  /** Whether the link can pass packets. */
  operationalState: OperationalState;
  /** The hardware address, lower case; null if there is none, or withheld. */
  mac: string | null;
  /** The longest packet that is sent whole, in octets. */
  mtu: number;
  /** The negotiated speed of a cable in Mbit/s; else null. */
  speedMbps: number | null;
  /** The IP addresses, in the kernel's order. */
  addresses: InterfaceAddress[];
  /** What it has carried; null if the kernel does not say. */
  statistics: InterfaceStatistics | null;
  /** The bridge, bond or team that it is a port of; null for none. */
  master: string | null;
  /** The WiFi network that it is a member of; null for what is not WiFi. */
  wifi: WiFiMembership | null;
  /** Why what identifies a device or a place is missing here; null if nothing is. */
  withheld: string | null;
}

/** How this machine is connected, at one moment. */
export interface NetworkStatus {
  /** The kernel would send a packet for a public address out of a device that is up, running and has a carrier. */
  connected: boolean;
  /** The kind of device that such a packet would leave by. */
  connectionType: ConnectionType;
  /** For a VPN, the kind of device below it; else null. */
  underlyingConnectionType: ConnectionType | null;
  /** Whether traffic costs money; null when nobody says, which is usual. */
  metered: boolean | null;
  /** Of all routing tables: IPv4 before IPv6, then by metric. */
  defaultRoutes: DefaultRoute[];
  /** How host names are looked up. */
  dns: DNSConfiguration;
  /** All interfaces, by index. */
  interfaces: NetworkInterface[];
  /** Where the data came from. */
  source: Source;
  /** False if the tables changed each of five times while the kernel wrote them. */
  consistent: boolean;
}

/** What somebody did about a notification. */
export interface NotificationAction {
  /** The button's id, or tap. */
  actionId: string;
  /** The notification, as it was asked for. */
  notification: LocalNotification;
}

/** Something that one may do about a notification. */
export interface NotificationButton {
  /** What the event tells; tap is that of choosing the notification itself. */
  id: string;
  /** What is written on it. */
  title: string;
}

/** Which notification is meant. */
export interface NotificationReference {
  /** The number that it was shown with. */
  id: number;
}

/** Whether a link can pass packets, as RFC 2863 names it. */
export type OperationalState = "unknown" | "notpresent" | "down" | "lowerlayerdown" | "testing" | "dormant" | "up";

/** The files that somebody chose. */
export interface PickFilesResult {
  /** Empty when the dialog was dismissed. */
  files: PickedFile[];
}

/** A file that somebody chose, with what is in it. */
export interface PickedFile {
  /** Its name, without the folder that it is in. */
  name: string;
  /** In bytes. */
  size: number;
  /** What the name says that it holds, such as image/png. */
  mimeType: string;
  /** When it was last written, in milliseconds since 1970. */
  mtime: number;
  /** What is in it. */
  data: Uint8Array;
}

/** A part of the files that somebody chose: each file, and then its bytes. */
export type PickedPart =
  /** The next file, as PickedFile has it. */
  | { kind: "file"; name: string; size: number; mimeType: string; mtime: number }
  /** The next bytes of it. */
  | { kind: "data"; bytes: Uint8Array };

/** What was in a file. */
export interface ReadFileResult {
  /** Text when an encoding was asked for, else bytes. */
  data: string | Uint8Array;
}

/** What is in a folder. */
export interface ReaddirResult {
  /** By name. */
  files: FileInfo[];
  /** How many more there are whose names are not UTF-8, so that JavaScript cannot name them. */
  unnamed: number;
}

/** Where something was saved. */
export interface SaveFileResult {
  /** The dialog was dismissed, and nothing was saved. */
  cancelled: boolean;
  /** What somebody called the file; left out when the dialog was dismissed. */
  name?: string | null;
  /** How many bytes it has; left out when the dialog was dismissed. */
  size?: number | null;
}

/** What kind of scan is wanted. */
export interface ScanRequest {
  /** Its name; the first that fits if none is given. */
  interface?: string | null;
  /** Ask for a new scan, instead of taking what the kernel remembers. */
  trigger?: boolean | null;
}

/** The notifications that are shown now. */
export interface ScheduleResult {
  /** In the order in which they were asked for. */
  notifications: NotificationReference[];
}

/** A part of the kernel that answers questions about the network. */
export type Source =
  /** Complete and exact. */
  | "netlink"
  /** Where netlink is denied: one IPv4 address an interface, the main routing table. */
  | "proc";

/** How long this machine has been up. */
export interface Uptime {
  /** Time since it was started, the time asleep included. */
  seconds: number;
  /** When that was, by the clock as it is now. */
  bootedAt: Date;
}

/** An access point that was seen in a scan. */
export interface WiFiAccessPoint {
  /** The name of the WiFi interface that saw it. */
  interface: string;
  /** The network's name; null if it is not known, or its octets are no text. */
  ssid: string | null;
  /** The name as the octets that it really is. */
  ssidBytes: Uint8Array | null;
  /** The hardware address of the access point's radio, lower case. */
  bssid: string | null;
  /** The centre of the primary channel. */
  frequencyMHz: number | null;
  /** The number of that channel within its band. */
  channel: number | null;
  /** 2.4, 5, 6 or 60, in GHz. */
  band: string | null;
  /** Strength of the last frame heard: usually -90 (weak) to -30 (near). */
  signalDbm: number | null;
  /** 0 at -100 dBm or less, 100 at -50 dBm or more. */
  signalPercent: number | null;
  /** The ways to join; null if not known. */
  security: WiFiSecurity[] | null;
  /** This machine is a member. */
  joined: boolean;
  /** How long ago it was last heard; null if the kernel does not say. */
  ageMilliseconds: number | null;
  /** Why what identifies a device or a place is missing here; null if nothing is. */
  withheld: string | null;
}

/** Which WiFi interface is meant. */
export interface WiFiFilter {
  /** Its name; the first that fits if none is given. */
  interface?: string | null;
}

/** One of the radio links of a connection that has several. */
export interface WiFiLink {
  /** The link's number within the connection: 0 to 14. */
  id: number;
  /** The hardware address of the access point's radio, lower case. */
  bssid: string | null;
  /** The centre of the primary channel. */
  frequencyMHz: number | null;
  /** The number of that channel within its band. */
  channel: number | null;
  /** 2.4, 5, 6 or 60, in GHz. */
  band: string | null;
  /** Strength of the last frame heard: usually -90 (weak) to -30 (near). */
  signalDbm: number | null;
}

/** Which WiFi network an interface is a member of. */
export interface WiFiMembership {
  /** The interface has joined a network. */
  joined: boolean;
  /** The network's name; null if it is not known, or its octets are no text. */
  ssid: string | null;
  /** The name as the octets that it really is. */
  ssidBytes: Uint8Array | null;
  /** The hardware address of the access point's radio, lower case. */
  bssid: string | null;
}

/** A way in which a WiFi network protects itself; one in transition offers several. */
export type WiFiSecurity =
  /** No protection at all. */
  | "open"
  /** Encrypted, but open to everybody: Enhanced Open. */
  | "owe"
  /** A key that is broken in minutes. */
  | "wep"
  | "wpa-personal"
  | "wpa-enterprise"
  | "wpa2-personal"
  | "wpa2-enterprise"
  | "wpa3-personal"
  | "wpa3-enterprise"
  /** A way that is not known here. */
  | "unknown";

/** The WiFi network that this machine is a member of. */
export interface WiFiStatus {
  /** The name of the WiFi interface. */
  interface: string;
  /** The network's name; null if it is not known, or its octets are no text. */
  ssid: string | null;
  /** The name as the octets that it really is. */
  ssidBytes: Uint8Array | null;
  /** The hardware address of the access point's radio, lower case. */
  bssid: string | null;
  /** The centre of the primary channel. */
  frequencyMHz: number | null;
  /** The number of that channel within its band. */
  channel: number | null;
  /** 2.4, 5, 6 or 60, in GHz. */
  band: string | null;
  /** Strength of the last frame heard: usually -90 (weak) to -30 (near). */
  signalDbm: number | null;
  /** 0 at -100 dBm or less, 100 at -50 dBm or more. */
  signalPercent: number | null;
  /** Rate of the last frame sent, in Mbit/s. */
  txBitrate: number | null;
  /** Rate of the last frame received, in Mbit/s. */
  rxBitrate: number | null;
  /** The ways to join; null if not known. */
  security: WiFiSecurity[] | null;
  /** Since the connection was made. */
  connectedSeconds: number | null;
  /** The radio links of a connection that has several (WiFi 7); empty for one that has one. */
  links: WiFiLink[];
  /** Why what identifies a device or a place is missing here; null if nothing is. */
  withheld: string | null;
}

/**
 * What this machine is, and how it is doing.
 *
 * The names are those of Capacitor's Device plugin, and getMemoryInfo and getUptime.
 */
export interface DevicePlugin {
  /** How full the batteries are, and whether the machine is plugged in. */
  getBatteryInfo(params?: undefined, options?: CallOptions): Promise<BatteryInfo>;
  /**
   * The id of this machine: the same for every program, and for ever.
   * @throws `UNAVAILABLE` when the system has none.
   */
  getId(params?: undefined, options?: CallOptions): Promise<DeviceId>;
  /**
   * What this machine is: its model, its system, its kernel.
   *
   * The name is given only with the permission `device.identity`.
   */
  getInfo(params?: undefined, options?: CallOptions): Promise<DeviceInfo>;
  /** The language that messages are shown in, such as de. */
  getLanguageCode(params?: undefined, options?: CallOptions): Promise<LanguageInfo>;
  /** The language with its region, such as de-AT. */
  getLanguageTag(params?: undefined, options?: CallOptions): Promise<LanguageInfo>;
  /**
   * How much memory there is, and how much is free.
   * @throws `UNAVAILABLE` where /proc does not say.
   */
  getMemoryInfo(params?: undefined, options?: CallOptions): Promise<MemoryInfo>;
  /**
   * How long this machine has been up.
   * @throws `UNAVAILABLE` where /proc does not say.
   */
  getUptime(params?: undefined, options?: CallOptions): Promise<Uptime>;
}

/**
 * Files that somebody chooses in a dialog of the desktop's: what was chosen, and nothing else, is read or written.
 *
 * JavaScript learns the name of a file and what is in it, never where it is.
 */
export interface FilePickerPlugin {
  /**
   * Lets somebody choose files, and reads them.
   * @param params.title what the dialog is called.
   * @param params.types which files it shows first, such as .txt, image/png or image/*; whoever is asked may choose others.
   * @param params.multiple whether more than one may be chosen.
   * @throws `UNAVAILABLE` with the reason without a desktop session, or one whose portal shows no such dialog; `RESOURCE_EXHAUSTED` for files that are larger together than the host allows, and while a dialog is open already.
   */
  pickFiles(params?: { title?: string; types?: string[]; multiple?: boolean }, options?: CallOptions): Promise<PickFilesResult>;
  /**
   * Lets somebody choose files of any size, and reads them piece by piece, each when the one before was taken.
   * @param params.title what the dialog is called.
   * @param params.types which files it shows first, such as .txt, image/png or image/*; whoever is asked may choose others.
   * @param params.multiple whether more than one may be chosen.
   * @param params.chunkSize bytes of one piece. From 1 to 16777216.
   * @throws as pickFiles, without a limit of the size.
   */
  pickFilesInChunks(params?: { title?: string; types?: string[]; multiple?: boolean; chunkSize?: number }, options?: StreamOptions): AsyncIterableIterator<PickedPart>;
  /**
   * Lets somebody say where data is saved, and saves it: whoever reads the file sees the old one or the new one.
   * @param params.data bytes, or text with an encoding.
   * @param params.name what the file is called, unless somebody calls it something else.
   * @param params.title what the dialog is called.
   * @param params.types which files it shows first, such as .txt, image/png or image/*.
   * @throws as pickFiles, and as files.writeFile.
   */
  saveFile(params: { data: string | Uint8Array; encoding?: FileEncoding | null; name?: string; title?: string; types?: string[] }, options?: CallOptions): Promise<SaveFileResult>;
  /**
   * Lets somebody say where a stream of JavaScript's is saved: a handler that yields bytes, called once that is known.
   *
   * The file is there when all of it is; when the stream fails, or the call is cancelled, the old one stays.
   * @param params.source the name under which JavaScript handles the stream.
   * @param params.name what the file is called, unless somebody calls it something else.
   * @param params.title what the dialog is called.
   * @param params.types which files it shows first, such as .txt, image/png or image/*.
   * @throws as saveFile, without a limit of the size.
   */
  saveFileFromStream(params: { source: string; name?: string; title?: string; types?: string[] }, options?: CallOptions): Promise<SaveFileResult>;
}

/**
 * Files in folders that the host has named, and nowhere else.
 *
 * The names are those of Capacitor's Filesystem plugin; directory is the name of a folder. Bytes are bytes, not base64.
 *
 * A connection needs the permission of the verb, such as files.read, and that of the verb with the folder's name, such as
 * files.read.notes; files.* has all of them.
 */
export interface FilesPlugin {
  /**
   * Adds to the end of a file, which is made if there is none.
   * @param params.data bytes, or text with an encoding.
   */
  appendFile(params: { path: string; directory: string; data: string | Uint8Array; encoding?: FileEncoding | null }, options?: CallOptions): Promise<void>;
  /**
   * Copies a file; what has the other name is replaced when the copy is whole.
   * @param params.toDirectory the folder of the copy; the same when left out.
   */
  copy(params: { from: string; to: string; directory: string; toDirectory?: string | null }, options?: CallOptions): Promise<void>;
  /** Removes a file; of a symbolic link the link itself. */
  deleteFile(params: { path: string; directory: string }, options?: CallOptions): Promise<void>;
  /**
   * Makes a folder.
   * @param params.recursive makes the folders on the way too, and minds none that is there.
   */
  mkdir(params: { path: string; directory: string; recursive?: boolean }, options?: CallOptions): Promise<void>;
  /**
   * Reads a whole file: as bytes, or as text with an encoding.
   * @throws `NOT_FOUND`, `RESOURCE_EXHAUSTED` for a file that is larger than the host allows, `DATA_LOSS` for one that is not text of this encoding, `FAILED_PRECONDITION` for what is no plain file.
   */
  readFile(params: { path: string; directory: string; encoding?: FileEncoding | null }, options?: CallOptions): Promise<ReadFileResult>;
  /**
   * Reads a file of any size piece by piece, each read when the one before was taken.
   *
   * The file is open until the stream ends or is left.
   * @param params.offset where to begin, in bytes. From 0 to 9007199254740991.
   * @param params.length how many bytes to read; all when left out. From 0 to 9007199254740991.
   * @param params.chunkSize bytes of one piece. From 1 to 16777216.
   * @throws as readFile; `RESOURCE_EXHAUSTED` when this connection, or this process, has as many files open as it may.
   */
  readFileInChunks(params: { path: string; directory: string; offset?: number; length?: number | null; chunkSize?: number }, options?: StreamOptions): AsyncIterableIterator<Uint8Array>;
  /**
   * What is in a folder, by name; the path is empty for the folder that the host has named.
   * @throws `RESOURCE_EXHAUSTED` for a folder with more entries than the host allows.
   */
  readdir(params: { path: string; directory: string }, options?: CallOptions): Promise<ReaddirResult>;
  /**
   * Gives a file or a folder another name or another place; what has that name is replaced.
   * @param params.toDirectory the folder of the new place; the same when left out.
   */
  rename(params: { from: string; to: string; directory: string; toDirectory?: string | null }, options?: CallOptions): Promise<void>;
  /**
   * Removes a folder.
   * @param params.recursive removes what is in it too; no link is followed.
   */
  rmdir(params: { path: string; directory: string; recursive?: boolean }, options?: CallOptions): Promise<void>;
  /** What something is, how large it is and when it was written; of a symbolic link the link itself. */
  stat(params: { path: string; directory: string }, options?: CallOptions): Promise<FileInfo>;
  /**
   * What happens to a file, or in a folder and not in those within it, from now on.
   * @throws `RESOURCE_EXHAUSTED` when this connection, or this user, watches too much already.
   */
  watch(params: { path: string; directory: string }, options?: StreamOptions): AsyncIterableIterator<FileChange>;
  /**
   * Writes a file: whoever reads it sees the old one or the new one, after a loss of power too.
   * @param params.data bytes, or text with an encoding.
   * @param params.recursive makes the folders on the way.
   * @throws `RESOURCE_EXHAUSTED` when the disk is full, `FAILED_PRECONDITION` when the name is that of a folder, a link or a device.
   */
  writeFile(params: { path: string; directory: string; data: string | Uint8Array; encoding?: FileEncoding | null; recursive?: boolean }, options?: CallOptions): Promise<void>;
  /**
   * Writes a file of any size from a stream of JavaScript's: a handler that yields bytes.
   *
   * The file is there when all of it is; when the stream fails, or the call is cancelled, the old one stays.
   * @param params.source the name under which JavaScript handles the stream.
   * @param params.recursive makes the folders on the way.
   * @returns the number of bytes.
   */
  writeFileFromStream(params: { path: string; directory: string; source: string; recursive?: boolean }, options?: CallOptions): Promise<number>;
}

/** This machine's interfaces, addresses, routes and name servers. */
export interface NetworkPlugin {
  /** The network changed. */
  on(event: "changed", listener: (value: NetworkStatus) => void, options?: ListenOptions): Undo;
  /** The network changed. */
  addListener(event: "changed", listener: (value: NetworkStatus) => void): Promise<PluginListenerHandle>;
  /**
   * The status now, and again after each real change.
   * @throws `UNAVAILABLE` after the first status where netlink is denied.
   */
  changes(params?: undefined, options?: StreamOptions): AsyncIterableIterator<NetworkStatus>;
  /** Whether and how this machine is connected, as Capacitor's Network answers. */
  getStatus(params?: undefined, options?: CallOptions): Promise<ConnectionStatus>;
  /** The interfaces alone, all or those that the filter admits. */
  interfaces(filter?: InterfaceFilter | null, options?: CallOptions): Promise<NetworkInterface[]>;
  /** The connection changed, as Capacitor's Network tells it. */
  on(event: "networkStatusChange", listener: (value: ConnectionStatus) => void, options?: ListenOptions): Undo;
  /** The connection changed, as Capacitor's Network tells it. */
  addListener(event: "networkStatusChange", listener: (value: ConnectionStatus) => void): Promise<PluginListenerHandle>;
  /**
   * Everything about this machine's network, at this moment.
   *
   * Without the permission `network.identity` what locates a person is null.
   * @throws `DEADLINE_EXCEEDED` or `DATA_LOSS` when the kernel breaks its own rules.
   */
  status(params?: undefined, options?: CallOptions): Promise<NetworkStatus>;
  removeAllListeners(): Promise<void>;
}

/**
 * Notifications of the desktop session.
 *
 * The names are those of Capacitor's LocalNotifications plugin.
 */
export interface NotificationsPlugin {
  /** Whether notifications are shown at all. */
  areEnabled(params?: undefined, options?: CallOptions): Promise<EnabledResult>;
  /**
   * Takes notifications of this connection away; ids that it does not show are none.
   * @throws `UNAVAILABLE` with the reason without a desktop session.
   */
  cancel(params: { notifications: NotificationReference[] }, options?: CallOptions): Promise<void>;
  /** Somebody chose a notification, or a button of it; told to the connection that had shown it. */
  on(event: "localNotificationActionPerformed", listener: (value: NotificationAction) => void, options?: ListenOptions): Undo;
  /** Somebody chose a notification, or a button of it; told to the connection that had shown it. */
  addListener(event: "localNotificationActionPerformed", listener: (value: NotificationAction) => void): Promise<PluginListenerHandle>;
  /**
   * Shows notifications now; one whose id this connection has shown already takes its place.
   * @throws `UNAVAILABLE` with the reason without a desktop session, or one that shows none.
   */
  schedule(params: { notifications: LocalNotification[] }, options?: CallOptions): Promise<ScheduleResult>;
  removeAllListeners(): Promise<void>;
}

/**
 * Variables of this process's environment, of which the host has listed each.
 *
 * They are read when the plugin is made: a variable that is set later is not seen.
 */
export interface ProcessPlugin {
  /**
   * The value of a variable; null when it is not set.
   * @param name one of those that the host has listed.
   * @throws `PERMISSION_DENIED` for a name that is not listed, whether it is set or not; `DATA_LOSS` for a value that is not UTF-8.
   */
  env(name: string, options?: CallOptions): Promise<string | null>;
}

/** The WiFi network that this machine is a member of. */
export interface WifiPlugin {
  /**
   * The access points in reach, strongest first: those that the kernel remembers, or heard anew.
   * @throws `PERMISSION_DENIED` for a new scan without `CAP_NET_ADMIN`; `NOT_FOUND` when there is no such interface; `FAILED_PRECONDITION` for a new scan on an interface that is down; `RESOURCE_EXHAUSTED` while another new scan of this connection is under way.
   */
  scan(request?: ScanRequest | null, options?: CallOptions): Promise<WiFiAccessPoint[]>;
  /** The name of the network as text; null when not on WiFi, or when its octets are no text. */
  ssid(filter?: WiFiFilter | null, options?: CallOptions): Promise<string | null>;
  /**
   * The connection to the access point; null when not on WiFi.
   *
   * Without the permission `wifi.identity` what locates a person is null.
   */
  status(filter?: WiFiFilter | null, options?: CallOptions): Promise<WiFiStatus | null>;
}

/** What `bridge.plugins` holds. */
export interface Plugins {
  readonly device: DevicePlugin;
  readonly filePicker: FilePickerPlugin;
  readonly files: FilesPlugin;
  readonly network: NetworkPlugin;
  readonly notifications: NotificationsPlugin;
  readonly process: ProcessPlugin;
  readonly wifi: WifiPlugin;
}

/** What has no plugin: it is called by its name. */
export interface Methods {
  call(method: "getCurrentWifiSsid", params?: undefined, options?: CallOptions): Promise<string | null>;
}

/** A bridge to what is declared here. */
export type Bridge = Methods & Omit<AnyBridge, "plugins"> & { readonly plugins: Plugins };

/** What these declarations are told apart by. */
export declare const contract: { readonly hash: string; readonly members: { readonly [member: string]: string } };

/** Makes sure that the other side has what is declared here; rejects with the members that differ. */
export declare function connect(bridge: Omit<AnyBridge, "plugins">): Promise<Plugins>;

declare global {
  const bridge: Bridge;
}
