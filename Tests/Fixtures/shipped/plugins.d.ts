// Generated from Swift declarations by `causeway types`. Do not edit.

import type { Bridge as AnyBridge, CallOptions, ListenOptions, PluginListenerHandle, StreamOptions, Undo } from "causeway-bridge";

/** The two versions of the Internet Protocol. */
export type AddressFamily = "ipv4" | "ipv6";

/** One battery of the machine itself; batteries of mice and headsets are excluded. */
export interface Battery {
  /** The kernel's name, such as BAT0. */
  name: string;
  /** The charge, from 0 to 1; omitted if unknown. */
  level?: number | null;
  /** The state of the battery. */
  status: BatteryStatus;
}

/** The power supply of this machine. */
export interface BatteryInfo {
  /** The charge of all batteries together, from 0 to 1; omitted without a battery. */
  batteryLevel?: number | null;
  /** Whether a battery is charging or full; omitted without a battery. */
  isCharging?: boolean | null;
  /** Whether the machine is plugged in; omitted if unknown. */
  isPluggedIn?: boolean | null;
  /** The batteries, sorted by name. */
  batteries: Battery[];
}

/** The state of a battery. */
export type BatteryStatus =
  | "charging"
  | "discharging"
  | "full"
  /** Plugged in and not charging: too warm, or kept below a limit. */
  | "notCharging"
  | "unknown";

/** The part of the status that Capacitor's Network plugin reports. */
export interface ConnectionStatus {
  /** As in NetworkStatus. */
  connected: boolean;
  /** As in NetworkStatus. */
  connectionType: ConnectionType;
}

/** A kind of device, spelled as Capacitor and the Network Information API spell it. */
export type ConnectionType = "wifi" | "ethernet" | "cellular" | "bluetooth" | "vpn" | "none" | "unknown";

/** The configuration of the C library's resolver for host names. */
export interface DNSConfiguration {
  /** The addresses of the name servers, in the order of use. */
  servers: string[];
  /** The domains that are appended to a short name. */
  search: string[];
  /** The local stub whose upstream servers these are; null without one. */
  stub: string | null;
  /** The number of dots from which a name is first tried as it is: 0 to 15. */
  ndots: number;
  /** The options of resolv.conf, unparsed. */
  options: string[];
}

/** A route for every destination that has no more specific route. */
export interface DefaultRoute {
  /** The IP version of the packets that use the route. */
  family: AddressFamily;
  /** The next router; null if the destinations are on the link itself. */
  gateway: string | null;
  /** The name of the outgoing interface. */
  interface: string;
  /** The priority: lower is better. */
  metric: number;
  /** The number of the routing table: 254 is the main table. */
  table: number;
  /** Whether the kernel selects this route for a packet to a public address. */
  inUse: boolean;
  /** kernel, boot, static, dhcp, ra, …; null without netlink. */
  origin: string | null;
  /** The source address that the kernel prefers; null if none. */
  preferredSource: string | null;
  /** The network that a source address must belong to; null for any. */
  from: string | null;
  /** low, medium or high, of an IPv6 router (RFC 4191); null for IPv4. */
  preference: string | null;
  /** The share of the traffic, relative to the route's other hops; 1 without others. */
  weight: number;
  /** The longest packet in octets; null if only the interface limits it. */
  mtu: number | null;
  /** The gateway is treated as a neighbour, even if it matches no address of the interface. */
  onLink: boolean;
  /** The interface is down: the kernel does not use this hop. */
  dead: boolean;
  /** The interface has no carrier. */
  linkDown: boolean;
}

/** The id of this machine. */
export interface DeviceId {
  /** The machine id (machine-id(5)): the same for every program until the system is installed again. */
  identifier: string;
}

/**
 * The properties of this machine.
 *
 * Unknown properties are omitted.
 */
export interface DeviceInfo {
  /** The host name; omitted without the permission device.identity. */
  name?: string | null;
  /** The model in the firmware, such as ThinkPad X1 or Raspberry Pi 4 Model B. */
  model?: string | null;
  /** The manufacturer in the firmware. */
  manufacturer?: string | null;
  /** Always linux. */
  platform: DevicePlatform;
  /** Always linux. */
  operatingSystem: DevicePlatform;
  /** The name of the distribution. */
  osName?: string | null;
  /** The version of the distribution; omitted for rolling releases. */
  osVersion?: string | null;
  /** The release of the kernel. */
  kernelVersion?: string | null;
  /** The processor architecture as the kernel writes it, such as x86_64 or aarch64. */
  architecture: string;
  /** Whether the machine runs under a hypervisor; omitted if unknown. */
  isVirtual?: boolean | null;
  /** The memory of this process in bytes. */
  memUsed?: number | null;
  /** The free bytes for programs on the system's file system. */
  diskFree?: number | null;
  /** The size of the system's file system in bytes. */
  diskTotal?: number | null;
  /** The reason why the name is missing; omitted if it is not withheld. */
  withheld?: string | null;
}

/** The platform of the device. */
export type DevicePlatform = "linux";

/** Whether notifications are available. */
export interface EnabledResult {
  /** False without a desktop session, or without a notification service. */
  value: boolean;
}

/** The type of a folder's entry. */
export type EntryType =
  | "file"
  | "directory"
  /** A symbolic link. */
  | "link"
  /** A device, a FIFO or a socket: never opened. */
  | "other";

/** One change in a watched folder. */
export interface FileChange {
  /** The kind of the change. */
  kind: FileChangeKind;
  /** The name in the folder; omitted for the watched file itself, and for lost changes. */
  name?: string | null;
}

/** The kind of a change in a watched folder. */
export type FileChangeKind =
  /** The entry was created, or moved here. */
  | "created"
  /** The file was written and closed. */
  | "modified"
  /** The entry was removed, or moved away. */
  | "deleted"
  /** Changes were lost: read everything again. */
  | "overflow";

/** The encoding of text in a file. */
export type FileEncoding = "utf8";

/** An entry of a folder. */
export interface FileInfo {
  /** The name in its folder. */
  name: string;
  /** The type of the entry. */
  type: EntryType;
  /** The size in bytes. */
  size: number;
  /** The time of the last modification, in milliseconds since 1970. */
  mtime: number;
}

/** How far packets of one IP version get. */
export type Grade =
  /** Not beyond this machine. */
  | "none"
  /** To neighbours. */
  | "local"
  /** To a public address, as far as the kernel knows. */
  | "routed"
  /** To a captive portal, according to the program's probe. */
  | "captive"
  /** To the server of the program's probe, which has answered. */
  | "full";

/** The connection by one IP version: how a packet to a public address leaves. From the kernel's route lookup. */
export interface IPConnection {
  /** Whether it has a route, a usable source address and a device that carries it. */
  reachable: boolean;
  /** How far packets get. */
  grade: Grade;
  /** The name of the outgoing interface; null if not reachable. */
  interface: string | null;
  /** The next router; null if there is none, or if it is withheld. */
  gateway: string | null;
  /** The source address that the kernel chooses; null if it is withheld. */
  source: string | null;
  /** The sign-in page, chosen by the network; null unless captive, if the network names none, or if withheld. */
  portal: string | null;
}

/** An IP address of an interface. */
export interface InterfaceAddress {
  /** The version of the address. */
  family: AddressFamily;
  /** The address as RFC 5952 writes it, without a zone. */
  address: string;
  /** The number of leading bits that name the network. */
  prefixLength: number;
  /** global, site, link, host, nowhere, or a number that the administrator chose. */
  scope: string;
  /** The link of a link-local IPv6 address; null for all others. */
  scopeId: number | null;
  /** A temporary address for privacy, replaced after hours. */
  temporary: boolean;
  /** Still valid, no longer chosen for new connections. */
  deprecated: boolean;
  /** Not usable: not yet checked for duplicates, or a duplicate. */
  tentative: boolean;
  /** Not usable: another machine on the link has the same address. */
  dadFailed: boolean;
  /** Assigned for a limited time, for example by DHCP; null if unknown. */
  dynamic: boolean | null;
  /** Seconds until deprecated; null if it never is. */
  preferredSeconds: number | null;
  /** Seconds until removed; null if it never is. */
  validSeconds: number | null;
  /** The other end's address on a point-to-point link; null if there is none. */
  peer: string | null;
  /** The address of all machines on the link; null if there is none. */
  broadcast: string | null;
  /** The administrator's label of an IPv4 address; null for IPv6. */
  label: string | null;
}

/** A filter for interfaces: an omitted property matches all. */
export interface InterfaceFilter {
  /** The name, such as eth0. */
  name?: string | null;
  /** The kind, such as wifi. */
  kind?: string | null;
}

/** The traffic counters of an interface since its creation. */
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
  /** Packets that were not sent because of an error. */
  sendErrors: number | bigint;
  /** Packets that arrived intact and were dropped. */
  receiveDropped: number | bigint;
  /** Outgoing packets that were dropped. */
  sendDropped: number | bigint;
  /** Multicast packets received. */
  multicast: number | bigint;
  /** Collisions while sending. */
  collisions: number | bigint;
}

/** A language. */
export interface LanguageInfo {
  /** The language as a BCP 47 tag. */
  value: string;
}

/** The name servers of one link. */
export interface LinkNameServers {
  /** The interface; null for servers that belong to no link. */
  interface: string | null;
  /** The addresses in the order of use, such as 192.0.2.1 or 192.0.2.1:853#dns.example. */
  servers: string[];
  /** Domains that are appended to a short name, and known to these servers. */
  search: string[];
  /** Further domains: names below them are looked up only here; . means every name. */
  routes: string[];
  /** Whether names outside of all links' domains are looked up here too; null if the service does not report it. */
  defaultRoute: boolean | null;
}

/** A notification. */
export interface LocalNotification {
  /** A number chosen by the caller, to replace and cancel the notification. */
  id: number;
  /** The subject, in a few words. */
  title: string;
  /** The message, as plain text. */
  body: string;
  /** The buttons of the notification. */
  actions?: NotificationButton[] | null;
  /**
   * Not supported: scheduling for a later time.
   *
   * Use a timer in the program.
   */
  schedule?: unknown | null;
}

/** Memory, in bytes. */
export interface MemoryInfo {
  /** The total memory of the kernel. */
  total: number;
  /** The memory that programs can still use without swapping, by the kernel's estimate. */
  available: number;
  /** The total swap space. */
  swapTotal: number;
  /** The unused swap space. */
  swapFree: number;
}

/** The name servers of single links, as the service that distributes queries among them reports them. */
export interface NameServiceStatus {
  /** systemd-resolved or NetworkManager; null if neither runs: see status().dns. */
  service: string | null;
  /** The links that have servers or domains. */
  links: LinkNameServers[];
}

/** A network interface of this machine: hardware or virtual. */
export interface NetworkInterface {
  /** The kernel's number for the interface: unlike the name, it does not change. */
  index: number;
  /** The name, such as eth0; each octet that is not part of valid UTF-8 is shown as \xNN. */
  name: string;
  /** loopback, ethernet, wifi, cellular, bluetooth, tap, other, or the kernel's name: bridge, veth, … */
  kind: string;
  /** Enabled by the administrator; does not imply a connected cable. */
  up: boolean;
  /** Enabled, with a carrier, and ready for packets. */
  running: boolean;
  /** The ability of the link to pass packets. */
  operationalState: OperationalState;
  /** The hardware address, lower case; null if there is none, or withheld. */
  mac: string | null;
  /** The longest packet that is sent unfragmented, in octets. */
  mtu: number;
  /** The negotiated speed of a cable in Mbit/s; null if there is none. */
  speedMbps: number | null;
  /** full or half; null without a carrier, and if unknown. */
  duplex: string | null;
  /** The IP addresses, in the kernel's order. */
  addresses: InterfaceAddress[];
  /** The traffic counters; null if the kernel reports none. */
  statistics: InterfaceStatistics | null;
  /** The bridge, bond or team that the interface is a port of; null if there is none. */
  master: string | null;
  /** The interface below, or a veth's other end; null if there is none. */
  link: string | null;
  /** The number of the network namespace that has the interface below; null if it is this one. */
  linkNamespace: number | null;
  /** Further names of the interface. */
  alternativeNames: string[];
  /** The administrator's description; null if there is none, or withheld. */
  alias: string | null;
  /** The permanent hardware address of the device; null if unknown, or withheld. */
  permanentMac: string | null;
  /** The driver of a device; null for virtual kinds. */
  driver: string | null;
  /** The device on its bus, such as 0000:00:1f.6; null if virtual. */
  parentDevice: string | null;
  /** The number of a VLAN; null for other kinds. */
  vlanId: number | null;
  /** The ends of a tunnel; null for other kinds, and if only its program knows them. */
  tunnel: TunnelEndpoints | null;
  /** Receives every packet on the link, as a port of a bridge does. */
  promiscuous: boolean;
  /** The WiFi network that the interface is a member of; null if it is not WiFi. */
  wifi: WiFiMembership | null;
  /** The reason why identifying properties are missing; null if none is withheld. */
  withheld: string | null;
}

/** The network connection of this machine at one time. */
export interface NetworkStatus {
  /** Whether packets for a public address leave through a device that is up, running and has a carrier. */
  connected: boolean;
  /** The kind of that device. */
  connectionType: ConnectionType;
  /** For a VPN, the kind of device below it; else null. */
  underlyingConnectionType: ConnectionType | null;
  /** Whether traffic costs money; null if unknown, which is usual. */
  metered: boolean | null;
  /** The connection by IPv4. */
  ipv4: IPConnection;
  /** The connection by IPv6. */
  ipv6: IPConnection;
  /** The default routes of all routing tables: IPv4 before IPv6; in use, main table, others; then by metric. */
  defaultRoutes: DefaultRoute[];
  /** The configuration of the resolver. */
  dns: DNSConfiguration;
  /** All interfaces, sorted by index. */
  interfaces: NetworkInterface[];
  /** The origin of the data. */
  source: Source;
  /** False if the tables changed during each of five reads. */
  consistent: boolean;
}

/** A user's action on a notification. */
export interface NotificationAction {
  /** The id of the button, or tap. */
  actionId: string;
  /** The notification, as it was requested. */
  notification: LocalNotification;
}

/** A button of a notification. */
export interface NotificationButton {
  /** The id in the event; the id of the notification itself is tap. */
  id: string;
  /** The label. */
  title: string;
}

/** A reference to a notification. */
export interface NotificationReference {
  /** The number with which the notification was shown. */
  id: number;
}

/** The ability of a link to pass packets, with the names of RFC 2863. */
export type OperationalState = "unknown" | "notpresent" | "down" | "lowerlayerdown" | "testing" | "dormant" | "up";

/** The files that the user chose. */
export interface PickFilesResult {
  /** The files; empty if the dialog was dismissed. */
  files: PickedFile[];
}

/** A file that the user chose, with its content. */
export interface PickedFile {
  /** The name, without the folder. */
  name: string;
  /** The size in bytes. */
  size: number;
  /** The MIME type for the name, such as image/png. */
  mimeType: string;
  /** The time of the last modification, in milliseconds since 1970. */
  mtime: number;
  /** The content. */
  data: Uint8Array;
}

/** A part of the stream of chosen files: each file, and then its bytes. */
export type PickedPart =
  /** The next file, with the properties of PickedFile. */
  | { kind: "file"; name: string; size: number; mimeType: string; mtime: number }
  /** The next bytes of the file. */
  | { kind: "data"; bytes: Uint8Array };

/** The content of a file. */
export interface ReadFileResult {
  /** Text if an encoding was given, bytes otherwise. */
  data: string | Uint8Array;
}

/** The content of a folder. */
export interface ReaddirResult {
  /** The entries, sorted by name. */
  files: FileInfo[];
  /** The number of further entries whose names JavaScript cannot represent: not UTF-8, or with U+FFFD. */
  unnamed: number;
}

/** The result of saving a file. */
export interface SaveFileResult {
  /** Whether the dialog was dismissed, and nothing was saved. */
  cancelled: boolean;
  /** The file name that the user chose; omitted if the dialog was dismissed. */
  name?: string | null;
  /** The size of the file in bytes; omitted if the dialog was dismissed. */
  size?: number | null;
}

/** The options of a scan. */
export interface ScanRequest {
  /** The name of the interface; the first usable one if omitted. */
  interface?: string | null;
  /** Whether to run a new scan, instead of returning the kernel's scan list. */
  trigger?: boolean | null;
}

/** The notifications that are now shown. */
export interface ScheduleResult {
  /** The notifications, in the order of the request. */
  notifications: NotificationReference[];
}

/** A source of network information in the kernel. */
export type Source =
  /** Complete and exact. */
  | "netlink"
  /** Used if netlink is denied: one IPv4 address for each interface, and the main routing table. */
  | "proc";

/** The addresses between which a tunnel sends its own packets. */
export interface TunnelEndpoints {
  /** This machine's end; null if the kernel chooses it, or if withheld. */
  local: string | null;
  /** The other end; null if withheld. */
  remote: string | null;
}

/** The time since this machine was started. */
export interface Uptime {
  /** The time since the start in seconds, including time asleep. */
  seconds: number;
  /** The time of the start, by the current clock. */
  bootedAt: Date;
}

/** An access point from the scan list. */
export interface WiFiAccessPoint {
  /** The name of the WiFi interface that found it. */
  interface: string;
  /** The network's name; null if it is unknown, or if its octets are not text. */
  ssid: string | null;
  /** The network's name as octets. */
  ssidBytes: Uint8Array | null;
  /** The hardware address of the access point's radio, lower case. */
  bssid: string | null;
  /** The centre of the primary channel. */
  frequencyMHz: number | null;
  /** The number of that channel within its band. */
  channel: number | null;
  /** 2.4, 5, 6 or 60, in GHz. */
  band: string | null;
  /** Strength of the last received frame in dBm: usually -90 (weak) to -30 (near). */
  signalDbm: number | null;
  /** The strength: 0 at -100 dBm or less, 100 at -50 dBm or more. */
  signalPercent: number | null;
  /** The security methods; null if unknown. */
  security: WiFiSecurity[] | null;
  /** Whether this machine is a member. */
  joined: boolean;
  /** The time since the last received frame; null if the kernel does not report it. */
  ageMilliseconds: number | null;
  /** The reason why identifying properties are missing; null if none is withheld. */
  withheld: string | null;
}

/** A filter for the WiFi interface. */
export interface WiFiFilter {
  /** The name of the interface; the first usable one if omitted. */
  interface?: string | null;
}

/** One radio link of a multi-link connection. */
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
  /** Strength of the last received frame in dBm: usually -90 (weak) to -30 (near). */
  signalDbm: number | null;
}

/** The WiFi network that an interface is a member of. */
export interface WiFiMembership {
  /** station, access-point, ad-hoc, monitor, mesh, …; null if unknown. */
  mode: string | null;
  /** Whether the interface has joined a network. */
  joined: boolean;
  /** The network's name; null if it is unknown, or if its octets are not text. */
  ssid: string | null;
  /** The network's name as octets. */
  ssidBytes: Uint8Array | null;
  /** The hardware address of the access point's radio, lower case. */
  bssid: string | null;
}

/** A security method of a WiFi network; a network in transition offers several. */
export type WiFiSecurity =
  /** No encryption and no authentication. */
  | "open"
  /** Encryption without authentication: Enhanced Open. */
  | "owe"
  /** An obsolete method, whose key can be cracked in minutes. */
  | "wep"
  | "wpa-personal"
  | "wpa-enterprise"
  | "wpa2-personal"
  | "wpa2-enterprise"
  | "wpa3-personal"
  | "wpa3-enterprise"
  /** An unknown method. */
  | "unknown";

/** The WiFi network that this machine is a member of. */
export interface WiFiStatus {
  /** The name of the WiFi interface. */
  interface: string;
  /** The network's name; null if it is unknown, or if its octets are not text. */
  ssid: string | null;
  /** The network's name as octets. */
  ssidBytes: Uint8Array | null;
  /** The hardware address of the access point's radio, lower case. */
  bssid: string | null;
  /** The centre of the primary channel. */
  frequencyMHz: number | null;
  /** The number of that channel within its band. */
  channel: number | null;
  /** 2.4, 5, 6 or 60, in GHz. */
  band: string | null;
  /** Strength of the last received frame in dBm: usually -90 (weak) to -30 (near). */
  signalDbm: number | null;
  /** The strength: 0 at -100 dBm or less, 100 at -50 dBm or more. */
  signalPercent: number | null;
  /** Rate of the last frame sent, in Mbit/s. */
  txBitrate: number | null;
  /** Rate of the last frame received, in Mbit/s. */
  rxBitrate: number | null;
  /** The security methods; null if unknown. */
  security: WiFiSecurity[] | null;
  /** The cipher in use: ccmp, gcmp-256, …; null if the access point offers several. */
  cipher: string | null;
  /** The key management in use: psk, sae, …; null if it cannot be determined. */
  keyManagement: string | null;
  /** Seconds since the connection was established. */
  connectedSeconds: number | null;
  /** The mean strength over the last frames in dBm. */
  averageSignalDbm: number | null;
  /** The width of the channel: 20, 40, 80, 160 or 320. */
  widthMHz: number | null;
  /** The index of modulation and coding of the last frame sent. */
  txMcs: number | null;
  /** The index of modulation and coding of the last frame received. */
  rxMcs: number | null;
  /** The number of spatial streams of the last frame sent. */
  txStreams: number | null;
  /** The number of spatial streams of the last frame received. */
  rxStreams: number | null;
  /** The WiFi generation: 4 (802.11n) to 7 (802.11be). */
  generation: number | null;
  /** The number of retransmitted frames. */
  txRetries: number | null;
  /** The number of frames that could not be sent. */
  txFailures: number | null;
  /** How often the access point's beacons were lost. */
  beaconLosses: number | null;
  /** The access point lets packets pass. */
  authorized: boolean | null;
  /** The highest transmit power in dBm. */
  txPowerLimitDbm: number | null;
  /** Whether the radio sleeps between beacons. */
  powerSave: boolean | null;
  /** The country whose rules the radio follows, such as DE; 00 for rules that apply everywhere. */
  regulatoryDomain: string | null;
  /** The address of an access point with several links; null if withheld. */
  mldAddress: string | null;
  /** The radio links of a multi-link connection (WiFi 7); empty for a single link. */
  links: WiFiLink[];
  /** The reason why identifying properties are missing; null if none is withheld. */
  withheld: string | null;
}

/**
 * The properties and the state of this machine.
 *
 * The names are those of Capacitor's Device plugin, with the additional methods getMemoryInfo and getUptime.
 */
export interface DevicePlugin {
  /** The charge of the batteries, and whether the machine is plugged in. */
  getBatteryInfo(params?: undefined, options?: CallOptions): Promise<BatteryInfo>;
  /**
   * The permanent id of this machine, the same for every program.
   * @throws `UNAVAILABLE` if the system has none.
   */
  getId(params?: undefined, options?: CallOptions): Promise<DeviceId>;
  /**
   * The model, the operating system and the kernel of this machine.
   *
   * The name needs the permission `device.identity`.
   */
  getInfo(params?: undefined, options?: CallOptions): Promise<DeviceInfo>;
  /** The language of messages, such as de. */
  getLanguageCode(params?: undefined, options?: CallOptions): Promise<LanguageInfo>;
  /** The language of messages with its region, such as de-AT. */
  getLanguageTag(params?: undefined, options?: CallOptions): Promise<LanguageInfo>;
  /**
   * The total and the available memory.
   * @throws `UNAVAILABLE` if /proc does not report it.
   */
  getMemoryInfo(params?: undefined, options?: CallOptions): Promise<MemoryInfo>;
  /**
   * The time since this machine was started.
   * @throws `UNAVAILABLE` if /proc does not report it.
   */
  getUptime(params?: undefined, options?: CallOptions): Promise<Uptime>;
}

/**
 * Files that the user chooses in a dialog of the desktop.
 *
 * Only the chosen files are read or written.
 *
 * JavaScript receives the name and the content of a file, but never its folder.
 */
export interface FilePickerPlugin {
  /**
   * Shows a dialog in which the user chooses files, and reads them.
   * @param params.title the title of the dialog.
   * @param params.types the file types that the dialog shows first, such as .txt, image/png or image/*; the user may choose others.
   * @param params.multiple whether the user may choose more than one file.
   * @throws `UNAVAILABLE` with the reason without a desktop session, or if its portal has no file dialog; `RESOURCE_EXHAUSTED` if the files together exceed the host's limit, and while another dialog is open.
   */
  pickFiles(params?: { title?: string; types?: string[]; multiple?: boolean }, options?: CallOptions): Promise<PickFilesResult>;
  /**
   * Shows a dialog in which the user chooses files of any size, and streams them in chunks, each read on demand.
   * @param params.title the title of the dialog.
   * @param params.types the file types that the dialog shows first, such as .txt, image/png or image/*; the user may choose others.
   * @param params.multiple whether the user may choose more than one file.
   * @param params.chunkSize the size of a chunk in bytes. From 1 to 16777216.
   * @throws as pickFiles, without a size limit.
   */
  pickFilesInChunks(params?: { title?: string; types?: string[]; multiple?: boolean; chunkSize?: number }, options?: StreamOptions): AsyncIterableIterator<PickedPart>;
  /**
   * Shows a dialog in which the user chooses where to save data, and replaces the file atomically.
   * @param params.data bytes, or text with an encoding.
   * @param params.name the suggested file name; the user may change it.
   * @param params.title the title of the dialog.
   * @param params.types the file types that the dialog shows first, such as .txt, image/png or image/*.
   * @throws as pickFiles, and as files.writeFile.
   */
  saveFile(params: { data: string | Uint8Array; encoding?: FileEncoding | null; name?: string; title?: string; types?: string[] }, options?: CallOptions): Promise<SaveFileResult>;
  /**
   * Shows a dialog in which the user chooses where to save a stream.
   *
   * JavaScript's stream handler starts after the choice.
   *
   * The file appears when the stream is complete. If the stream fails, or the call is cancelled, the old file stays.
   * @param params.source the name of the JavaScript stream handler, which yields bytes.
   * @param params.name the suggested file name; the user may change it.
   * @param params.title the title of the dialog.
   * @param params.types the file types that the dialog shows first, such as .txt, image/png or image/*.
   * @throws as saveFile, without a size limit.
   */
  saveFileFromStream(params: { source: string; name?: string; title?: string; types?: string[] }, options?: CallOptions): Promise<SaveFileResult>;
}

/**
 * Files in folders that the host offers by a name.
 *
 * The names are those of Capacitor's Filesystem plugin; directory is the name of a folder. Bytes are Uint8Array, not
 * base64.
 *
 * A connection needs two permissions: the access, such as files.read, and the access to the folder, such as
 * files.read.notes. files.* includes all of them.
 */
export interface FilesPlugin {
  /**
   * Appends to a file, which is created if it does not exist.
   * @param params.data bytes, or text with an encoding.
   */
  appendFile(params: { path: string; directory: string; data: string | Uint8Array; encoding?: FileEncoding | null }, options?: CallOptions): Promise<void>;
  /** As appendFile, for `bridge.callSync`: JavaScript waits for the disk. */
  appendFileSync(params: { path: string; directory: string; data: string | Uint8Array; encoding?: FileEncoding | null }, options?: CallOptions): Promise<void>;
  /**
   * Copies a file.
   *
   * An existing target is replaced atomically when the copy is complete.
   * @param params.toDirectory the folder of the copy; the same folder if omitted.
   */
  copy(params: { from: string; to: string; directory: string; toDirectory?: string | null }, options?: CallOptions): Promise<void>;
  /**
   * Removes a file.
   *
   * A symbolic link is not followed.
   */
  deleteFile(params: { path: string; directory: string }, options?: CallOptions): Promise<void>;
  /** As deleteFile, for `bridge.callSync`: JavaScript waits for the disk. */
  deleteFileSync(params: { path: string; directory: string }, options?: CallOptions): Promise<void>;
  /**
   * Creates a folder.
   * @param params.recursive whether to create missing parent folders, and to accept an existing folder.
   */
  mkdir(params: { path: string; directory: string; recursive?: boolean }, options?: CallOptions): Promise<void>;
  /** As mkdir, for `bridge.callSync`: JavaScript waits for the disk. */
  mkdirSync(params: { path: string; directory: string; recursive?: boolean }, options?: CallOptions): Promise<void>;
  /**
   * Reads a file: as bytes, or as text with an encoding.
   * @throws `NOT_FOUND`, `RESOURCE_EXHAUSTED` for a file over the host's limit, `DATA_LOSS` for text that is not in this encoding, `FAILED_PRECONDITION` if it is not a regular file.
   */
  readFile(params: { path: string; directory: string; encoding?: FileEncoding | null }, options?: CallOptions): Promise<ReadFileResult>;
  /**
   * Reads a file of any size in chunks, each on demand.
   *
   * The file is open until the stream ends.
   * @param params.offset the start of the range, in bytes. From 0 to 9007199254740991.
   * @param params.length the number of bytes to read; all if omitted. From 0 to 9007199254740991.
   * @param params.chunkSize the size of a chunk in bytes. From 1 to 16777216.
   * @throws as readFile; `RESOURCE_EXHAUSTED` if this connection, or this process, has too many open files.
   */
  readFileInChunks(params: { path: string; directory: string; offset?: number; length?: number | null; chunkSize?: number }, options?: StreamOptions): AsyncIterableIterator<Uint8Array>;
  /** As readFile, for `bridge.callSync`: JavaScript waits for the disk. */
  readFileSync(params: { path: string; directory: string; encoding?: FileEncoding | null }, options?: CallOptions): Promise<ReadFileResult>;
  /**
   * Lists a folder, sorted by name.
   *
   * An empty path means the host's folder itself.
   * @throws `RESOURCE_EXHAUSTED` for a folder with more entries than the host's limit.
   */
  readdir(params: { path: string; directory: string }, options?: CallOptions): Promise<ReaddirResult>;
  /** As readdir, for `bridge.callSync`: JavaScript waits for the disk. */
  readdirSync(params: { path: string; directory: string }, options?: CallOptions): Promise<ReaddirResult>;
  /**
   * Renames or moves a file or a folder.
   *
   * An existing target is replaced.
   * @param params.toDirectory the target folder; the same folder if omitted.
   */
  rename(params: { from: string; to: string; directory: string; toDirectory?: string | null }, options?: CallOptions): Promise<void>;
  /** As rename, for `bridge.callSync`: JavaScript waits for the disk. */
  renameSync(params: { from: string; to: string; directory: string; toDirectory?: string | null }, options?: CallOptions): Promise<void>;
  /**
   * Removes a folder.
   * @param params.recursive whether to remove its content too; symbolic links are not followed.
   */
  rmdir(params: { path: string; directory: string; recursive?: boolean }, options?: CallOptions): Promise<void>;
  /** As rmdir, for `bridge.callSync`: JavaScript waits for the disk. */
  rmdirSync(params: { path: string; directory: string; recursive?: boolean }, options?: CallOptions): Promise<void>;
  /**
   * The type, the size and the modification time of an entry.
   * @param params.followsLinks whether to describe the target of a symbolic link instead of the link.
   */
  stat(params: { path: string; directory: string; followsLinks?: boolean }, options?: CallOptions): Promise<FileInfo>;
  /** As stat, for `bridge.callSync`: JavaScript waits for the disk. */
  statSync(params: { path: string; directory: string; followsLinks?: boolean }, options?: CallOptions): Promise<FileInfo>;
  /**
   * The changes of a file, or of the direct entries of a folder, from now on.
   * @throws `RESOURCE_EXHAUSTED` if this connection, or this user, has too many watches.
   */
  watch(params: { path: string; directory: string }, options?: StreamOptions): AsyncIterableIterator<FileChange>;
  /**
   * Replaces a file atomically: a reader sees the old or the new content, also after a power failure.
   * @param params.data bytes, or text with an encoding.
   * @param params.recursive whether to create missing parent folders.
   * @throws `RESOURCE_EXHAUSTED` if the disk is full, `FAILED_PRECONDITION` if the name belongs to a folder, a link or a device.
   */
  writeFile(params: { path: string; directory: string; data: string | Uint8Array; encoding?: FileEncoding | null; recursive?: boolean }, options?: CallOptions): Promise<void>;
  /**
   * Writes a file of any size from a JavaScript stream.
   *
   * The file appears when the stream is complete. If the stream fails, or the call is cancelled, the old file stays.
   * @param params.source the name of the JavaScript stream handler, which yields bytes.
   * @param params.recursive whether to create missing parent folders.
   * @returns the number of bytes.
   */
  writeFileFromStream(params: { path: string; directory: string; source: string; recursive?: boolean }, options?: CallOptions): Promise<number>;
  /** As writeFile, for `bridge.callSync`: JavaScript waits for the disk. */
  writeFileSync(params: { path: string; directory: string; data: string | Uint8Array; encoding?: FileEncoding | null; recursive?: boolean }, options?: CallOptions): Promise<void>;
}

/** This machine's interfaces, addresses, routes and name servers. */
export interface NetworkPlugin {
  /** The network changed. */
  on(event: "changed", listener: (value: NetworkStatus) => void, options?: ListenOptions): Undo;
  /** The network changed. */
  addListener(event: "changed", listener: (value: NetworkStatus) => void): Promise<PluginListenerHandle>;
  /**
   * The current status, and the status after each change.
   * @throws `UNAVAILABLE` after the first status if netlink is denied.
   */
  changes(params?: undefined, options?: StreamOptions): AsyncIterableIterator<NetworkStatus>;
  /** The state and type of the connection, as Capacitor's Network plugin returns it. */
  getStatus(params?: undefined, options?: CallOptions): Promise<ConnectionStatus>;
  /** The interfaces alone, optionally filtered. */
  interfaces(filter?: InterfaceFilter | null, options?: CallOptions): Promise<NetworkInterface[]>;
  /**
   * The name servers of single links and split DNS, from systemd-resolved or NetworkManager.
   * @throws `UNAVAILABLE` if the system's message bus or the service does not answer.
   */
  nameServers(params?: undefined, options?: CallOptions): Promise<NameServiceStatus>;
  /** The connection changed, as Capacitor's Network plugin reports it. */
  on(event: "networkStatusChange", listener: (value: ConnectionStatus) => void, options?: ListenOptions): Undo;
  /** The connection changed, as Capacitor's Network plugin reports it. */
  addListener(event: "networkStatusChange", listener: (value: ConnectionStatus) => void): Promise<PluginListenerHandle>;
  /**
   * The current status of this machine's network.
   *
   * Without the permission `network.identity` identifying properties are null.
   * @throws `DEADLINE_EXCEEDED` or `DATA_LOSS` if the kernel's answer is late or malformed.
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
  /** Whether notifications are available. */
  areEnabled(params?: undefined, options?: CallOptions): Promise<EnabledResult>;
  /**
   * Removes notifications of this connection; unknown ids are ignored.
   * @throws `UNAVAILABLE` with the reason without a desktop session.
   */
  cancel(params: { notifications: NotificationReference[] }, options?: CallOptions): Promise<void>;
  /**
   * The user chose a notification or one of its buttons.
   *
   * Only the connection that showed it receives the event.
   */
  on(event: "localNotificationActionPerformed", listener: (value: NotificationAction) => void, options?: ListenOptions): Undo;
  /**
   * The user chose a notification or one of its buttons.
   *
   * Only the connection that showed it receives the event.
   */
  addListener(event: "localNotificationActionPerformed", listener: (value: NotificationAction) => void): Promise<PluginListenerHandle>;
  /**
   * Shows notifications at once.
   *
   * A notification replaces the one with the same id of this connection.
   * @throws `UNAVAILABLE` with the reason without a desktop session, or without a notification service; `RESOURCE_EXHAUSTED` for more than 32 at once, or 256 that are shown.
   */
  schedule(params: { notifications: LocalNotification[] }, options?: CallOptions): Promise<ScheduleResult>;
  removeAllListeners(): Promise<void>;
}

/**
 * Environment variables of this process, restricted to a list of names.
 *
 * They are read when the plugin is created: later changes are not visible.
 */
export interface ProcessPlugin {
  /**
   * The value of a variable; null if it is not set.
   * @param name a name from the host's list.
   * @throws `PERMISSION_DENIED` for a name that is not listed, whether it is set or not; `DATA_LOSS` if the value is not UTF-8.
   */
  env(name: string, options?: CallOptions): Promise<string | null>;
}

/** The WiFi network that this machine is a member of. */
export interface WifiPlugin {
  /**
   * The access points in range, strongest first: from the kernel's scan list, or from a new scan.
   * @throws `PERMISSION_DENIED` for a new scan without `CAP_NET_ADMIN`; `NOT_FOUND` if the interface does not exist; `FAILED_PRECONDITION` for a new scan on an interface that is down; `RESOURCE_EXHAUSTED` while another new scan of this connection is running.
   */
  scan(request?: ScanRequest | null, options?: CallOptions): Promise<WiFiAccessPoint[]>;
  /** The name of the network as text; null when not on WiFi, or if its octets are not text. */
  ssid(filter?: WiFiFilter | null, options?: CallOptions): Promise<string | null>;
  /**
   * The connection to the access point; null when not on WiFi.
   *
   * Without the permission `wifi.identity` identifying properties are null.
   */
  status(filter?: WiFiFilter | null, options?: CallOptions): Promise<WiFiStatus | null>;
}

/** The plugins in `bridge.plugins`. */
export interface Plugins {
  readonly device: DevicePlugin;
  readonly filePicker: FilePickerPlugin;
  readonly files: FilesPlugin;
  readonly network: NetworkPlugin;
  readonly notifications: NotificationsPlugin;
  readonly process: ProcessPlugin;
  readonly wifi: WifiPlugin;
}

/** The methods without a plugin, called by name. */
export interface Methods {
  call(method: "getCurrentWifiSsid", params?: undefined, options?: CallOptions): Promise<string | null>;
}

/** A bridge with these declarations. */
export type Bridge = Methods & Omit<AnyBridge, "plugins"> & { readonly plugins: Plugins };

/** Hashes that identify these declarations. */
export declare const contract: { readonly hash: string; readonly members: { readonly [member: string]: string } };

/** Checks that the other side has these declarations; rejects with the members that differ. */
export declare function connect(bridge: Omit<AnyBridge, "plugins">): Promise<Plugins>;

declare global {
  const bridge: Bridge;
}
