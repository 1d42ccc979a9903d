import Synchronization

/// A value that tasks share.
public final class Shared<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>

  /// Creates the shared value.
  public init(_ value: Value) { mutex = Mutex(value) }

  /// The current value.
  public var value: Value { mutex.withLock { $0 } }

  /// Changes the value under its lock.
  public func withLock<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result {
    mutex.withLock { body(&$0) }
  }
}
