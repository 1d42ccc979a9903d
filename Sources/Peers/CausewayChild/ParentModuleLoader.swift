import Causeway
import CausewayProcess
import JavaScriptModules
import Synchronization

/// Asks the parent process for modules, since a child opens no file.
///
/// The JavaScript thread waits for an answer where the language cannot: for `require`, `import.meta.resolve`, and the address
/// that an `import()` names.
final class ParentModuleLoader: DistantModuleLoader {
  private struct Question: Hashable {
    let specifier: String
    let referrer: ModuleURL
  }

  private struct State {
    var connection: Connection?
    var base = ModuleURL(filePath: "/")
    var loads = 0
    /// Answers that `prepare` has fetched, each for one `resolve`.
    var prepared: [Question: Result<ModuleURL, ModuleError>] = [:]
  }

  private let port: LinePort
  private let state = Mutex(State())

  /// - Parameter port: carries the connection; the JavaScript thread reads it while it waits for an answer.
  init(over port: LinePort) { self.port = port }

  /// Sets the connection over which the parent is asked.
  func begin(over connection: Connection) { state.withLock { $0.connection = connection } }

  // MARK: The loader

  /// The base URL of the parent's loader.
  var base: ModuleURL {
    get { state.withLock { $0.base } }
    set { state.withLock { $0.base = newValue } }
  }

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
    guard
      let addresses: [ModuleAddress] = try? await parent().call(
        ChildMessage.resolveModules, question, timeout: .never),
      let answers = try? ParentModuleLoader.urls(addresses, count: specifiers.count)
    else { return }
    state.withLock { state in
      for (specifier, answer) in zip(specifiers, answers) {
        state.prepared[Question(specifier: specifier, referrer: referrer)] = answer
      }
    }
  }

  func load(_ url: ModuleURL, as format: ModuleFormat?) async throws -> ModuleSource {
    let request = request(url, format, isNow: false)
    do {
      let parent = try parent()
      var part: ModulePart = try await parent.call(ChildMessage.loadModule, request, timeout: .never)
      var source = try source(part)
      while part.hasMore {
        part = try await parent.call(ChildMessage.continueModule, request.number, timeout: .never)
        try append(part, to: &source)
      }
      return source
    } catch {
      // Also after a part that never arrived, because the import was cancelled.
      drop(request)
      throw ParentModuleLoader.failure(error)
    }
  }

  func loadNow(_ url: ModuleURL, as format: ModuleFormat?) throws -> ModuleSource {
    let request = request(url, format, isNow: true)
    var part = try ask(ChildMessage.loadModule, request, ModulePart.self)
    var source = try source(part)
    while part.hasMore {
      part = try ask(ChildMessage.continueModule, request.number, ModulePart.self)
      try append(part, to: &source)
    }
    return source
  }

  private func request(_ url: ModuleURL, _ format: ModuleFormat?, isNow: Bool) -> ModuleRequest {
    let number = state.withLock { state in
      state.loads += 1
      return state.loads
    }
    return ModuleRequest(number: number, url: url.description, format: format?.rawValue, isNow: isNow)
  }

  /// Tells the parent to discard the rest of a module.
  private func drop(_ request: ModuleRequest) {
    try? parent().call(ChildMessage.dropModule, request.number) { _ in }
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
      answers = try ParentModuleLoader.urls(
        try ask(ChildMessage.resolveModules, question, [ModuleAddress].self), count: 1)
    } catch {
      throw ParentModuleLoader.failure(error)
    }
    return try answers[0].get()
  }

  private static func urls(
    _ addresses: [ModuleAddress], count: Int
  ) throws(ModuleError) -> [Result<ModuleURL, ModuleError>] {
    guard addresses.count == count else { throw unreadable }
    return addresses.map { address in
      if let error = address.error { return .failure(error.error) }
      return address.url.flatMap { ModuleURL($0) }.map { .success($0) } ?? .failure(unreadable)
    }
  }

  private static func failure(_ error: any Error) -> ModuleError {
    if let error = error as? ModuleError { return error }
    let error = BridgeError(error)
    return ModuleError(.init(rawValue: error.code.rawValue), error.message)
  }

  private func parent() throws(BridgeError) -> Connection {
    guard let connection = state.withLock({ $0.connection }) else { throw ParentModuleLoader.closed }
    return connection
  }

  static let closed = BridgeError(.unavailable, "The parent process is gone.")

  /// Blocks this thread until the parent answers, or the connection ends.
  private func ask<Answer: Decodable>(
    _ method: String, _ params: some Encodable & Sendable, _ type: Answer.Type
  ) throws -> Answer {
    let received = Received()
    try parent().call(method, params) { answer in received.answer.withLock { $0 = answer } }
    port.read { received.answer.withLock { $0 != nil } }
    return try received.answer.withLock { $0 ?? .failure(ParentModuleLoader.closed) }.get().decode(type)
  }

  /// The answer that a thread waits for; nil until it is there.
  private final class Received: Sendable {
    let answer = Mutex<Result<Payload, BridgeError>?>(nil)
  }
}
