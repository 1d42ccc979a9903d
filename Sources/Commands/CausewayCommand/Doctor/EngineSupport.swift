import FoundationEssentials

/// Whether the system's distribution gives the engine security fixes.
///
/// Source: the lists of Debian's package `debian-security-support`, where it is installed; without it, what was known when
/// this version was released.
struct EngineSupport {
  /// `ID` and `VERSION_ID` of os-release(5), such as "debian" and "13".
  var system: (name: String, version: String)
  /// The texts of the lists by their file names; empty if the package is not installed.
  var lists: [String: String]

  /// The engine's source package.
  private static let package = "webkit2gtk"

  /// The finding for the user of a program; nil if nothing is known about this system.
  var finding: CheckResult? {
    var result = CheckResult(name: "security fixes", isPresent: true, consequence: "")
    if let limit {
      result = CheckResult(
        name: result.name, isPresent: false,
        consequence: "this engine is for trusted code only: \(limit). Run untrusted code on a supported system")
    } else if !lists.isEmpty {
      result.detail = "debian-security-support lists no restriction for \(Self.package)"
    } else if system.name == "debian", let version = Int(system.version), version >= 13 {
      result.detail = "by Debian \(version); debian-security-support has the current state"
    } else if system.name == "ubuntu" {
      result.detail = "by Ubuntu \(system.version)"
    } else {
      return nil
    }
    return result
  }

  /// Why there are no fixes; nil if there are, or nothing is known.
  private var limit: String? {
    if system.name == "debian", lists.isEmpty, let version = Int(system.version), version <= 12 {
      return "Debian \(version) no longer receives new versions of \(Self.package)"
    }
    for (name, text) in lists.sorted(by: { $0.key < $1.key }) where appliesHere(name) {
      for line in text.split(separator: "\n") {
        var words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        guard words.count == 2, words.removeFirst() == Self.package else { continue }
        return "Debian says \"\(words[0].drop { $0.isWhitespace })\""
      }
    }
    return nil
  }

  /// Lists are named `security-support-limited`, `security-support-ended.deb12` or, in newer packages,
  /// `security-support.deb13`.
  private func appliesHere(_ list: String) -> Bool {
    guard let release = list.split(separator: ".").last, release.hasPrefix("deb") else { return true }
    return release.dropFirst(3) == system.version
  }

  /// The support of this system.
  static var here: EngineSupport {
    let folder = "/usr/share/debian-security-support"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let lists = names.filter { $0.hasPrefix("security-support") }.compactMap { name in
      (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)).map { (name, $0) }
    }
    return EngineSupport(
      system: (Versions.release("ID") ?? "", Versions.release("VERSION_ID") ?? ""),
      lists: Dictionary(uniqueKeysWithValues: lists))
  }
}
