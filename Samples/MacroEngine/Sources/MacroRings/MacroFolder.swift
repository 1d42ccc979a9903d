import Causeway
public import CausewayJavaScript
import Foundation
public import JavaScriptInspector
import Synchronization

/// Runs macros that are modules: files of a directory that import one another and can be edited while the program runs.
///
///     let macros = try MacroFolder("macros") { print($1) }
///     try await macros.run("even-more")
///
/// Each run has its own context and reads the files anew, so an edit takes effect with the next run. Only one macro runs at a
/// time.
public actor MacroFolder {
  /// The rings that the macros change, by the methods `rings.get`, `rings.set` and `rings.move`.
  public nonisolated let document = RingDocument()
  private nonisolated let directory: URL
  private nonisolated let timeout: Duration
  /// Does not advance while a debugger pauses a macro.
  private nonisolated let clock: any Clock<Duration>
  private let configuration: JavaScriptRuntimePool.Configuration
  private var host: Host?

  /// The runtimes of the macros.
  ///
  /// When a macro does not return, its host is given up with it: the engine cannot stop `while (true) await null`.
  private final class Host: Sendable {
    let pool: JavaScriptRuntimePool
    let isGivenUp: IsGivenUp
    init(_ pool: JavaScriptRuntimePool, _ isGivenUp: IsGivenUp) { (self.pool, self.isGivenUp) = (pool, isGivenUp) }
  }

  private final class IsGivenUp: Sendable {
    let value = Atomic(false)
  }

  private struct Change: Decodable {
    var ring: Ring
    var value: Double
  }

  private struct Query: Decodable { var ring: Ring }

  /// Moves a ring in steps; the macro's function says for each share of the steps which share of the way is covered.
  private struct Movement: Decodable, Sendable {
    var ring: Ring
    var to: Double
    var steps: Int
    var ease: Callback<Double, Double>
  }

  /// - Parameters:
  ///   - path: the path of the directory. Macros cannot import files outside it.
  ///   - timeLimit: the processor time that a macro may take without interruption.
  ///   - timeout: the longest total time of a macro, including its waits.
  ///   - debugger: the server through which a debugger can connect to the macros; nil for none.
  ///   - console: called on the macros' thread with the console output of a macro.
  public init(
    _ path: String, timeLimit: Duration = .seconds(1), timeout: Duration = .seconds(10), debugger: DebugServer? = nil,
    console: @escaping @Sendable (ConsoleLevel, String) -> Void = { _, _ in }
  ) throws {
    directory = URL(filePath: path)
    self.timeout = timeout
    clock = debugger?.clock ?? ContinuousClock()
    var configuration = JavaScriptRuntimePool.Configuration()
    configuration.count = 1
    configuration.isolation = .fresh
    configuration.runtime.evaluationLimit = timeLimit
    debugger?.prepare(&configuration.runtime)
    configuration.runtime.console = .handler(console)
    configuration.runtime.modules = ModuleConfiguration(try .files(under: path))
    configuration.runtime.modules?.deadline = timeout
    self.configuration = configuration
  }

  /// The names of the files that are modules, in alphabetical order.
  public nonisolated var names: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    return files.filter { file in
      [".ts", ".js", ".mts", ".mjs"].contains { file.hasSuffix($0) } && !file.hasSuffix(".d.ts")
    }.sorted()
  }

  /// Runs a macro after those before it, until it has nothing left to do.
  ///
  /// All its changes are one undo step. If it throws, or exceeds a limit, the rings are restored.
  ///
  /// - Parameter name: the name of the file, with or without its extension.
  public func run(_ name: String) async throws {
    guard let file = names.first(where: { $0 == name || $0.hasPrefix(name + ".") }) else {
      throw MacroApplicationError.noSuchFile(name, of: names)
    }
    let host = try await readyHost()
    let (results, ending) = AsyncStream.makeStream(of: Result<Void, any Error>.self)
    let use = Task { [document, timeout, clock] in
      do {
        try await host.pool.withRuntime { runtime in
          let watch = Task {
            try await clock.sleep(for: timeout + .seconds(1))
            self.giveUp(host)
            ending.yield(.failure(MacroApplicationError.noEnd(file, within: timeout)))
          }
          defer { watch.cancel() }
          document.begin(onAnyThread: true)
          do {
            try await runtime.run(module: "./\(file)")
          } catch {
            if !host.isGivenUp.value.load(ordering: .acquiring) { document.revert() }
            throw error
          }
          if !host.isGivenUp.value.load(ordering: .acquiring) { document.keep() }
        }
        ending.yield(.success(()))
      } catch {
        ending.yield(.failure(error))
      }
    }
    defer { use.cancel() }
    for await result in results { return try result.get() }
    throw CancellationError()
  }

  /// Ends the runs and their threads.
  public func close() async {
    await host?.pool.close()
    host = nil
  }

  private func readyHost() async throws -> Host {
    if let host { return host }
    var settings = Bridge.Configuration()
    settings.clock = clock
    let bridge = Bridge(settings)
    let isGivenUp = IsGivenUp()
    bridge.handle("rings.get") { [document] (query: Query) in document.rings[query.ring] }
    @Sendable func set(_ ring: Ring, to value: Double) throws {
      guard !isGivenUp.value.load(ordering: .acquiring) else { throw BridgeError(.unavailable, "The macro has ended.") }
      try document.set(ring, to: value)
    }
    bridge.handle("rings.set") { (change: Change) throws in try set(change.ring, to: change.value) }
    bridge.handle("rings.move") { [document] (movement: Movement) async throws in
      guard (1...1000).contains(movement.steps) else { throw BridgeError(.invalidArgument, "steps: from 1 to 1000") }
      let start = document.rings[movement.ring]
      for step in 1...movement.steps {
        let share = try await movement.ease(Double(step) / Double(movement.steps))
        try set(movement.ring, to: start + (movement.to - start) * share)
      }
    }
    let pool = try await JavaScriptRuntimePool(bridge: bridge, permissions: ["rings.*"], configuration)
    // Another run may have made one meanwhile.
    if let host {
      await pool.close()
      return host
    }
    let made = Host(pool, isGivenUp)
    host = made
    return made
  }

  /// Restores the rings, and lets the next run begin with new runtimes.
  private func giveUp(_ host: Host) {
    guard !host.isGivenUp.value.exchange(true, ordering: .acquiringAndReleasing) else { return }
    document.revert()
    if self.host === host { self.host = nil }
    Task { await host.pool.close() }
  }
}
