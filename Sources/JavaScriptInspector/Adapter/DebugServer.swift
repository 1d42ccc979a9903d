import CausewayConcurrency
import JavaScriptEngine
public import JavaScriptRuntime

/// Lets one debugger at a time, over the Debug Adapter Protocol, look into the runtimes of this process.
///
///     let server = try DebugServer(port: 4711)
///     var configuration = RuntimeConfiguration()
///     server.prepare(&configuration)
///
/// A process has one server, which is made before its first runtime: the engine has one inspector a process. Each runtime
/// that is made with a prepared configuration is a thread of the debugger, those of a pool and Workers as well.
///
/// A debugger may run any code with the rights of the program. So the server listens on the loopback network only, takes
/// connections of its own user only, and refuses to start in a program that runs for another user. Any thread may use it.
public final class DebugServer: InspectionServer {
  /// When the program begins to run.
  package enum Start: Sendable {
    case immediately
    /// When a debugger has set its breakpoints.
    case whenConfigured
    /// Then, and it pauses at its first statement.
    case paused
  }

  package let inspection: RuntimeInspection
  /// Where a debugger connects.
  package var address: SocketAddress { listener.address }

  private let listener: ListeningSocket
  private let engine: EngineConnection
  private let session: DebugSession
  private let start: Start
  private let tasks: [Task<Void, Never>]

  /// Begins to listen on a port of 127.0.0.1.
  ///
  /// - Parameters:
  ///   - port: 0 lets the system choose one.
  ///   - files: the paths of the scripts whose URL is none, by the URL that they are evaluated with.
  /// - Throws: `UNAVAILABLE` if the port is in use, the engine has no inspector, or the program runs for another user;
  ///   `FAILED_PRECONDITION` if the process has used the inspector before.
  public convenience init(port: UInt16 = 0, files: [String: String] = [:]) throws(InspectorError) {
    try self.init(SocketAddress(port: port), names: files, start: .whenConfigured)
  }

  /// - Parameter names: the paths of the scripts whose URL is none, by that URL.
  /// - Throws: `UNAVAILABLE` if the address is in use, the engine has no inspector, or the program runs for another user.
  package init(_ address: SocketAddress, names: [String: String], start: Start) throws(InspectorError) {
    try ProcessRights.requireOwn()
    self.start = start
    let listener = try ListeningSocket(address)
    EngineInspector.keepTailFrames()
    let engine = try EngineConnection()
    let session = DebugSession(engine: engine, names: ScriptNames(names: names), pausesAtStart: start == .paused)
    self.listener = listener
    self.engine = engine
    self.session = session
    inspection = RuntimeInspection(engine.loop) { context in Task { await session.add(context) } }
    tasks = [Task { await engine.run() }, Task { await DebugServer.accept(listener, session) }]
  }

  /// The port where a debugger connects.
  public var port: UInt16 { address.port }

  /// The clock of the timers and deadlines, which stands still while one of the runtimes is paused.
  ///
  /// A bridge with this clock (`Bridge.Configuration.clock`) counts no pause in the deadlines of its calls.
  public var clock: any Clock<Duration> { inspection.clock }

  /// Lets the runtimes that are made with this configuration be debugged, on ``clock`` unless it has one.
  public func prepare(_ configuration: inout RuntimeConfiguration) {
    configuration.inspection = inspection
    configuration.clock = configuration.clock ?? inspection.clock
  }

  /// Waits until a debugger has set its breakpoints; returns early when the task is cancelled.
  public func waitForDebugger() async { await session.waitUntilConfigured() }

  /// Lets paused programs continue, and ends the connections.
  public func end() async {
    await release()
    await end(exitCode: 0)
  }

  /// Waits until the program may begin; returns early when the task is cancelled.
  package func waitUntilStart() async {
    if start != .immediately { await session.waitUntilConfigured() }
  }

  /// Lets paused programs continue, for good.
  package func release() async { await session.release() }

  /// Tells the debugger the program's exit status, and ends the connections.
  package func end(exitCode: Int32) async {
    await session.programEnded(exitCode: exitCode)
    listener.close()
    await engine.end()
    for task in tasks { task.cancel() }
  }

  private static func accept(_ listener: ListeningSocket, _ session: DebugSession) async {
    await withDiscardingTaskGroup { group in
      while let socket = await listener.accept() {
        group.addTask {
          if listener.isFromThisUser(socket), await session.attach(socket) { await serve(socket, session) }
          socket.close()
        }
      }
    }
  }

  private static func serve(_ socket: Socket, _ session: DebugSession) async {
    var reader = DebugMessageReader()
    serving: while let bytes = await socket.read() {
      reader.append(bytes)
      do {
        while let message = try reader.next() { await session.receive(message) }
      } catch {
        await session.report("\(error)")
        break serving
      }
    }
    await session.detach()
  }
}
