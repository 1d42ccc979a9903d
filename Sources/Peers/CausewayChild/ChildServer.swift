import Causeway
import CausewayJavaScript
import CausewayProcess
import Glibc
import JavaScriptRuntime
import Synchronization

/// Connects a runtime in this process to the bridge of its parent, and forwards messages in both directions.
final class ChildServer: TransportReceiver {
  private struct State {
    var runtime: JavaScriptRuntime?
    var engine: (any Transport)?
    /// The limits of the parent's messages.
    var limits = Limits()
  }

  private let port: LinePort
  private let wire: JSONRPCTransport
  private let extensions: [RuntimeExtension]
  private let local: LocalHandlers?
  /// This process's own connection to its parent, beside that of its JavaScript.
  private let control: ControlTransport
  private let modules: ParentModuleLoader
  private let state = Mutex(State())
  private let (ends, end) = AsyncStream.makeStream(of: Void.self)

  init(extensions: [RuntimeExtension], local: Bridge?) {
    self.extensions = extensions
    self.local = local.map { LocalHandlers($0) }
    // Standard input is the connection: it is moved to another descriptor, since other code may read standard input.
    let descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
    let nothing = unsafe open("/dev/null", O_RDWR)
    dup2(nothing, STDIN_FILENO)
    Glibc.close(nothing)
    ChildServer.preferAsOOMVictim()
    MemoryTrimmer.fixThresholds()
    TimeZoneName.preserve()
    var limits = Limits()
    // The parent measures its messages, and this process's memory is limited.
    limits.messageBytes = Int(Int32.max) / 4
    limits.bytesInFlight = .max
    port = LinePort(descriptor: descriptor, limits: limits)
    let wire = JSONRPCTransport(port, limits: limits)
    self.wire = wire
    let control = ControlTransport { message throws(BridgeError) in try wire.send(message) }
    self.control = control
    modules = ParentModuleLoader(over: port)
  }

  /// Makes this process the first victim of the kernel's OOM killer, and disables core files.
  private static func preferAsOOMVictim() {
    let score = unsafe open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
    if score >= 0 {
      unsafe write(score, "1000", 4)
      Glibc.close(score)
    }
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
  }

  /// The kernel's memory for pipes and sockets is not part of a process's: their number is limited instead.
  private static func limitDescriptors() {
    var limit = rlimit(rlim_cur: 256, rlim_max: 256)
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// SIGXCPU ends this process then, without the parent's checks.
  private static func limitProcessorTime(_ seconds: Int) {
    var limit = rlimit(rlim_cur: rlim_t(seconds), rlim_max: rlim_t(seconds))
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
  }

  /// Serves until the parent is gone.
  func serve() async {
    let parent = connectParent()
    modules.begin(over: parent)
    wire.start(self)
    port.start { [wire] text in
      wire.deliver(text)
    } onEnd: { [end] _ in
      // Threads that wait for the parent would be missing when this process ends.
      parent.close(ParentModuleLoader.closed)
      end.finish()
    }
    for await _ in ends {}
  }

  // MARK: Messages of the parent

  func receive(_ message: Message) {
    if control.take(message) { return }
    switch message {
    case .call(var request) where ChildMessage.requests.contains(request.method):
      // The parent's clock decides when it ends, and may not be that of this process.
      request.timeout = .never
      control.receive(.call(request))
    case .cancel:
      // One of them has the call.
      control.receive(message)
      toEngine(message)
    default: toEngine(message)
    }
  }

  func disconnected(_ reason: BridgeError) { end.finish() }

  private func toEngine(_ message: Message) { try? state.withLock { $0.engine }?.send(message) }

  /// Handles the requests of the parent program itself.
  private func connectParent() -> Connection {
    var settings = Bridge.Configuration()
    settings.timeout = .never
    // The parent has its limits, and this process's memory is limited.
    settings.limits.messageBytes = Int(Int32.max) / 4
    settings.limits.bytesInFlight = .max
    settings.limits.callsInFlight = .max
    let bridge = Bridge(settings)
    func handle(_ method: String, _ body: @escaping @Sendable (Payload) async throws -> Payload) {
      bridge.handle(reserved: method) { [self] params, _ in
        do { return try await body(params) } catch { throw fitting(BridgeError(error).exposed) }
      }
    }
    handle(ChildMessage.start) { [self] params in
      try Payload(encoding: await start(try params.decode(ChildOptions.self)))
    }
    handle(ChildMessage.run) { [self] params in
      let script = try params.decode(ChildScript.self)
      return try Payload(encoding: try await runtime().run(script.source, url: script.url))
    }
    handle(ChildMessage.program) { [self] params in
      let script = try params.decode(ChildScript.self)
      try await runtime().evaluate(program: script.source, url: script.url)
      return .undefined
    }
    handle(ChildMessage.import) { [self] params in
      let module = try params.decode(ChildImport.self)
      if module.toEnd { return try Payload(encoding: try await runtime().run(module: module.specifier)) }
      try await runtime().import(module.specifier)
      return .undefined
    }
    handle(ChildMessage.evaluate) { [self] params in
      let script = try params.decode(ChildScript.self)
      try await runtime().evaluate(script.source, url: script.url)
      return .undefined
    }
    handle(ChildMessage.value) { [self] params in
      let script = try params.decode(ChildScript.self)
      return try await runtime().payload(of: script.source, url: script.url)
    }
    handle(ChildMessage.turn) { [self] _ in
      try await runtime().waitForQueuedWork()
      return .undefined
    }
    return bridge.connect(
      control, permissions: .all, limits: nil, name: "parent", firstID: ControlTransport.numbers.lowerBound)
  }

  private func runtime() throws(BridgeError) -> JavaScriptRuntime {
    guard let runtime = state.withLock({ $0.runtime }) else {
      throw BridgeError(.failedPrecondition, "The child has not been started.")
    }
    return runtime
  }

  private func start(_ options: ChildOptions) async throws -> ChildStarted {
    var configuration = RuntimeConfiguration()
    configuration.name = options.name
    configuration.locale = options.locale
    configuration.isPage = options.isPage
    configuration.extensions = extensions
    // Their threads would have no connection to the parent's bridge.
    configuration.workers = nil
    configuration.allowsEval = options.allowsEval
    if let modules = options.modules, let base = ModuleURL(modules.base) {
      self.modules.base = base
      configuration.modules = modules.configuration(self.modules)
    }
    configuration.console = .handler { [weak self] level, text in
      self?.tell(ChildMessage.console, text) { ChildOutput(level: level.rawValue, text: $0) }
    }
    configuration.onUncaught = { [weak self] error, _ in self?.tell(ChildMessage.uncaught, "\(error)") { $0 } }
    var limits = Limits()
    limits.messageBytes = options.messageBytes
    limits.depth = options.depth
    limits.nodes = options.nodes
    limits.callsInFlight = options.callsInFlight
    limits.bytesInFlight = .max
    if let seconds = options.processorSeconds { ChildServer.limitProcessorTime(seconds) }
    try Confinement.endWithParent()
    // Beside the start of the engine, which takes longer.
    async let characterSets: Void = options.isConfined ? CharacterSets.loadAll() : ()
    let runtime = try await JavaScriptRuntime(configuration)
    let engine = try await runtime.attach(
      ForwardingReceiver(wire, port, local, contract: options.contract), limits: limits, methods: options.methods)
    local?.connect(engine, limits: limits)
    runtime.thread.perform { [port, thread = runtime.thread] in
      port.share()
      thread.read(port)
    }
    state.withLock { [limits] state in
      state.runtime = runtime
      state.engine = engine
      state.limits = limits
    }
    await characterSets
    guard options.isConfined else { return ChildStarted(confinement: []) }
    ChildServer.limitDescriptors()
    return ChildStarted(confinement: try Confinement.apply())
  }

  private func tell(_ event: String, _ text: String, as content: (String) -> some Encodable) {
    if let payload = try? Payload(encoding: content(fitting(text))) { try? wire.send(.event(event, payload)) }
  }

  /// Truncates a text to the parent's limit: a longer line would end the connection.
  private func fitting(_ text: String) -> String {
    // An escaped byte takes six, and an error has two texts.
    let most = state.withLock { $0.limits.messageBytes } / 8
    return text.utf8.count <= most ? text : String(decoding: text.utf8.prefix(most), as: UTF8.self) + "…"
  }

  private func fitting(_ error: BridgeError) -> BridgeError {
    var error = error
    error.message = fitting(error.message)
    error.stack = error.stack.map(fitting)
    return error
  }
}

/// The JavaScript thread reads the messages of the parent: most of them are for its script.
extension LinePort: ThreadInput {}

/// Forwards the messages of this process's JavaScript to a local handler or to the parent.
private final class ForwardingReceiver: TransportReceiver {
  private let wire: JSONRPCTransport
  private let port: LinePort
  private let local: LocalHandlers?
  private let contract: String

  /// The contract of a parent that does not send its own: every name can be a method.
  private static let silence = #"{"hash":"","members":{}}"#

  init(_ wire: JSONRPCTransport, _ port: LinePort, _ local: LocalHandlers?, contract: String?) {
    self.wire = wire
    self.port = port
    self.local = local
    self.contract = contract ?? ForwardingReceiver.silence
  }

  func receive(_ message: Message) {
    if let here = local?.receiver(of: message) { here.receive(message) } else { try? wire.send(message) }
  }

  func answer(_ request: CallRequest) -> Result<Payload, BridgeError>? {
    // The client's synchronous request for the contract has id 0: the parent's answer would come too late.
    if request.id == CallID(rawValue: 0), request.method == "$/contract" { return .success(.string(contract)) }
    guard let local, let here = local.receiver(of: .call(request)) else {
      try? wire.send(.call(request))
      return nil
    }
    let answer = here.answer(request)
    if answer != nil { local.forget(request.id) }
    return answer
  }

  /// The runtime has ended, so the process ends.
  func disconnected(_ reason: BridgeError) { port.close() }
}
