import CJavaScriptCore
import CausewayConcurrency
public import Foundation
@_exported public import JavaScriptCore
import JavaScriptEngine
import Synchronization

extension JSContext {
  /// Evaluates a script and, if its value is a promise, awaits it.
  ///
  /// It throws the exception of the script or the reason of a rejected promise: a ``JSError``, or the Swift error that
  /// passed through JavaScript. `exception` and `exceptionHandler` do not receive it.
  @discardableResult
  public func evaluate(_ script: String, sourceURL: URL? = nil) async throws -> JSValue {
    let url = sourceURL.map { JSText($0.absoluteString) }
    // The promise is not retained while it is awaited: if JavaScript releases it, the wait ends.
    return try await core.waiter { () throws(JSThrow) in try core.evaluate(JSText(script), url: url) }.settled
  }
}

extension JSValue {
  /// Calls the value as a function and awaits a returned promise; throws as ``JSContext/evaluate(_:sourceURL:)`` does.
  @discardableResult
  public func callAsFunction(_ arguments: Any?...) async throws -> JSValue {
    try await core.waiter { () throws(JSThrow) in
      try core.call(local, receiver: nil, with: arguments.map { $0 as Any })
    }.settled
  }

  /// Awaits a promise, or any object with a `then` method; returns any other value unchanged.
  ///
  /// It throws the reason of a rejection; `CancellationError` if the task is cancelled first; a ``JSError`` if the
  /// promise was collected, because it cannot settle any more.
  public func settled() async throws -> JSValue {
    try await core.waiter { local }.settled
  }
}

extension JSContextCore {
  /// Subscribes to the result of `body`.
  fileprivate func waiter(_ body: () throws(JSThrow) -> JSLocal) -> Waiter {
    let waiter = Waiter()
    do throws(JSThrow) {
      try follow(value(try body()), for: waiter)
    } catch {
      waiter.resolve(.failure(self.error(error)))
    }
    return waiter
  }

  /// Ends the wait with a value; if the value has a `then` method, with its settlement.
  private func follow(_ result: JSValue, for waiter: Waiter) throws(JSThrow) {
    guard result.isObject else { return _ = waiter.resolve(.success(result)) }
    let then = value(try get(JSText("then"), of: result.local))
    guard then.isObject, unsafe JSObjectIsFunction(ref, then.local.ref) else {
      return _ = waiter.resolve(.success(result))
    }
    let settlement = Settlement(waiter)
    let fulfilled = makeFunction { (next: JSValue) in
      guard let waiter = settlement.take() else { return }
      do throws(JSThrow) {
        // A thenable that is not a promise of the engine may be fulfilled with another thenable.
        try next.core.follow(next, for: waiter)
      } catch {
        waiter.resolve(.failure(next.core.error(error)))
      }
    }
    let onFulfilled = value(fulfilled)
    let rejected = makeFunction { (reason: JSValue) in
      _ = settlement.take()?.resolve(.failure(reason.core.error(JSThrow(reason.local))))
    }
    do throws(JSThrow) {
      _ = try call(then.local, receiver: result.local, with: [onFulfilled, value(rejected)])
    } catch {
      // An exception after a callback has no effect.
      settlement.take()?.resolve(.failure(self.error(error)))
    }
  }
}

/// The end of a promise, for the task that awaits it.
private typealias Waiter = Deferred<Result<JSValue, any Error>>

extension Deferred<Result<JSValue, any Error>> {
  fileprivate var settled: JSValue {
    get async throws { try await value(cancelled: .failure(CancellationError())).get() }
  }
}

/// Shared by the two callbacks of a promise: when both are collected, the promise can never settle.
private final class Settlement: Sendable {
  private let waiter: Mutex<Waiter?>
  init(_ waiter: Waiter) { self.waiter = Mutex(waiter) }

  /// The waiter, for the first callback only.
  func take() -> Waiter? { waiter.withLock { $0.take() } }

  deinit { take()?.resolve(.failure(JSError(message: "The promise can no longer be settled."))) }
}
