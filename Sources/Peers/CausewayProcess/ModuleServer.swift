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
    var rests: [Int: Rest] = [:]
    var restBytes = 0
    /// URLs that specifiers were resolved to, and their bytes.
    var resolved: Set<ModuleURL> = []
    var resolvedBytes = 0
    /// The sizes of the modules that were loaded, and their sum; the bytes of their URLs.
    var sizes: [ModuleURL: Int] = [:]
    var addressBytes = 0
    var totalBytes = 0

    mutating func drop(_ number: Int) {
      if let rest = rests.removeValue(forKey: number) { restBytes -= rest.bytes.count }
    }
  }

  /// The most bytes of URLs of each kind that are kept for a child, and of its open requests.
  private static let mostAddressBytes = 4 << 20
  private static let mostRequestBytes = 16 << 20

  private let configuration: ModuleConfiguration
  private let state = Mutex(State())

  init(_ configuration: ModuleConfiguration) {
    var configuration = configuration
    configuration.showsLoaderErrors = false
    self.configuration = configuration
    configuration.loader.begin()
  }

  /// Connects the child itself, whose JavaScript has another connection.
  func connect(_ child: ControlTransport) -> Connection {
    var settings = Bridge.Configuration()
    settings.timeout = .never
    settings.exposesErrorDescriptions = true
    settings.limits.callsInFlight = configuration.limits.modules
    settings.limits.bytesInFlight = ModuleServer.mostRequestBytes
    settings.limits.messageBytes = ModuleServer.mostRequestBytes
    let bridge = Bridge(settings)
    bridge.handle(reserved: ChildMessage.resolveModules) { [self] params, _ in
      try Payload(encoding: addresses(try params.decode(ModuleQuestion.self)))
    }
    bridge.handle(reserved: ChildMessage.loadModule) { [self] params, _ in
      let wanted = try params.decode(ModuleRequest.self)
      let part: ModulePart
      do throws(ModuleError) { part = try await load(wanted) } catch { part = ModulePart(error: ModuleProblem(error)) }
      return try Payload(encoding: part)
    }
    bridge.handle(reserved: ChildMessage.continueModule) { [self] params, _ in
      try Payload(encoding: nextPart(of: try params.decode(Int.self)))
    }
    bridge.handle(reserved: ChildMessage.dropModule) { [self] params, _ in
      let number = try params.decode(Int.self)
      state.withLock { $0.drop(number) }
      return .undefined
    }
    return bridge.connect(child, permissions: .all, name: "modules")
  }

  // MARK: Resolving

  private func addresses(_ question: ModuleQuestion) throws(BridgeError) -> [ModuleAddress] {
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
    return addresses
  }

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

  private func load(_ wanted: ModuleRequest) async throws(ModuleError) -> ModulePart {
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
      guard !Task.isCancelled, state.rests[wanted.number] == nil,
        state.restBytes + source.bytes.count <= configuration.limits.totalBytes
      else { return false }
      state.rests[wanted.number] = Rest(bytes: source.bytes, taken: ModulePart.size)
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

  private func nextPart(of number: Int) -> ModulePart {
    state.withLock { state in
      guard var rest = state.rests[number] else {
        return ModulePart(error: ModuleProblem(ModuleError(.notFound, "The module has no further parts.")))
      }
      let end = min(rest.taken + ModulePart.size, rest.bytes.count)
      let part = ModulePart(bytes: BridgeBytes(Array(rest.bytes[rest.taken..<end])), hasMore: end < rest.bytes.count)
      rest.taken = end
      if part.hasMore { state.rests[number] = rest } else { state.drop(number) }
      return part
    }
  }
}
