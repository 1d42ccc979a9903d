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

  /// What a call that is made now takes along.
  static var current: [String: String] {
    guard let context = ServiceContext.current else { return [:] }
    var carrier: [String: String] = [:]
    InstrumentationSystem.instrument.inject(context, into: &carrier, using: Carrier())
    return carrier
  }

  /// Runs a handler in the context that its call brought.
  static func with(_ metadata: [String: String], _ body: () async -> Void) async {
    var context = ServiceContext.current ?? .topLevel
    InstrumentationSystem.instrument.extract(metadata, into: &context, using: Carrier())
    await ServiceContext.withValue(context, operation: body)
  }
}
