import CausewayConcurrency
import Glibc
import JavaScriptEngine
public import JavaScriptRuntime

/// Lets one debugger at a time inspect the runtimes of this process, over the Debug Adapter Protocol.
///
///     let server = try DebugServer()
///     var configuration = RuntimeConfiguration()
///     server.prepare(&configuration)
///
/// A process has one server, which is made before its first runtime: the engine has one inspector per process. Each
/// runtime that is made with a prepared configuration is a thread in the debugger, including the runtimes of a pool and
/// Workers.
///
/// A debugger may run any code with the rights of the program. So the server listens on a local socket, which only
/// processes of the same user may use, or on a loopback port, where a client must first send a token. It refuses to
/// start in a program that runs with the rights of another user. Any thread may use it.
public final class DebugServer: InspectionServer {
  /// The time at which the program begins to run.
  package enum Start: Sendable {
    case immediately
    /// After a debugger has set its breakpoints.
    case whenConfigured
    /// After a debugger has set its breakpoints; the program then pauses at its first statement.
    case paused
  }

  package let inspection: RuntimeInspection
  /// The address at which a debugger connects: the path of a local socket, or an address with a port.
  public var address: String { listener.address.description }
  /// The argument `token` of `attach` that a debugger must pass if it connects to a port; nil for a local socket.
  ///
  /// `causeway dap` finds it by itself: it is also in the file `causeway-debug-PORT.token` in the directory
  /// `XDG_RUNTIME_DIR`.
  public var token: String? { admission?.token.text }

  private let listener: ListeningSocket
  private let engine: EngineConnection
  private let session: DebugSession
  /// Asks for the token; nil for a local socket.
  private let admission: DebugAdmission?
  /// The directory that was made for the socket; nil if there was one.
  private let ownDirectory: String?
  private let start: Start
  private let tasks: [Task<Void, Never>]

  /// Begins to listen on a local socket.
  ///
  /// - Parameters:
  ///   - path: nil for `causeway-debug-PID.sock` in the directory `XDG_RUNTIME_DIR`, or in a new directory under `/tmp`
  ///     if that does not exist.
  ///   - files: the paths of scripts that are evaluated under a name that is not a `file:` URL, by that name.
  /// - Throws: `UNAVAILABLE` if another program listens there, the engine has no inspector, or the program runs with
  ///   the rights of another user; `FAILED_PRECONDITION` if the process has used the inspector before;
  ///   `INVALID_ARGUMENT` for a path that is too long.
  public convenience init(at path: String? = nil, files: [String: String] = [:]) throws(InspectorError) {
    try self.init(path.map { .path($0) }, names: files, start: .whenConfigured)
  }

  /// Begins to listen on a port of 127.0.0.1, for clients that cannot use a local socket; they must pass ``token``.
  ///
  /// - Parameters:
  ///   - port: 0 lets the system choose one.
  ///   - files: the paths of scripts that are evaluated under a name that is not a `file:` URL, by that name.
  /// - Throws: `UNAVAILABLE` if the port is in use, the engine has no inspector, or the program runs with the rights of
  ///   another user; `FAILED_PRECONDITION` if the process has used the inspector before.
  public convenience init(port: UInt16, files: [String: String] = [:]) throws(InspectorError) {
    try self.init(.port(SocketAddress(port: port)), names: files, start: .whenConfigured)
  }

  /// - Parameters:
  ///   - address: nil for a local socket at the standard path.
  ///   - names: the paths of scripts that are evaluated under a name that is not a `file:` URL, by that name.
  /// - Throws: `UNAVAILABLE` if the address is in use, the engine has no inspector, or the program runs with the rights
  ///   of another user.
  package init(_ address: DebugAddress?, names: [String: String], start: Start) throws(InspectorError) {
    try ProcessRights.requireOwn()
    self.start = start
    let standard = address == nil ? try DebugAddress.makeStandardPath() : nil
    ownDirectory = standard?.directory
    let listener = try ListeningSocket(address ?? .path(standard?.path ?? ""))
    EngineInspector.keepTailFrames()
    let engine = try EngineConnection()
    let admission: DebugAdmission? =
      if case .port(let address) = listener.address { DebugAdmission(try DebugToken(for: address.port)) } else { nil }
    self.admission = admission
    let session = DebugSession(engine: engine, names: ScriptNames(names: names), pausesAtStart: start == .paused)
    self.listener = listener
    self.engine = engine
    self.session = session
    inspection = RuntimeInspection(engine.loop) { context in Task { await session.add(context) } }
    tasks = [Task { await engine.run() }, Task { await DebugServer.accept(listener, admission, session) }]
  }

  /// The clock of the timers and deadlines, which stands still while one of the runtimes is paused.
  ///
  /// A bridge with this clock (`Bridge.Configuration.clock`) does not count pauses in the deadlines of its calls.
  public var clock: any Clock<Duration> { inspection.clock }

  /// Makes runtimes with this configuration debuggable; they use ``clock`` unless the configuration has a clock.
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

  /// Lets paused programs continue, and does not pause them again.
  package func release() async { await session.release() }

  /// Reports the program's exit status to the debugger, and ends the connections.
  package func end(exitCode: Int32) async {
    await session.programEnded(exitCode: exitCode)
    listener.close()
    admission?.token.removeFile()
    if let ownDirectory { unsafe rmdir(ownDirectory) }
    await engine.end()
    for task in tasks { task.cancel() }
  }

  private static func accept(
    _ listener: ListeningSocket, _ admission: DebugAdmission?, _ session: DebugSession
  ) async {
    await withDiscardingTaskGroup { group in
      while let socket = await listener.accept() {
        group.addTask {
          let client = await admission?.admit(socket) ?? DebugAdmission.Client(isAdmitted: admission == nil)
          if client.isAdmitted, await session.attach(socket, sequence: client.sequence) {
            await serve(socket, client, session)
          }
          socket.close()
        }
      }
    }
  }

  private static func serve(_ socket: Socket, _ client: DebugAdmission.Client, _ session: DebugSession) async {
    var reader = client.reader
    if let request = client.request { await session.receive(request) }
    var bytes: [UInt8]? = []
    serving: while let more = bytes {
      reader.append(more)
      do {
        while let message = try reader.next() { await session.receive(message) }
        bytes = await socket.read()
      } catch {
        await session.report("\(error)")
        break serving
      }
    }
    await session.detach()
  }
}
