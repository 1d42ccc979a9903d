import Causeway
import CausewayJavaScript
import CausewayNetwork
import FoundationEssentials
import JavaScriptEngine
import JavaScriptRuntime
import LinuxNetwork

/// The result of one check.
struct CheckResult: Sendable {
  let name: String
  let isPresent: Bool
  /// The text for a part that is present.
  var detail = ""
  /// The effect of a missing part.
  let consequence: String
  /// Whether every command needs the part.
  var isRequired = false
  /// A sentence with the command that provides the part, or that shows more of its failure.
  var remedy: String?
}

/// The checks of `causeway doctor`.
enum SystemCheck {
  /// Results under a common title.
  struct Section: Sendable {
    let title: String
    let findings: [CheckResult]
  }

  static var all: [Section] {
    get async {
      [
        Section(title: "Bridge", findings: [await bridge] + engine + support),
        Section(title: "Network", findings: network),
        Section(title: "Pages", findings: [view]),
        Section(title: "For development of Causeway", findings: tools),
      ]
    }
  }

  /// One call from JavaScript to Swift.
  private static var bridge: CheckResult {
    get async {
      var failure = ""
      let duration = await ContinuousClock().measure {
        do {
          let bridge = Bridge()
          bridge.handle("doctor.ask") { () in 42 }
          let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: ["doctor.ask"])
          let run = Task { try await runtime.run("if (await bridge.call('doctor.ask') !== 42) throw 'wrong'") }
          let result = await run.result
          await runtime.close()
          _ = try result.get()
        } catch {
          failure = String(describing: error)
        }
      }
      let milliseconds = Int((duration / .milliseconds(1)).rounded())
      return CheckResult(
        name: "JavaScript to Swift", isPresent: failure.isEmpty, detail: "one call takes \(milliseconds) ms",
        consequence: "programs cannot run: \(failure)", isRequired: true,
        remedy: "Show the error of a minimal program: causeway run -e 'console.log(1)'")
    }
  }

  /// The engine's exports that its headers lack.
  private static var engine: [CheckResult] {
    let missing = EngineSymbols.missing
    guard !missing.isEmpty else {
      return [
        CheckResult(name: "engine exports", isPresent: true, detail: "limits, rejections, statistics", consequence: "")
      ]
    }
    // No remedy: newer engines lack some of them, too.
    return missing.map { CheckResult(name: $0.name, isPresent: false, consequence: $0.cost) }
  }

  /// Whether this version of the engine was tested, and gets security fixes.
  private static var support: [CheckResult] {
    var results = [EngineSupport.here.finding].compactMap(\.self)
    if let version = EngineVersion.loaded, version > .newestTested {
      results.append(
        CheckResult(
          name: "tested engine", isPresent: false,
          consequence: "WebKitGTK \(version) is newer than \(EngineVersion.newestTested), the newest tested version"))
    }
    return results
  }

  private static var network: [CheckResult] {
    let source = try? NetworkReader().status().source
    return [
      CheckResult(
        name: "netlink", isPresent: source == .netlink, detail: "network.* is complete",
        consequence: "network.* is read from /proc: one IPv4 address for each interface, and no network.changes"),
      CheckResult(
        name: "nl80211", isPresent: FileManager.default.fileExists(atPath: "/sys/class/ieee80211"),
        detail: "wifi.* is available",
        consequence: "wifi.* returns null: this kernel has no WiFi, or its module is not loaded"),
    ]
  }

  private static var view: CheckResult {
    let path = ViewProgram.path
    return CheckResult(
      name: "causeway-view", isPresent: path != nil, detail: path ?? "",
      consequence: "causeway open and causeway screenshot cannot show pages (Debian: causeway-view)")
  }

  /// Only development needs these.
  private static var tools: [CheckResult] {
    [
      ("node", "make test cannot run the JavaScript tests"),
      ("tsc", "make test cannot check the JavaScript's types (Debian: node-typescript)"),
      ("esbuild", "the embedded JavaScript cannot be rebuilt"),
    ]
    .map { name, consequence in
      let path = Environment.executable(name)
      return CheckResult(name: name, isPresent: path != nil, detail: path ?? "", consequence: consequence)
    }
  }
}
