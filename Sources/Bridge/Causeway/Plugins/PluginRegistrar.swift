import Synchronization

/// Registers the members of one plugin, for the code that `@Plugin` generates.
public final class PluginRegistrar: Sendable {
  private struct State {
    var handlers: [Registration] = []
    var events: [@Sendable () -> Void] = []
    var names: [String] = []
  }

  private let bridge: Bridge
  private let name: String
  private let permission: String?
  private let state = Mutex(State())

  init(_ bridge: Bridge, name: String, permission: String?) {
    self.bridge = bridge
    self.name = name
    self.permission = permission
  }

  func finish() -> PluginRegistration {
    state.withLock {
      PluginRegistration(bridge: bridge, handlers: $0.handlers, events: $0.events, names: $0.names)
    }
  }

  // MARK: Members

  /// A method that is called at once, on the connection's thread.
  public func method(_ member: MemberDeclaration, _ body: @escaping @Sendable (PluginArguments) throws -> Payload) {
    add(member, work: .method(fullName(member), body))
  }

  /// A method that is called at once, on the connection's thread, with the context of its call.
  public func methodInContext(
    _ member: MemberDeclaration, _ body: @escaping @Sendable (PluginArguments, CallContext) throws -> Payload
  ) {
    add(member, work: .methodInContext(fullName(member), body))
  }

  /// A method that may suspend.
  public func asyncMethod(
    _ member: MemberDeclaration, execution: HandlerExecution = .immediate, timeout: Timeout = .standard,
    _ body: @escaping @Sendable (PluginArguments, CallContext) async throws -> Payload
  ) {
    add(member, execution: execution, timeout: timeout, work: .asyncMethod(fullName(member), body))
  }

  /// A method that returns a sequence.
  public func stream<Items: AsyncSequence & Sendable>(
    _ member: MemberDeclaration, policy: StreamPolicy = .wait, timeout: Timeout = .never,
    _ body: @escaping @Sendable (PluginArguments, CallContext) async throws -> Items
  ) where Items.Element: Encodable & Sendable {
    add(member, timeout: timeout, work: .stream(fullName(member), policy, body))
  }

  /// An event: its values are sent to the listeners on this bridge.
  public func event<Value>(_ member: MemberDeclaration, _ event: PluginEvent<Value>) {
    let name = fullName(member)
    let detach = event.attach(to: bridge, as: name)
    state.withLock { $0.events.append(detach) }
    record(member, name)
  }

  /// An event made from a sequence, one for each listening connection: see ``Bridge/event(_:_:)``.
  public func event<Items: AsyncSequence & Sendable>(
    _ member: MemberDeclaration, _ items: @escaping @Sendable (Connection) async throws -> Items
  ) where Items.Element: Encodable & Sendable {
    let name = fullName(member)
    bridge.event(name, items)
    state.withLock { $0.events.append { [bridge] in bridge.removeEvent(name) } }
    record(member, name)
  }

  /// A value that JavaScript receives when it connects.
  public func constant(_ member: MemberDeclaration, _ value: @escaping @Sendable () -> some Encodable & Sendable) {
    record(member, fullName(member)) { try Payload(encoding: value(), root: "constant") }
  }

  // MARK: Names

  private func fullName(_ member: MemberDeclaration) -> String { "\(name).\(member.name)" }

  private func add(
    _ member: MemberDeclaration, execution: HandlerExecution = .immediate, timeout: Timeout = .standard,
    work: Handler.Work
  ) {
    let name = fullName(member)
    let handler = Handler(
      name: name, work: work, execution: execution, timeout: timeout, permission: permission(of: member, name))
    let registration = bridge.add(handler)
    state.withLock { $0.handlers.append(registration) }
    record(member, name)
  }

  private func record(_ member: MemberDeclaration, _ name: String, constant: (@Sendable () throws -> Payload)? = nil) {
    state.withLock { $0.names.append(name) }
    bridge.plugins.add(
      MemberRecord(
        name: name, permission: permission(of: member, name), declaration: member, constant: constant))
  }

  private func permission(of member: MemberDeclaration, _ name: String) -> String {
    member.permission ?? permission ?? name
  }
}
