import CausewayConcurrency
import JavaScriptEngine
import JavaScriptRuntime
import Synchronization

/// The connection to the inspector inside the engine of this process, which speaks WebKit's inspector protocol.
///
/// Each inspected context has its own ``EngineTarget``.
actor EngineConnection {
  private let listener: ListeningSocket
  private var socket: Socket?
  private var targets: [UInt64: EngineTarget] = [:]
  /// The contexts that the engine has not listed yet, by their numbers.
  private var unlisted: [Int: EngineTarget] = [:]
  /// The listed contexts that are not known yet.
  private var unknown: [Int: UInt64] = [:]
  private var first: EngineTarget?
  private var waitsForTarget: [Deferred<EngineTarget?>] = []
  private var hasEnded = false
  /// The first number of requests, if another client also sends requests.
  nonisolated let firstNumber: Int
  /// Where the engine takes messages.
  nonisolated let loop: InspectorLoop

  /// The engine connects once.
  private static let isUsed = Atomic<Bool>(false)

  /// Waits for the engine on a port of this machine that the system chooses.
  ///
  /// - Parameters:
  ///   - firstNumber: the first number of its requests, if another client also sends requests.
  ///   - setServer: passes the port to the engine; returns false if the engine has no inspector.
  /// - Throws: if the engine has no inspector, or no port is free.
  init(
    firstNumber: Int = 0, setServer: (UInt16) -> Bool = EngineInspector.setServer
  ) throws(InspectorError) {
    self.firstNumber = firstNumber
    listener = try ListeningSocket(.port(SocketAddress(port: 0)))
    guard case .port(let address) = listener.address, setServer(address.port) else {
      throw InspectorError(
        .unavailable, "This JavaScript engine has no inspector: programs run, but cannot be debugged.")
    }
    guard !EngineConnection.isUsed.exchange(true, ordering: .relaxed) else {
      throw InspectorError(
        .failedPrecondition, "The engine has one inspector per process, which is in use or was used before.")
    }
    do throws(JavaScriptError) { loop = try InspectorLoop() } catch {
      throw InspectorError(.unavailable, "The engine's inspector did not start: \(error.message)")
    }
  }

  /// Accepts the engine's connection and reads it to its end.
  func run() async {
    // Others that try the port are closed; the engine comes from this process.
    while let candidate = await listener.accept() {
      guard candidate.isOwnedByThisProcess() else {
        candidate.close()
        continue
      }
      listener.close()
      await serve(candidate)
      break
    }
    await end()
  }

  private func serve(_ socket: Socket) async {
    self.socket = socket
    var reader = EngineFrameReader()
    socket.write(EngineFrame(name: "GetTargetList", parameters: []).bytes)
    while let bytes = await socket.read() {
      reader.append(bytes)
      do {
        while let frame = try reader.next() { try await receive(frame) }
      } catch {
        break
      }
    }
  }

  /// Ends the connection: the engine continues paused programs.
  ///
  /// Messages from the engine are read until it closes its end: it holds its lock while it sends, and takes it again
  /// when that fails, for ever.
  func end() async {
    guard !hasEnded else { return }
    hasEnded = true
    listener.close()
    for waiter in waitsForTarget { waiter.resolve(nil) }
    waitsForTarget = []
    for target in Array(targets.values) + unlisted.values { await target.end() }
    (targets, unlisted) = ([:], [:])
    await loop.stopLending()
    socket?.finish()
    socket = nil
  }

  private func receive(_ frame: EngineFrame) async throws {
    if let list = frame.targets { await listed(list) }
    guard let message = frame.message else { return }
    try await targets[message.target]?.receive(message.text)
  }

  /// Connects the targets of the engine's list to their contexts.
  private func listed(_ list: [EngineFrame.Target]) async {
    unknown = [:]
    for one in list where targets[one.id] == nil {
      guard let number = InspectedContext.number(in: one.name) else { continue }
      if let target = unlisted.removeValue(forKey: number) {
        await connect(target, one.id)
      } else {
        unknown[number] = one.id
      }
    }
  }

  /// Adds a context, which the engine lists soon; without effect after the end.
  func add(_ target: EngineTarget) async {
    guard !hasEnded else { return await target.end() }
    if let id = unknown.removeValue(forKey: target.context.number) {
      await connect(target, id)
    } else {
      unlisted[target.context.number] = target
    }
  }

  /// What runtimes are made with whose contexts are targets at once.
  nonisolated func makeInspection() -> RuntimeInspection {
    RuntimeInspection(loop) { [self] context in
      let target = EngineTarget(context, firstNumber: firstNumber)
      context.release()
      Task {
        await add(target)
        context.onEnd { Task { await self.remove(target) } }
      }
    }
  }

  /// Removes a context that has ended.
  func remove(_ target: EngineTarget) async {
    unlisted[target.context.number] = nil
    for (id, one) in targets where one === target { targets[id] = nil }
    await target.end()
  }

  private func connect(_ target: EngineTarget, _ id: UInt64) async {
    guard let socket else { return }
    targets[id] = target
    await target.connect(socket, id: id)
    first = first ?? target
    for waiter in waitsForTarget { waiter.resolve(target) }
    waitsForTarget = []
  }

  /// Waits until the program has a context to inspect, and returns the first one.
  ///
  /// - Parameter limit: nil for no limit.
  /// - Throws: `UNAVAILABLE` when the connection ends first, `DEADLINE_EXCEEDED` after the limit.
  func firstTarget(_ limit: Duration? = nil) async throws(InspectorError) -> EngineTarget {
    if let first { return first }
    if hasEnded { throw .closed }
    let waiter = Deferred<EngineTarget?>()
    waitsForTarget.append(waiter)
    let timer = limit.map { limit in
      Task {
        try await Task.sleep(for: limit)
        waiter.resolve(nil)
      }
    }
    defer { timer?.cancel() }
    if let target = await waiter.value(cancelled: nil) { return target }
    if hasEnded || limit == nil { throw .closed }
    throw InspectorError(.deadlineExceeded, "No runtime was prepared for inspection.")
  }
}
