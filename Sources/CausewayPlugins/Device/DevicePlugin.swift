#if Plugins
public import Causeway
public import CausewayExport
public import Foundation
import Glibc

/// What this machine is, and how it is doing.
///
/// The names are those of Capacitor's Device plugin, and getMemoryInfo and getUptime.
@Plugin("device")
public struct DevicePlugin: Sendable {
  private let files: SystemFiles
  private let environment: [String: String]

  /// The machine that this process runs on.
  public init() { self.init(root: "", environment: ProcessInfo.processInfo.environment) }

  /// A machine whose `/` is a directory: for tests.
  init(root: String, environment: [String: String] = [:]) {
    files = SystemFiles(root: root)
    self.environment = environment
  }

  /// The permission to see what identifies the machine or its owner.
  private static let identity = "device.identity"

  /// What this machine is: its model, its system, its kernel.
  ///
  /// The name is given only with the permission `device.identity`.
  @Export public func getInfo(call: CallContext) -> DeviceInfo {
    let maysName = call.connection.permissions.allows(DevicePlugin.identity)
    let hardware = Hardware(files)
    let release = OSRelease(files)
    let disk = DiskSpace(of: files.root.isEmpty ? "/" : files.root)
    return DeviceInfo(
      name: maysName ? files.text("/proc/sys/kernel/hostname") : nil, model: hardware.model,
      manufacturer: hardware.manufacturer, platform: .linux, operatingSystem: .linux, osName: release.name,
      osVersion: release.version, kernelVersion: files.text("/proc/sys/kernel/osrelease"),
      architecture: Hardware.architecture, isVirtual: hardware.isVirtual, memUsed: MemoryInfo.ofThisProcess(files),
      diskFree: disk?.free, diskTotal: disk?.total,
      withheld: maysName
        ? nil : "The name of the host is withheld: the permission \"\(DevicePlugin.identity)\" would show it.")
  }

  /// The id of this machine: the same for every program, and for ever.
  ///
  /// - Throws: `UNAVAILABLE` when the system has none.
  @Export(permission: "device.identity") public func getId() throws(BridgeError) -> DeviceId {
    for path in ["/etc/machine-id", "/var/lib/dbus/machine-id"] {
      guard let id = files.text(path), id.utf8.count == 32,
        id.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
      else { continue }
      return DeviceId(identifier: id)
    }
    throw BridgeError(.unavailable, "This system has no machine id: systemd-machine-id-setup makes one.")
  }

  /// How full the batteries are, and whether the machine is plugged in.
  @Export(execution: .concurrent) public func getBatteryInfo() async -> BatteryInfo { BatteryInfo(files) }

  /// How much memory there is, and how much is free.
  ///
  /// - Throws: `UNAVAILABLE` where /proc does not say.
  @Export public func getMemoryInfo() throws(BridgeError) -> MemoryInfo {
    guard let memory = MemoryInfo(files) else {
      throw BridgeError(.unavailable, "/proc/meminfo does not say how much memory there is.")
    }
    return memory
  }

  /// How long this machine has been up.
  ///
  /// - Throws: `UNAVAILABLE` where /proc does not say.
  @Export public func getUptime() throws(BridgeError) -> Uptime {
    guard let text = files.text("/proc/uptime"), let seconds = text.split(separator: " ").first.flatMap({ Double($0) }),
      seconds.isFinite, seconds >= 0
    else { throw BridgeError(.unavailable, "/proc/uptime does not say how long this machine has been up.") }
    return Uptime(seconds: seconds, bootedAt: Date(timeIntervalSinceNow: -seconds))
  }

  /// The language that messages are shown in, such as de.
  @Export public func getLanguageCode() -> LanguageInfo { LanguageInfo(value: Language(environment).code) }

  /// The language with its region, such as de-AT.
  @Export public func getLanguageTag() -> LanguageInfo { LanguageInfo(value: Language(environment).tag) }
}

/// What this machine is.
///
/// What it does not tell is left out.
@Crossing
public struct DeviceInfo: Sendable, Equatable {
  /// What its owner calls it: the name of the host; left out without the permission device.identity.
  public var name: String?
  /// As the firmware has it, such as ThinkPad X1 or Raspberry Pi 4 Model B.
  public var model: String?
  /// Who made it, as the firmware has it.
  public var manufacturer: String?
  /// Always linux.
  public var platform: DevicePlatform
  /// Always linux.
  public var operatingSystem: DevicePlatform
  /// The name of the distribution.
  public var osName: String?
  /// The version of the distribution; rolling ones have none.
  public var osVersion: String?
  /// The release of the kernel.
  public var kernelVersion: String?
  /// As the kernel writes it, such as x86_64 or aarch64.
  public var architecture: String
  /// Whether it runs under a hypervisor; left out where that cannot be known.
  public var isVirtual: Bool?
  /// Bytes of memory that this process holds.
  public var memUsed: Int?
  /// Bytes that a program may still write where the system is.
  public var diskFree: Int?
  /// Bytes of the file system that the system is on.
  public var diskTotal: Int?
  /// Why the name is left out; left out itself when it is not.
  public var withheld: String?
}

/// The kernel that all this stands on.
@Crossing public enum DevicePlatform: String, Sendable { case linux }

/// What identifies this machine.
@Crossing
public struct DeviceId: Sendable, Equatable {
  /// The machine's own id (machine-id(5)), the same for every program until the system is installed anew.
  public var identifier: String
}

/// The state of what feeds this machine.
@Crossing
public struct BatteryInfo: Sendable, Equatable {
  /// How full all batteries are together, from 0 to 1; left out without one.
  public var batteryLevel: Double?
  /// Whether one of them is being charged, or is full; left out without one.
  public var isCharging: Bool?
  /// Whether it is plugged in; left out where that cannot be known.
  public var isPluggedIn: Bool?
  /// Each battery, by name.
  public var batteries: [Battery]
}

/// One battery of the machine itself: those of mice and headsets do not count.
@Crossing
public struct Battery: Sendable, Equatable {
  /// The kernel's name, such as BAT0.
  public var name: String
  /// How full it is, from 0 to 1; left out when it does not say.
  public var level: Double?
  /// What it does.
  public var status: BatteryStatus
}

/// What a battery does.
@Crossing
public enum BatteryStatus: String, Sendable {
  case charging, discharging, full
  /// Plugged in, and not charged: too warm, or kept below its limit.
  case notCharging
  case unknown
}

/// Memory, in bytes.
@Crossing
public struct MemoryInfo: Sendable, Equatable {
  /// All that the kernel has.
  public var total: Int
  /// What programs can still have without swapping, by the kernel's estimate.
  public var available: Int
  /// All swap space.
  public var swapTotal: Int
  /// Swap space that nothing is in.
  public var swapFree: Int
}

/// How long this machine has been up.
@Crossing
public struct Uptime: Sendable, Equatable {
  /// Time since it was started, the time asleep included.
  public var seconds: Double
  /// When that was, by the clock as it is now.
  public var bootedAt: Date
}

/// A language.
@Crossing
public struct LanguageInfo: Sendable, Equatable {
  /// As BCP 47 writes it.
  public var value: String
}
#endif
