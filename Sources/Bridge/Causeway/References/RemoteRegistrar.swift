public import BridgeSchema
public import BridgeValues
import Synchronization

/// Registers the methods of one type, for the code that `@Remote` generates.
public final class RemoteRegistrar<Object: Sendable>: Sendable {
  struct Method: Sendable {
    let declaration: MemberDeclaration
    /// Makes what answers the calls of one object's method.
    let handler: @Sendable (Object, _ name: String) -> Handler
  }

  private let registered = Mutex<[Method]>([])

  init() {}

  var methods: [Method] { registered.withLock { $0 } }

  /// A method that is called at once, on the connection's thread.
  public func method(
    _ member: MemberDeclaration, _ body: @escaping @Sendable (Object, PluginArguments) throws -> Payload
  ) {
    add(member) { object, name in .method(name) { try body(object, $0) } }
  }

  /// A method that is called at once, on the connection's thread, with the context of its call.
  public func methodInContext(
    _ member: MemberDeclaration,
    _ body: @escaping @Sendable (Object, PluginArguments, CallContext) throws -> Payload
  ) {
    add(member) { object, name in .methodInContext(name) { try body(object, $0, $1) } }
  }

  /// A method that may suspend.
  public func asyncMethod(
    _ member: MemberDeclaration, execution: HandlerExecution = .immediate, timeout: Timeout = .standard,
    _ body: @escaping @Sendable (Object, PluginArguments, CallContext) async throws -> Payload
  ) {
    add(member, execution: execution, timeout: timeout) { object, name in
      .asyncMethod(name) { try await body(object, $0, $1) }
    }
  }

  /// A method that returns a sequence.
  public func stream<Items: AsyncSequence & Sendable>(
    _ member: MemberDeclaration, policy: StreamPolicy = .wait, timeout: Timeout = .never,
    _ body: @escaping @Sendable (Object, PluginArguments, CallContext) async throws -> Items
  ) where Items.Element: Encodable & Sendable {
    add(member, timeout: timeout) { object, name in .stream(name, policy) { try await body(object, $0, $1) } }
  }

  private func add(
    _ member: MemberDeclaration, execution: HandlerExecution = .immediate, timeout: Timeout = .standard,
    work: @escaping @Sendable (Object, String) -> Handler.Work
  ) {
    let method = Method(declaration: member) { object, name in
      Handler(name: name, work: work(object, name), execution: execution, timeout: timeout)
    }
    registered.withLock { $0.append(method) }
  }
}

/// The methods of a type that crosses by reference, found out once.
final class RemoteType<Object: RemoteTarget>: Sendable {
  let declarations: [MemberDeclaration]
  /// The type's name and those of its methods, as the other side receives them: `*` marks a stream.
  let names: [String]
  private let methods: [String: RemoteRegistrar<Object>.Method]

  init() {
    let registrar = RemoteRegistrar<Object>()
    Object.register(in: registrar)
    let registered = registrar.methods
    declarations = registered.map(\.declaration)
    names = [Object.remoteName] + declarations.map { ($0.kind == .stream ? "*" : "") + $0.name }
    methods = Dictionary(registered.map { ($0.declaration.name, $0) }) { first, _ in first }
  }

  func handler(_ method: String, of object: Object) -> Handler? {
    methods[method]?.handler(object, "\(Object.remoteName).\(method)")
  }
}

extension RemoteType {
  /// The methods of a type.
  static func of(_ type: Object.Type) -> RemoteType {
    let known = RemoteTypes.known.withLock { $0[ObjectIdentifier(type)] as? RemoteType }
    if let known { return known }
    // Registered under no lock: it is code of the type. A second one is as good as the first.
    let made = RemoteType()
    RemoteTypes.known.withLock { $0[ObjectIdentifier(type)] = made }
    return made
  }
}

private enum RemoteTypes {
  /// Never shrinks: a program has so many types.
  static let known = Mutex<[ObjectIdentifier: any AnyObject & Sendable]>([:])
}
