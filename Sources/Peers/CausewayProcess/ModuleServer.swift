import Causeway
import JavaScriptModules
import Synchronization

/// Resolves and loads the modules of one child: the loader, the import map and the limits of this process decide.
///
/// The child may be hostile. It obtains only modules that a program in it could import, and the memory that this process
/// uses for it is bounded.
final class ModuleServer: Sendable {
  /// The bytes of a module, and how many of them the child has taken.
  private struct Rest {
    let bytes: [UInt8]
    var taken: Int
  }

  private struct State {
    var tasks: [CallID: Task<Void, Never>] = [:]
    /// The tasks that have not ended, including cancelled ones, and the bytes of their requests.
    var running = 0
    var requestBytes = 0
    var rests: [CallID: Rest] = [:]
    var restBytes = 0
    /// URLs that specifiers were resolved to, and their bytes.
    var resolved: Set<ModuleURL> = []
    var resolvedBytes = 0
    /// The sizes of the modules that were loaded, and their sum; the bytes of their URLs.
    var sizes: [ModuleURL: Int] = [:]
    var addressBytes = 0
    var totalBytes = 0
    var isClosed = false
  }

  /// The most bytes of URLs of each kind that are kept for a child, and of its open requests.
  private static let mostAddressBytes = 4 << 20
  private static let mostRequestBytes = 16 << 20

  private let configuration: ModuleConfiguration
  private let send: @Sendable (Message) -> Void
  private let state = Mutex(State())

  /// - Parameter send: sends a message to the child; called on any thread.
  init(_ configuration: ModuleConfiguration, send: @escaping @Sendable (Message) -> Void) {
    var configuration = configuration
    configuration.showsLoaderErrors = false
    self.configuration = configuration
    self.send = send
    configuration.loader.begin()
  }

  /// Takes a call of the child's, and answers it later.
  func receive(_ request: CallRequest) {
    let id = request.id
    let isTaken = state.withLock { state in
      let bytes = request.params.weight
      guard !state.isClosed, state.tasks[id] == nil, state.running < configuration.limits.modules,
        state.requestBytes + bytes <= ModuleServer.mostRequestBytes
      else { return false }
      state.requestBytes += bytes
      state.running += 1
      // The lock is held until the task is listed: a task that ends at once would otherwise stay listed.
      state.tasks[id] = Task { [self] in
        let answer: Result<Payload, BridgeError>
        do { answer = .success(try await self.answer(request)) } catch { answer = .failure(BridgeError(error)) }
        let isOpen = self.state.withLock { state in
          state.requestBytes -= bytes
          state.running -= 1
          return state.tasks.removeValue(forKey: id) != nil
        }
        if isOpen { send(.answer(id, answer)) }
      }
      return true
    }
    guard !isTaken else { return }
    let reason = "The child has too many open module requests (limit: \(configuration.limits.modules))."
    send(.answer(id, .failure(BridgeError(.resourceExhausted, reason))))
  }

  /// The child does not need an answer any more.
  func cancel(_ id: CallID) {
    let task = state.withLock { state in
      if let rest = state.rests.removeValue(forKey: id) { state.restBytes -= rest.bytes.count }
      return state.tasks.removeValue(forKey: id)
    }
    task?.cancel()
  }

  /// The child has ended.
  func close() {
    let tasks = state.withLock { state in
      defer {
        state = State()
        state.isClosed = true
      }
      return state.tasks.values
    }
    for task in tasks { task.cancel() }
  }

  private func answer(_ request: CallRequest) async throws -> Payload {
    switch request.method {
    case WorkerMessage.resolveModules:
      let question = try request.params.decode(ModuleQuestion.self)
      var addresses: [ModuleAddress] = []
      var bytes = 0
      for specifier in question.specifiers {
        let address = resolve(specifier, question)
        // An error repeats the specifier.
        bytes += (address.url?.utf8.count ?? 0) + (address.error?.byteCount ?? 0) + 64
        guard bytes <= ModuleServer.mostRequestBytes else {
          throw BridgeError(.resourceExhausted, "The resolved specifiers of one request exceed 16 MiB.")
        }
        addresses.append(address)
      }
      return try Payload(encoding: addresses)
    case WorkerMessage.loadModule:
      let wanted = try request.params.decode(ModuleRequest.self)
      let part: ModulePart
      do throws(ModuleError) { part = try await load(wanted, for: request.id) } catch {
        part = ModulePart(error: ModuleProblem(error))
      }
      return try Payload(encoding: part)
    case WorkerMessage.continueModule:
      let number = try request.params.decode(Double.self)
      return try Payload(encoding: part(of: CallID(rawValue: UInt64(exactly: number) ?? 0)))
    default:
      throw BridgeError(.unimplemented, "\(request.method) is not a method for modules.")
    }
  }

  // MARK: Resolving

  private func resolve(_ specifier: String, _ question: ModuleQuestion) -> ModuleAddress {
    do throws(ModuleError) {
      guard let referrer = ModuleURL(question.referrer) else {
        throw ModuleError(.invalidArgument, "The referrer is not a URL.")
      }
      guard let name = question.kind else {
        try configuration.loader.check(referrer)
        return ModuleAddress(url: question.referrer)
      }
      if name == ModuleQuestion.address {
        // It may not be loaded for that: nothing has checked it.
        return ModuleAddress(url: try configuration.address(of: specifier, from: referrer).description)
      }
      guard let kind = ModuleRequestKind(rawValue: name) else {
        throw ModuleError(.invalidArgument, "There is no request kind \(name).")
      }
      let url = try configuration.resolve(specifier, from: referrer, by: kind)
      state.withLock { state in
        // Requests beyond these bytes are resolved again when they are loaded.
        let bytes = url.description.utf8.count
        if state.resolvedBytes + bytes > ModuleServer.mostAddressBytes {
          (state.resolved, state.resolvedBytes) = ([], 0)
        }
        if state.resolved.insert(url).inserted { state.resolvedBytes += bytes }
      }
      return ModuleAddress(url: url.description)
    } catch {
      return ModuleAddress(error: ModuleProblem(error))
    }
  }

  // MARK: Loading

  private func load(_ wanted: ModuleRequest, for id: CallID) async throws(ModuleError) -> ModulePart {
    guard let url = ModuleURL(wanted.url) else {
      throw ModuleError(.invalidArgument, "The requested URL is not valid.")
    }
    try requireResolved(url)
    let format = wanted.format.flatMap { ModuleFormat(rawValue: $0) }
    let source =
      wanted.isNow
      ? try configuration.sourceNow(of: url, as: format) : try await configuration.source(of: url, as: format)
    try count(source, url)
    var part = ModulePart(
      url: source.url.description, format: source.format?.rawValue, language: source.language.rawValue,
      compilerOptions: source.compilerOptions)
    if source.bytes.count <= ModulePart.size {
      part.text = String(validating: source.bytes, as: UTF8.self)
      if part.text == nil { part.bytes = BridgeBytes(source.bytes) }
      return part
    }
    let isKept = state.withLock { state in
      // The limit of a runtime in this process.
      guard state.tasks[id] != nil, state.restBytes + source.bytes.count <= configuration.limits.totalBytes else {
        return false
      }
      state.rests[id] = Rest(bytes: source.bytes, taken: ModulePart.size)
      state.restBytes += source.bytes.count
      return true
    }
    guard isKept else {
      throw ModuleError(.resourceExhausted, "More modules are being loaded at once than the limits allow.")
    }
    part.bytes = BridgeBytes(Array(source.bytes[..<ModulePart.size]))
    part.hasMore = true
    return part
  }

  /// A program imports only URLs that were resolved, so that the import map and the loader have seen them.
  private func requireResolved(_ url: ModuleURL) throws(ModuleError) {
    if state.withLock({ $0.resolved.contains(url) }) { return }
    guard try configuration.resolve(url.description, from: configuration.loader.base, by: .import) == url else {
      throw ModuleError(.permissionDenied, "\(url) is not a module of this program.")
    }
  }

  private func count(_ source: ModuleSource, _ url: ModuleURL) throws(ModuleError) {
    let limits = configuration.limits
    let isWithin = state.withLock { state in
      let size = max(source.bytes.count, state.sizes[url] ?? 0)
      let total = state.totalBytes + size - (state.sizes[url] ?? 0)
      let addressBytes = state.addressBytes + (state.sizes[url] == nil ? url.description.utf8.count : 0)
      guard total <= limits.totalBytes, state.sizes.count < limits.modules || state.sizes[url] != nil,
        addressBytes <= ModuleServer.mostAddressBytes
      else { return false }
      state.addressBytes = addressBytes
      state.sizes[url] = size
      state.totalBytes = total
      return true
    }
    guard isWithin else {
      throw ModuleError(
        .resourceExhausted,
        "The modules of this child exceed its limits: \(limits.modules) modules, \(limits.totalBytes) bytes, "
          + "\(ModuleServer.mostAddressBytes) bytes of URLs.")
    }
  }

  private func part(of id: CallID) -> ModulePart {
    state.withLock { state in
      guard var rest = state.rests.removeValue(forKey: id) else {
        return ModulePart(error: ModuleProblem(ModuleError(.notFound, "The module has no further parts.")))
      }
      let end = min(rest.taken + ModulePart.size, rest.bytes.count)
      let part = ModulePart(bytes: BridgeBytes(Array(rest.bytes[rest.taken..<end])), hasMore: end < rest.bytes.count)
      rest.taken = end
      if part.hasMore { state.rests[id] = rest } else { state.restBytes -= rest.bytes.count }
      return part
    }
  }
}
