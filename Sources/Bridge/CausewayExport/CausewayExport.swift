#if Macros
public import Causeway

/// Makes the marked members of a type callable from JavaScript by name.
///
///     @Plugin("wifi", permission: "wifi.read")
///     struct Wifi {
///       /// The networks in reach.
///       @Export func scan(hidden: Bool = false) async throws -> [Network] { … }
///     }
///
///     bridge.register(Wifi())          // await bridge.plugins.wifi.scan({ hidden: true })
///
/// For a struct, a class or an actor, which must be `Sendable` because all connections share it.
///
/// JavaScript can access only the members that are marked `@Export`.
///
/// - Parameters:
///   - name: the name of the plugin in JavaScript.
///   - permission: the permission that a connection needs for members without a permission of their own; nil for the
///     member's full name, such as `wifi.scan`.
///   - errors: the codes of errors that any method may throw, for generated declarations.
@attached(
  extension, conformances: BridgePlugin,
  names: named(pluginName), named(pluginDocumentation), named(pluginPermission), named(register(in:)))
public macro Plugin(_ name: String, permission: String? = nil, errors: [BridgeError.Code] = []) =
  #externalMacro(module: "CausewayMacros", type: "PluginMacro")

/// Makes an actor or a final class cross by reference: JavaScript calls its exported methods, and Swift keeps it.
///
///     @Remote actor Cursor {
///       /// The next row; nil at the end.
///       @Export func next() async throws -> Row? { … }
///       @Export func skip(count: Int) { … }
///     }
///     bridge.handle("db.open") { (query: Query) async throws in try await Cursor(query) }
///
///     const cursor = await bridge.call("db.open", query);
///     await cursor.skip({ count: 5 });
///     for (let row; (row = await cursor.next()); ) use(row);
///
/// JavaScript can call only the methods that are marked `@Export`; ``RemoteTarget`` says how long an object lasts.
///
/// - Parameters:
///   - name: the name of the type in JavaScript; nil for the Swift name.
///   - errors: the codes of errors that any method may throw, for generated declarations.
@attached(
  extension, conformances: RemoteTarget, names: named(remoteName), named(remoteDocumentation), named(register(in:)))
public macro Remote(_ name: String? = nil, errors: [BridgeError.Code] = []) =
  #externalMacro(module: "CausewayMacros", type: "RemoteMacro")

/// Exports a member of a plugin, or a method of an object, to JavaScript.
///
/// | declaration | in JavaScript |
/// | --- | --- |
/// | a method | a function that returns a promise |
/// | a method that returns an `AsyncSequence` | a function whose result is iterated by `for await` |
/// | a `PluginEvent` in a `let` | `on(name, listener)` |
/// | any other `let` | a value |
///
/// The parameters are the members of one object, named by their labels.
///
/// A single parameter without a label is the whole argument. A parameter with a default value is optional. A last
/// parameter of type `CallContext` receives the call's context and is not part of the JavaScript signature.
///
/// - Parameters:
///   - name: the name in JavaScript; nil for the Swift name.
///   - permission: the permission that a connection needs; nil for the plugin's.
///   - timeout: the timeout of calls that set none.
///   - execution: the executor that runs the method.
///   - positional: true for one JavaScript argument for each parameter.
///   - stream: true if the result is an `AsyncSequence` whose type name ends neither in `Sequence` nor in `Stream`.
///   - ranges: the allowed numbers of parameters, such as `["level": 0...100]`.
///   - errors: the codes of errors that the method throws, for generated declarations. The codes of a
///     `BridgeErrorListing` type in `throws(…)` are added.
@attached(peer)
public macro Export(
  _ name: String? = nil, permission: String? = nil, timeout: Timeout = .standard,
  execution: HandlerExecution = .immediate, positional: Bool = false, stream: Bool = false,
  ranges: [String: ClosedRange<Double>] = [:], errors: [BridgeError.Code] = []
) = #externalMacro(module: "CausewayMacros", type: "ExportMacro")

/// Makes a type a bridge value: generates its description, its decoding and its encoding.
///
///     @Crossing struct Network { var ssid: String; var signal: Double? }        // { ssid: string; signal?: number | null }
///     @Crossing enum Band: String { case low, high }                            // "low" | "high"
///     @Crossing enum Shape { case circle(radius: Double), point }               // { kind: "circle"; radius: number } | …
///
/// The type becomes `Codable`.
///
/// It crosses the bridge in the form of its `Codable` conformance, but faster. A member that is only `Codable` is
/// converted by that conformance.
@attached(
  extension, conformances: CrossingValue, TypeDescribing, Codable,
  names: named(crossingNames), named(crossingName), named(describe(in:)), named(init(reading:)), named(write(to:)),
  named(init(from:)),
  named(encode(to:)))
public macro Crossing() = #externalMacro(module: "CausewayMacros", type: "CrossingMacro")

/// Limits the numbers that a member of a ``Crossing()`` type accepts from JavaScript.
@attached(peer)
public macro Within(_ range: ClosedRange<Double>) = #externalMacro(module: "CausewayMacros", type: "WithinMacro")
#endif
