import ArgumentParser
import FoundationEssentials
import JavaScriptInspector
import StandardStreams

/// Whether a debugger may look into the program.
struct DebugOptions: ParsableArguments {
  enum Mode: String, EnumerableFlag {
    case inspect, inspectWait, inspectBrk, inspectUI

    static func help(for mode: Mode) -> ArgumentHelp? {
      switch mode {
      case .inspect: "Let a debugger connect: see docs/debugging.md."
      case .inspectWait: "The same, but wait until the debugger has connected and set its breakpoints."
      case .inspectBrk: "The same, and pause at the first statement."
      case .inspectUI: "Open WebKit's Web Inspector on the program, which pauses at its first statement."
      }
    }

    static func name(for mode: Mode) -> NameSpecification {
      mode == .inspectUI ? .customLong("inspect-ui") : .long
    }

    /// Nil for the Web Inspector.
    var start: DebugServer.Start? {
      switch self {
      case .inspect: .immediately
      case .inspectWait: .whenConfigured
      case .inspectBrk: .paused
      case .inspectUI: nil
      }
    }
  }

  /// The words before the address in the message that a debugger may connect.
  private static let announcement = "causeway: A debugger may connect to "
  /// The words between the address and the token.
  private static let tokenAnnouncement = " with the token "

  /// The message that a debugger may connect.
  private static func announcement(of server: DebugServer) -> String {
    let token = server.token.map { tokenAnnouncement + $0 } ?? ""
    return announcement + "\(server.address.printable)\(token)."
  }

  /// Where a program that has written this line takes a debugger, and the token that it asks for; nil for another line.
  static func announced(by line: String) -> (address: DebugAddress, token: String?)? {
    guard line.hasPrefix(announcement), line.hasSuffix(".") else { return nil }
    let text = line.dropFirst(announcement.count).dropLast()
    guard let end = text.firstRange(of: tokenAnnouncement), let address = DebugAddress(String(text[..<end.lowerBound]))
    else { return DebugAddress(String(text)).map { ($0, nil) } }
    return (address, String(text[end.upperBound...]))
  }

  @Flag var mode: Mode?

  @Option(
    help: ArgumentHelp(
      "Where the debugger connects: the path of a socket, or an address of this machine, which requires a token.",
      valueName: "path|host:port"))
  var inspectAddress: String?

  func validate() throws {
    guard let inspectAddress else { return }
    if mode == nil || mode == .inspectUI {
      throw ValidationError("--inspect-address needs --inspect, --inspect-wait or --inspect-brk.")
    }
    guard DebugAddress(inspectAddress) != nil else {
      throw ValidationError(
        "--inspect-address takes a path with a slash, or an address of this machine, such as 127.0.0.1:4711.")
    }
  }

  /// Starts to listen for a debugger, and reports where; nil if none was asked for.
  ///
  /// - Parameters:
  ///   - path: the program's file; nil if it is not a file.
  ///   - url: the name of its script.
  func server(path: String?, url: String) async throws -> (any InspectionServer)? {
    guard let mode else { return nil }
    var names: [String: String] = [:]
    if let path { names[url] = URL(fileURLWithPath: path).resolvingSymlinksInPath().path }
    do throws(InspectorError) {
      guard let start = mode.start else {
        let browser = try WebInspectorBrowser.find()
        let server = try await WebInspectorServer(name: url, names: names)
        await browser.open(server)
        return server
      }
      let server = try DebugServer(inspectAddress.flatMap { DebugAddress($0) }, names: names, start: start)
      Terminal.reportError(DebugOptions.announcement(of: server))
      return server
    } catch {
      Terminal.reportError("causeway: \(error.description.printable)")
      throw WrongUsage.exitCode
    }
  }
}
