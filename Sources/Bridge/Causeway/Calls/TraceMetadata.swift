import Instrumentation
import ServiceContextModule

/// Carries the identity of a trace along with a call, so that the two sides' spans join.
///
/// The program's own instrument (`InstrumentationSystem.bootstrap`) says what travels; without one nothing does.
enum TraceMetadata {
  private struct Carrier: Injector, Extractor {
    func inject(_ value: String, forKey key: String, into carrier: inout [String: String]) { carrier[key] = value }
    func extract(key: String, from carrier: [String: String]) -> String? { carrier[key] }
  }

  /// The metadata of a call that is made now.
  static func current(_ limits: Limits) throws(BridgeError) -> [String: String] {
    guard let context = ServiceContext.current else { return [:] }
    var carrier: [String: String] = [:]
    InstrumentationSystem.instrument.inject(context, into: &carrier, using: Carrier())
    if let error = excess(carrier, limits) { throw error }
    return carrier
  }

  /// The refusal of more text than a call may take along; nil when it is within the limit.
  static func excess(_ metadata: [String: String], _ limits: Limits) -> BridgeError? {
    let length = metadata.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    guard length > limits.metadataLength else { return nil }
    return .exhausted("metadataLength", maximum: limits.metadataLength, "Metadata of \(length) bytes")
  }

  /// Runs a handler in the context that its call brought; most bring none.
  static func with<Result>(_ metadata: [String: String], _ body: () async throws -> Result) async rethrows -> Result {
    if metadata.isEmpty { return try await body() }
    return try await ServiceContext.withValue(context(of: metadata), operation: body)
  }

  /// Runs a handler that does not suspend in the context that its call brought.
  static func with<Result>(_ metadata: [String: String], _ body: () throws -> Result) rethrows -> Result {
    if metadata.isEmpty { return try body() }
    return try ServiceContext.withValue(context(of: metadata), operation: body)
  }

  private static func context(of metadata: [String: String]) -> ServiceContext {
    var context = ServiceContext.current ?? .topLevel
    InstrumentationSystem.instrument.extract(metadata, into: &context, using: Carrier())
    return context
  }
}
