import Causeway
import CausewayJavaScript
import CausewayNetwork
import FoundationEssentials
import JavaScriptEngine
import JavaScriptRuntime
import LinuxNetwork

/// One part that may be there or not.
struct CheckResult: Sendable {
  let name: String
  let isPresent: Bool
  /// What to say when it is there.
  var detail = ""
  /// What goes missing with it.
  let cost: String
  /// Whether nothing works without it.
  var isVital = false
}

/// What `causeway doctor` looks at.
enum SystemCheck {
  /// Findings under a common title.
  struct Section: Sendable {
    let title: String
    let findings: [CheckResult]
  }

  static var all: [Section] {
    get async {
      [
        Section(title: "Bridge", findings: [await bridge] + engine),
        Section(title: "Network", findings: network),
        Section(title: "For working on Causeway itself", findings: tools),
      ]
    }
  }

  /// The main job, done once.
  private static var bridge: CheckResult {
    get async {
      var failure = ""
      let duration = await ContinuousClock().measure {
        do {
          let bridge = Bridge()
          bridge.handle("doctor.ask") { () in 42 }
          let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: ["doctor.ask"])
          let run = Task { try await runtime.runToEnd("if (await bridge.call('doctor.ask') !== 42) throw 'wrong'") }
          let result = await run.result
          await runtime.close()
          try result.get()
        } catch {
          failure = String(describing: error)
        }
      }
      let milliseconds = Int((duration / .milliseconds(1)).rounded())
      return CheckResult(
        name: "JavaScript to Swift", isPresent: failure.isEmpty, detail: "asked and answered in \(milliseconds) ms",
        cost: "no program can run: \(failure)", isVital: true)
    }
  }

  /// What the engine exports beyond its headers.
  private static var engine: [CheckResult] {
    let missing = EngineSymbols.missing
    guard !missing.isEmpty else {
      return [CheckResult(name: "engine, full", isPresent: true, detail: "limits, rejections, statistics", cost: "")]
    }
    return missing.map { CheckResult(name: $0.name, isPresent: false, cost: $0.cost) }
  }

  private static var network: [CheckResult] {
    let source = try? NetworkReader().status().source
    return [
      CheckResult(
        name: "netlink", isPresent: source == .netlink, detail: "network.* is complete",
        cost: "network.* is read from /proc: one IPv4 address an interface, and no network.changes"),
      CheckResult(
        name: "nl80211", isPresent: FileManager.default.fileExists(atPath: "/sys/class/ieee80211"),
        detail: "wifi.* can answer",
        cost: "wifi.* answers null: this kernel has no WiFi, or its module is not loaded"),
    ]
  }

  /// Nothing that ships needs these.
  private static var tools: [CheckResult] {
    [
      ("node", "make test cannot run the JavaScript tests"),
      ("tsc", "make test cannot check the JavaScript's types (Debian: node-typescript)"),
      ("esbuild", "the embedded JavaScript cannot be rebuilt"),
    ]
    .map { name, cost in
      let place = place(of: name)
      return CheckResult(name: name, isPresent: place != nil, detail: place ?? "", cost: cost)
    }
  }

  private static func place(of program: String) -> String? {
    (Environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(program)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
