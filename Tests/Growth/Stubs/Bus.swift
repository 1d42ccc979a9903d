// Stands for the bus in the sources of mock scripts: the whole of it needs other packages.

package import CausewayConcurrency

/// A bridge without handlers.
public final class Bridge: Sendable {
  package let clock: AnyClock = AnyClock(ContinuousClock())

  package func removeHandler(_ name: String) {}
  package func handle<Result>(_ name: String, _ body: @escaping @Sendable (CallContext) async throws -> Result) {}
  package func stream<Items>(_ name: String, _ body: @escaping @Sendable (CallContext) throws -> Items) {}
}

/// A call that never comes.
public struct CallContext: Sendable {}
