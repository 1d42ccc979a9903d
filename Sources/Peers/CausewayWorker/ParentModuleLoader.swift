import Causeway
import CausewayProcess
import JavaScriptModules
import Synchronization

/// Asks the parent process for modules, since a worker opens no file.
///
/// The JavaScript thread waits for an answer where the language cannot: for `require`, `import.meta.resolve`, and the address
/// that an `import()` names.
final class ParentModuleLoader: DistantModuleLoader {
  private typealias Answer = Result<Payload, BridgeError>

  private struct Question: Hashable {
    let specifier: String
    let referrer: ModuleURL
  }

  private struct State {
    var base = ModuleURL(filePath: "/")
    var next = WorkerMessage.ownCalls.lowerBound
    var waiting: [CallID: @Sendable (Answer) -> Void] = [:]
    /// Answers that `prepare` has fetched, each for one `resolve`.
    var prepared: [Question: Result<ModuleURL, ModuleError>] = [:]
    var isClosed = false
  }

  private let wire: JSONRPCTransport
  private let port: LinePort
  private let state = Mutex(State())

  /// - Parameter port: carries the wire; the JavaScript thread reads it while it waits for an answer.
  init(_ wire: JSONRPCTransport, over port: LinePort) {
    self.wire = wire
    self.port = port
  }

  /// Sets the base URL of the parent's loader.
  func begin(at base: ModuleURL) { state.withLock { $0.base = base } }

  /// Takes an answer of the parent's.
  func receive(_ answer: Result<Payload, BridgeError>, to id: CallID) {
    state.withLock { $0.waiting.removeValue(forKey: id) }?(answer)
  }

  /// The parent is gone: fails all questions.
  func close() {
    let waiting = state.withLock { state in
      state.isClosed = true
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for resume in waiting { resume(.failure(ParentModuleLoader.closed)) }
  }

  private static let closed = BridgeError(.unavailable, "The parent process is gone.")

  // MARK: The loader

  var base: ModuleURL { state.withLock { $0.base } }

  func resolve(
    _ specifier: String, from referrer: ModuleURL, by kind: ModuleRequestKind
  ) throws(ModuleError) -> ModuleURL {
    if kind == .import {
      let question = Question(specifier: specifier, referrer: referrer)
      if let answer = state.withLock({ $0.prepared.removeValue(forKey: question) }) { return try answer.get() }
    }
    return try address(specifier, from: referrer, kind.rawValue)
  }

  func address(of specifier: String, from referrer: ModuleURL) throws(ModuleError) -> ModuleURL {
    try address(specifier, from: referrer, ModuleQuestion.address)
  }

  func prepare(_ specifiers: [String], from referrer: ModuleURL) async {
    guard !specifiers.isEmpty else { return }
    let question = ModuleQuestion(
      specifiers: specifiers, referrer: referrer.description, kind: ModuleRequestKind.import.rawValue)
    guard let payload = try? await self.answer(to: WorkerMessage.resolveModules, question).value,
      let answers = try? ParentModuleLoader.addresses(in: payload, count: specifiers.count)
    else { return }
    state.withLock { state in
      for (specifier, answer) in zip(specifiers, answers) {
        state.prepared[Question(specifier: specifier, referrer: referrer)] = answer
      }
    }
  }

  func load(_ url: ModuleURL, as format: ModuleFormat?) async throws -> ModuleSource {
    let request = ModuleRequest(url: url.description, format: format?.rawValue, isNow: false)
    let (id, payload) = try await answer(to: WorkerMessage.loadModule, request)
    var part = try payload.decode(ModulePart.self)
    var source = try source(part)
    while part.hasMore {
      do {
        part = try await answer(to: WorkerMessage.continueModule, Double(id.rawValue)).value.decode(ModulePart.self)
      } catch {
        giveUp(id)
        throw error
      }
      try append(part, to: &source)
    }
    return source
  }

  func loadNow(_ url: ModuleURL, as format: ModuleFormat?) throws -> ModuleSource {
    let request = ModuleRequest(url: url.description, format: format?.rawValue, isNow: true)
    let (id, payload) = try ask(WorkerMessage.loadModule, request)
    var part = try payload.decode(ModulePart.self)
    var source = try source(part)
    while part.hasMore {
      part = try ask(WorkerMessage.continueModule, Double(id.rawValue)).value.decode(ModulePart.self)
      try append(part, to: &source)
    }
    return source
  }

  func check(_ url: ModuleURL) throws(ModuleError) {
    _ = try address("", from: url, nil)
  }

  private func source(_ part: ModulePart) throws(ModuleError) -> ModuleSource {
    if let error = part.error { throw error.error }
    guard let url = part.url.flatMap({ ModuleURL($0) }) else { throw ParentModuleLoader.unreadable }
    var source = ModuleSource(
      url: url, bytes: part.text.map { Array($0.utf8) } ?? part.bytes?.data ?? [],
      format: part.format.flatMap { ModuleFormat(rawValue: $0) },
      language: part.language.flatMap { ModuleLanguage(rawValue: $0) } ?? .javaScript)
    source.compilerOptions = part.compilerOptions ?? CompilerOptions()
    return source
  }

  private func append(_ part: ModulePart, to source: inout ModuleSource) throws(ModuleError) {
    if let error = part.error { throw error.error }
    guard let bytes = part.bytes else { throw ParentModuleLoader.unreadable }
    source.bytes += bytes.data
  }

  private static let unreadable = ModuleError(.unknown, "The parent process sent no module.")

  // MARK: Asking

  private func address(
    _ specifier: String, from referrer: ModuleURL, _ kind: String?
  ) throws(ModuleError) -> ModuleURL {
    let question = ModuleQuestion(specifiers: [specifier], referrer: referrer.description, kind: kind)
    let answers: [Result<ModuleURL, ModuleError>]
    do {
      answers = try ParentModuleLoader.addresses(in: try ask(WorkerMessage.resolveModules, question).value, count: 1)
    } catch {
      throw ParentModuleLoader.failure(error)
    }
    return try answers[0].get()
  }

  private static func addresses(
    in payload: Payload, count: Int
  ) throws -> [Result<ModuleURL, ModuleError>] {
    let answers = try payload.decode([ModuleAddress].self)
    guard answers.count == count else { throw unreadable }
    return answers.map { answer in
      if let error = answer.error { return .failure(error.error) }
      return answer.url.flatMap { ModuleURL($0) }.map { .success($0) } ?? .failure(unreadable)
    }
  }

  private static func failure(_ error: any Error) -> ModuleError {
    if let error = error as? ModuleError { return error }
    let error = BridgeError(error)
    return ModuleError(.init(rawValue: error.code.rawValue), error.message)
  }

  /// Waits for the parent's answer, as a task that may be cancelled.
  private func answer(
    to method: String, _ params: some Encodable & Sendable
  ) async throws -> (id: CallID, value: Payload) {
    let payload = try Payload(encoding: params)
    let id = nextID()
    do {
      let answer = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          start(id, method, payload) { continuation.resume(returning: $0) }
          if Task.isCancelled { giveUp(id) }
        }
      } onCancel: {
        giveUp(id)
      }
      return (id, try answer.get())
    } catch {
      throw ParentModuleLoader.failure(error)
    }
  }

  /// Blocks this thread until the parent answers, or the connection ends.
  private func ask(_ method: String, _ params: some Encodable & Sendable) throws -> (id: CallID, value: Payload) {
    let id = nextID()
    let received = Received()
    start(id, method, try Payload(encoding: params)) { answer in received.answer.withLock { $0 = answer } }
    port.read { received.answer.withLock { $0 != nil } }
    return (id, try received.answer.withLock { $0 ?? .failure(ParentModuleLoader.closed) }.get())
  }

  /// The answer that a thread waits for; nil until it is there.
  private final class Received: Sendable {
    let answer = Mutex<Answer?>(nil)
  }

  private func nextID() -> CallID {
    state.withLock { state in
      defer { state.next += 1 }
      return CallID(rawValue: state.next)
    }
  }

  private func start(_ id: CallID, _ method: String, _ params: Payload, _ resume: @escaping @Sendable (Answer) -> Void)
  {
    let isOpen = state.withLock { state in
      if !state.isClosed { state.waiting[id] = resume }
      return !state.isClosed
    }
    guard isOpen else { return resume(.failure(ParentModuleLoader.closed)) }
    do { try wire.send(.call(CallRequest(id: id, method: method, params: params, timeout: .never))) } catch {
      receive(.failure(BridgeError(error)), to: id)
    }
  }

  /// Cancels a request, so that the parent discards its data.
  private func giveUp(_ id: CallID) {
    try? wire.send(.cancel(id, .cancelled))
    receive(.failure(BridgeError(.cancelled, "The import was cancelled.")), to: id)
  }
}
