#if Plugins
/// Source: Documentation/ABI/testing/sysfs-class-power of the kernel.
extension BatteryInfo {
  init(_ files: SystemFiles) {
    var batteries: [Battery] = []
    var charges: [Charge?] = []
    var isPluggedIn: Bool?
    for name in files.names(in: BatteryInfo.folder) {
      let folder = "\(BatteryInfo.folder)/\(name)"
      switch files.text("\(folder)/type") {
      case "Battery":
        // Mice and headsets also have batteries; a battery bay may be empty.
        guard files.text("\(folder)/scope") != "Device", files.integer("\(folder)/present") != 0 else { continue }
        let charge = Charge(files, folder)
        batteries.append(
          Battery(
            name: name, level: charge?.level ?? Charge.percent(files, folder), status: BatteryInfo.status(files, folder)
          ))
        charges.append(charge)
      case "Mains", "USB", "Wireless":
        guard files.text("\(folder)/scope") != "Device", let online = files.integer("\(folder)/online") else {
          continue
        }
        isPluggedIn = isPluggedIn == true || online > 0
      default: continue
      }
    }
    self.init(
      batteryLevel: BatteryInfo.level(batteries, charges),
      isCharging: batteries.isEmpty ? nil : batteries.contains { [.charging, .full].contains($0.status) },
      isPluggedIn: isPluggedIn, batteries: batteries)
  }

  private static let folder = "/sys/class/power_supply"

  /// Weighs batteries by their capacity if all report it in the same unit.
  private static func level(_ batteries: [Battery], _ charges: [Charge?]) -> Double? {
    let known = charges.compactMap { $0 }
    if !known.isEmpty, known.count == charges.count, Set(known.map(\.unit)).count == 1 {
      return known.reduce(0) { $0 + $1.now } / known.reduce(0) { $0 + $1.full }
    }
    let levels = batteries.compactMap(\.level)
    return levels.isEmpty ? nil : levels.reduce(0, +) / Double(levels.count)
  }

  private static func status(_ files: SystemFiles, _ folder: String) -> BatteryStatus {
    switch files.text("\(folder)/status") {
    case "Charging": .charging
    case "Discharging": .discharging
    case "Full": .full
    case "Not charging": .notCharging
    default: .unknown
    }
  }

  /// The charge and the capacity of a battery, in one unit.
  private struct Charge {
    let unit: String
    let now: Double
    let full: Double

    var level: Double { now / full }

    /// Nil if one of the values is missing or invalid.
    init?(_ files: SystemFiles, _ folder: String) {
      for unit in ["energy", "charge"] {
        guard let now = files.integer("\(folder)/\(unit)_now"), let full = files.integer("\(folder)/\(unit)_full"),
          full > 0, now >= 0
        else { continue }
        self.unit = unit
        // A new battery may have more charge than its reported capacity.
        self.now = Double(min(now, full))
        self.full = Double(full)
        return
      }
      return nil
    }

    /// The charge that the battery reports in percent, converted to 0 to 1.
    static func percent(_ files: SystemFiles, _ folder: String) -> Double? {
      guard let percent = files.integer("\(folder)/capacity"), percent >= 0 else { return nil }
      return Double(min(percent, 100)) / 100
    }
  }
}
#endif
