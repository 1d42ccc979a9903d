#if Plugins
public import Causeway
public import CausewayExport
public import Foundation
import Glibc

/// The properties and the state of this machine.
///
/// The names are those of Capacitor's Device plugin, with the additional methods getMemoryInfo and getUptime.
@Plugin("device")
public struct DevicePlugin: Sendable {
  private let files: SystemFiles
  private let environment: [String: String]

  /// Creates a plugin for this machine.
  public init() { self.init(root: "", environment: ProcessInfo.processInfo.environment) }

  /// Creates a plugin with a directory as the root of the file system: for tests.
  init(root: String, environment: [String: String] = [:]) {
    files = SystemFiles(root: root)
    self.environment = environment
  }

  /// The permission for properties that identify the machine or its owner.
  private static let identity = "device.identity"

  /// The model, the operating system and the kernel of this machine.
  ///
  /// The name needs the permission `device.identity`.
  @Export public func getInfo(call: CallContext) -> DeviceInfo {
    let mayReadName = call.connection.permissions.allows(DevicePlugin.identity)
    let hardware = Hardware(files)
    let release = OSRelease(files)
    let disk = DiskSpace(of: files.root.isEmpty ? "/" : files.root)
    return DeviceInfo(
      name: mayReadName ? files.text("/proc/sys/kernel/hostname") : nil, model: hardware.model,
      manufacturer: hardware.manufacturer, platform: .linux, operatingSystem: .linux, osName: release.name,
      osVersion: release.version, kernelVersion: files.text("/proc/sys/kernel/osrelease"),
      architecture: Hardware.architecture, isVirtual: hardware.isVirtual, memUsed: MemoryInfo.ofThisProcess(files),
      diskFree: disk?.free, diskTotal: disk?.total,
      withheld: mayReadName
        ? nil : "The name of the host is withheld: it needs the permission \"\(DevicePlugin.identity)\".")
  }

  /// The permanent id of this machine, the same for every program.
  ///
  /// - Throws: `UNAVAILABLE` if the system has none.
  @Export(permission: "device.identity") public func getId() throws(BridgeError) -> DeviceId {
    for path in ["/etc/machine-id", "/var/lib/dbus/machine-id"] {
      guard let id = files.text(path), id.utf8.count == 32,
        id.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
      else { continue }
      return DeviceId(identifier: id)
    }
    throw BridgeError(.unavailable, "This system has no machine id: create one with systemd-machine-id-setup.")
  }

  /// The charge of the batteries, and whether the machine is plugged in.
  @Export(execution: .concurrent) public func getBatteryInfo() async -> BatteryInfo { BatteryInfo(files) }

  /// The total and the available memory.
  ///
  /// - Throws: `UNAVAILABLE` if /proc does not report it.
  @Export public func getMemoryInfo() throws(BridgeError) -> MemoryInfo {
    guard let memory = MemoryInfo(files) else {
      throw BridgeError(.unavailable, "/proc/meminfo does not report the total memory.")
    }
    return memory
  }

  /// The time since this machine was started.
  ///
  /// - Throws: `UNAVAILABLE` if /proc does not report it.
  @Export public func getUptime() throws(BridgeError) -> Uptime {
    guard let text = files.text("/proc/uptime"), let seconds = text.split(separator: " ").first.flatMap({ Double($0) }),
      seconds.isFinite, seconds >= 0
    else { throw BridgeError(.unavailable, "/proc/uptime does not report the uptime.") }
    return Uptime(seconds: seconds, bootedAt: Date(timeIntervalSinceNow: -seconds))
  }

  /// The language of messages, such as de.
  @Export public func getLanguageCode() -> LanguageInfo { LanguageInfo(value: Language(environment).code) }

  /// The language of messages with its region, such as de-AT.
  @Export public func getLanguageTag() -> LanguageInfo { LanguageInfo(value: Language(environment).tag) }
}

/// The properties of this machine.
///
/// Unknown properties are omitted.
@Crossing
public struct DeviceInfo: Sendable, Equatable {
  /// The host name; omitted without the permission device.identity.
  public var name: String?
  /// The model in the firmware, such as ThinkPad X1 or Raspberry Pi 4 Model B.
  public var model: String?
  /// The manufacturer in the firmware.
  public var manufacturer: String?
  /// Always linux.
  public var platform: DevicePlatform
  /// Always linux.
  public var operatingSystem: DevicePlatform
  /// The name of the distribution.
  public var osName: String?
  /// The version of the distribution; omitted for rolling releases.
  public var osVersion: String?
  /// The release of the kernel.
  public var kernelVersion: String?
  /// The processor architecture as the kernel writes it, such as x86_64 or aarch64.
  public var architecture: String
  /// Whether the machine runs under a hypervisor; omitted if unknown.
  public var isVirtual: Bool?
  /// The memory of this process in bytes.
  public var memUsed: Int?
  /// The free bytes for programs on the system's file system.
  public var diskFree: Int?
  /// The size of the system's file system in bytes.
  public var diskTotal: Int?
  /// The reason why the name is missing; omitted if it is not withheld.
  public var withheld: String?
}

/// The platform of the device.
@Crossing public enum DevicePlatform: String, Sendable { case linux }

/// The id of this machine.
@Crossing
public struct DeviceId: Sendable, Equatable {
  /// The machine id (machine-id(5)): the same for every program until the system is installed again.
  public var identifier: String
}

/// The power supply of this machine.
@Crossing
public struct BatteryInfo: Sendable, Equatable {
  /// The charge of all batteries together, from 0 to 1; omitted without a battery.
  public var batteryLevel: Double?
  /// Whether a battery is charging or full; omitted without a battery.
  public var isCharging: Bool?
  /// Whether the machine is plugged in; omitted if unknown.
  public var isPluggedIn: Bool?
  /// The batteries, sorted by name.
  public var batteries: [Battery]
}

/// One battery of the machine itself; batteries of mice and headsets are excluded.
@Crossing
public struct Battery: Sendable, Equatable {
  /// The kernel's name, such as BAT0.
  public var name: String
  /// The charge, from 0 to 1; omitted if unknown.
  public var level: Double?
  /// The state of the battery.
  public var status: BatteryStatus
}

/// The state of a battery.
@Crossing
public enum BatteryStatus: String, Sendable {
  case charging, discharging, full
  /// Plugged in and not charging: too warm, or kept below a limit.
  case notCharging
  case unknown
}

/// Memory, in bytes.
@Crossing
public struct MemoryInfo: Sendable, Equatable {
  /// The total memory of the kernel.
  public var total: Int
  /// The memory that programs can still use without swapping, by the kernel's estimate.
  public var available: Int
  /// The total swap space.
  public var swapTotal: Int
  /// The unused swap space.
  public var swapFree: Int
}

/// The time since this machine was started.
@Crossing
public struct Uptime: Sendable, Equatable {
  /// The time since the start in seconds, including time asleep.
  public var seconds: Double
  /// The time of the start, by the current clock.
  public var bootedAt: Date
}

/// A language.
@Crossing
public struct LanguageInfo: Sendable, Equatable {
  /// The language as a BCP 47 tag.
  public var value: String
}
#else
/// Absent: the package is built without the trait `Plugins`.
@available(*, unavailable, message: "Enable the trait Plugins of the package in your manifest.")
public struct DevicePlugin {}
#endif
