import CausewayConcurrency
package import JavaScriptRuntime

/// Lets one debugger at a time, over the Debug Adapter Protocol, look into one program of this process.
///
/// The engine has one inspector a process, so a process has one server, which is made before the program's runtime:
///
///     let server = try DebugServer(SocketAddress(port: 4711), program: program, start: .immediately)
///     configuration.inspection = server.inspection
///     configuration.clock = server.inspection.clock
///
/// A debugger may run any code with the rights of the program. So the server listens on the loopback network only, takes
/// connections of its own user only, and refuses to start in a program that runs for another user.
package final class DebugServer: InspectionServer {
  /// When the program begins to run.
  package enum Start: Sendable {
    case immediately
    /// When a debugger has set its breakpoints.
    case whenConfigured
    /// Then, and it pauses at its first statement.
    case paused
  }

  /// What the program's runtime must be made with.
  package let inspection = RuntimeInspection()
  /// Where a debugger connects.
  package var address: SocketAddress { listener.address }

  private let listener: ListeningSocket
  private let engine: EngineConnection
  private let debugger: Debugger
  private let start: Start
  private let tasks: [Task<Void, Never>]

  /// - Parameter names: the paths of the scripts whose URL is none, by that URL.
  /// - Throws: `UNAVAILABLE` if the address is in use, the engine has no inspector, or the program runs for another user.
  package init(_ address: SocketAddress, names: [String: String], start: Start) throws(InspectorError) {
    try ProcessRights.requireOwn()
    self.start = start
    let listener = try ListeningSocket(address)
    let engine = try EngineConnection()
    let debugger = Debugger(engine: engine, inspection: inspection, names: names, pausesAtStart: start == .paused)
    self.listener = listener
    self.engine = engine
    self.debugger = debugger
    tasks = [
      Task { await engine.run() },
      Task { for await event in engine.events { await debugger.receive(event) } },
      Task { await DebugServer.accept(listener, debugger) },
    ]
  }

  /// Waits until the program may begin; returns early when the task is cancelled.
  package func waitUntilStart() async {
    if start != .immediately { await debugger.waitUntilConfigured() }
  }

  /// Lets a paused program continue, for good.
  package func release() async { await debugger.release() }

  /// Tells the debugger the program's exit status, and ends the connections.
  package func end(exitCode: Int32) async {
    await debugger.programEnded(exitCode: exitCode)
    listener.close()
    await engine.end()
    for task in tasks { task.cancel() }
  }

  private static func accept(_ listener: ListeningSocket, _ debugger: Debugger) async {
    await withDiscardingTaskGroup { group in
      while let socket = await listener.accept() {
        group.addTask {
          if listener.isFromThisUser(socket), await debugger.attach(socket) { await serve(socket, debugger) }
          socket.close()
        }
      }
    }
  }

  private static func serve(_ socket: Socket, _ debugger: Debugger) async {
    var reader = DebugMessageReader()
    serving: while let bytes = await socket.read() {
      reader.append(bytes)
      do {
        while let message = try reader.next() { await debugger.receive(message) }
      } catch {
        await debugger.report("\(error)")
        break serving
      }
    }
    await debugger.detach()
  }
}
