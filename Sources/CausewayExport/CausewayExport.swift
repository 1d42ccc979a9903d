#if Macros
public import Causeway

/// Makes a type's marked members reachable from JavaScript by name.
///
///     @Plugin("wifi", permission: "wifi.read")
///     struct Wifi {
///       /// The networks in reach.
///       @Export func scan(hidden: Bool = false) async throws -> [Network] { … }
///     }
///
///     bridge.register(Wifi())          // await bridge.plugins.wifi.scan({ hidden: true })
///
/// On a struct, a class or an actor; it must be `Sendable`, since every connection shares it. What is not marked
/// `@Export` cannot be reached, whatever name is asked for.
///
/// - Parameters:
///   - name: what JavaScript calls the plugin.
///   - permission: what a connection must be allowed for members that name no permission of their own; nil for their own
///     names, such as `wifi.scan`.
///   - errors: the codes that any method may fail with, for declarations.
@attached(
  extension, conformances: BridgePlugin,
  names: named(pluginName), named(pluginDocumentation), named(pluginPermission), named(register(in:)))
public macro Plugin(_ name: String, permission: String? = nil, errors: [BridgeError.Code] = []) =
  #externalMacro(module: "CausewayMacros", type: "PluginMacro")

/// Marks a member of a plugin that JavaScript may reach.
///
/// | declaration | in JavaScript |
/// | --- | --- |
/// | a method | a function that returns a promise |
/// | a method that returns an `AsyncSequence` | a function whose result is iterated by `for await` |
/// | a `PluginEvent` in a `let` | `on(name, listener)` |
/// | any other `let` | a value |
///
/// Parameters are the members of one object, by their labels. A single parameter without a label is the whole argument
/// itself. A default makes a parameter optional. A last parameter of type `CallContext` is given and not shown.
///
/// - Parameters:
///   - name: nil for the declaration's own.
///   - permission: nil for the plugin's.
///   - timeout: how long a call may take that does not say so itself.
///   - execution: where the method runs.
///   - positional: takes one argument for each parameter.
///   - stream: says that the result is an `AsyncSequence` where its name does not: neither `…Sequence` nor `…Stream`.
///   - ranges: the numbers that parameters take: `["level": 0...100]`.
///   - errors: the codes that the method fails with, for declarations; those of a ``BridgeErrorListing`` type in
///     `throws(…)` are known without.
@attached(peer)
public macro Export(
  _ name: String? = nil, permission: String? = nil, timeout: Timeout = .standard,
  execution: HandlerExecution = .immediate, positional: Bool = false, stream: Bool = false,
  ranges: [String: ClosedRange<Double>] = [:], errors: [BridgeError.Code] = []
) = #externalMacro(module: "CausewayMacros", type: "ExportMacro")

/// Describes a type that crosses the bridge, and writes the code that reads and writes it.
///
///     @Crossing struct Network { var ssid: String; var signal: Double? }        // { ssid: string; signal?: number | null }
///     @Crossing enum Band: String { case low, high }                            // "low" | "high"
///     @Crossing enum Shape { case circle(radius: Double), point }               // { kind: "circle"; radius: number } | …
///
/// The type becomes `Codable`, and crosses as its `Codable` conformance says, in less time. Members that are only
/// `Codable` go by that.
@attached(
  extension, conformances: CrossingValue, Codable,
  names: named(crossingNames), named(crossingName), named(describe(in:)), named(init(reading:)), named(write(to:)),
  named(init(from:)),
  named(encode(to:)))
public macro Crossing() = #externalMacro(module: "CausewayMacros", type: "CrossingMacro")

/// Limits the numbers that a member of a ``Crossing()`` type takes from JavaScript.
@attached(peer)
public macro Within(_ range: ClosedRange<Double>) = #externalMacro(module: "CausewayMacros", type: "WithinMacro")
#endif
