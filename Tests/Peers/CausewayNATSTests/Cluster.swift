#if NATS
import Causeway
import CausewayNATS
import Foundation
import FoundationNetworking
import TestSupport
import Testing

/// Three servers of one cluster, on loopback.
final class Cluster {
  private(set) var servers: [NATSServer] = []
  private let ports: [Int]
  private let monitors: [Int]
  private let arguments: [[String]]
  private let seconds: Int

  var urls: [String] { servers.map(\.url) }

  /// - Parameters:
  ///   - options: further options of each server.
  ///   - seconds: how long a server may run.
  init(_ options: (_ index: Int) -> [String] = { _ in [] }, forAtMost seconds: Int = 120) throws {
    self.seconds = seconds
    ports = try (0..<3).map { _ in try NATSServer.freePort() }
    let monitors = try (0..<3).map { _ in try NATSServer.freePort() }
    self.monitors = monitors
    let routes = try (0..<3).map { _ in "nats://127.0.0.1:\(try NATSServer.freePort())" }
    let all = routes.joined(separator: ",")
    arguments = (0..<3).map {
      ["--cluster_name", "fleet", "--cluster", routes[$0], "--routes", all, "-m", "\(monitors[$0])"] + options($0)
    }
    for index in 0..<3 {
      servers.append(try NATSServer(port: ports[index], arguments: arguments[index], forAtMost: seconds))
    }
  }

  func kill(_ index: Int) { servers[index].stop() }

  func start(_ index: Int) throws {
    servers[index] = try NATSServer(port: ports[index], arguments: arguments[index], forAtMost: seconds)
  }

  /// Whether each server catches up with the streams that it keeps a copy of, within so many looks, of which there are ten a second.
  func isHealthy(looks: Int) async -> Bool {
    for _ in 0..<looks {
      if await isHealthy() { return true }
      // Real time: the servers are processes of their own.
      try? await Task.sleep(for: .milliseconds(100))
    }
    return false
  }

  private func isHealthy() async -> Bool {
    for monitor in monitors {
      guard let answer = try? await URLSession.shared.data(from: URL(string: "http://127.0.0.1:\(monitor)/healthz")!).1,
        (answer as? HTTPURLResponse)?.statusCode == 200
      else { return false }
    }
    return true
  }

  /// A client that goes to the server of the index first, and may go to the others.
  func client(_ index: Int) async throws -> NATSClient { try await NATSClient.connect(options(index)) }

  func options(_ index: Int) -> NATSOptions {
    var options = NATSOptions(urls[index])
    options.servers += urls.indices.filter { $0 != index }.map { urls[$0] }
    return options
  }
}

/// Calls of the method `echo` with numbers from 1 on, and how each ended.
///
/// The number 0 is not counted.
final class Load: Sendable {
  enum End: Hashable { case answered, misrouted, failed(BridgeError.Code) }

  private struct State {
    var ends: [End: Int] = [:]
    /// How often a handler began the call of a number.
    var handled: [Int: Int] = [:]
    var next = 0
    var settled = 0
  }

  private let state = Shared(State())

  var settled: Int { state.value.settled }
  var ends: [End: Int] { state.value.ends }
  /// The calls that a handler began more than once.
  var twice: Int { state.value.handled.values.filter { $0 > 1 }.count }
  var answered: Int { ends[.answered, default: 0] }

  /// A worker with the handler on a connection of its own.
  func serve(on client: NATSClient, limits: Limits = Limits()) async throws -> Connection {
    let bridge = Bridge()
    bridge.handle("echo") { [self] (value: Int) async throws -> Int in
      if value > 0 { state.withLock { $0.handled[value, default: 0] += 1 } }
      // Real time: calls of several lengths are running when a process or a line breaks.
      if value % 3 == 0 { try await Task.sleep(for: .milliseconds(value % 20)) }
      return value
    }
    return try await bridge.serve(on: client, as: "procedures", permissions: ["echo"], limits: limits)
  }

  /// Makes calls, `lanes` at a time, until `count` have ended.
  func call(_ caller: Connection, count: Int, lanes: Int = 16, timeout: Timeout = .seconds(10)) async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<lanes {
        group.addTask { [self] in
          while let value = take(count) {
            let end = await end(of: value, caller, timeout)
            state.withLock { state in
              state.ends[end, default: 0] += 1
              state.settled += 1
            }
            // Real time: without a server calls fail at once, and the rest is for the next one.
            if case .failed = end { try? await Task.sleep(for: .milliseconds(20)) }
          }
        }
      }
    }
  }

  func end(of value: Int, _ caller: Connection, _ timeout: Timeout = .seconds(10)) async -> End {
    do {
      return try await caller.call("echo", value, timeout: timeout) == value ? .answered : .misrouted
    } catch {
      return .failed((error as? BridgeError)?.code ?? "NONSENSE")
    }
  }

  /// Expects that each of so many calls ended once, with its answer or because somebody was lost.
  func expectSettled(_ count: Int, _ caller: Connection, sourceLocation: SourceLocation = #_sourceLocation) {
    let ends = ends
    #expect(ends.values.reduce(0, +) == count, sourceLocation: sourceLocation)
    let allowed: Set<End> = [.answered, .failed(.unavailable), .failed(.deadlineExceeded)]
    #expect(Set(ends.keys).isSubset(of: allowed), "\(ends)", sourceLocation: sourceLocation)
    #expect(twice == 0, sourceLocation: sourceLocation)
    #expect(caller.statistics.pending == 0, sourceLocation: sourceLocation)
  }

  private func take(_ count: Int) -> Int? {
    state.withLock { state in
      guard state.next < count else { return nil }
      state.next += 1
      return state.next
    }
  }
}
#endif
