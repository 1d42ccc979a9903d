import CJavaScriptCore
import CausewayConcurrency
public import Foundation
import JavaScriptEngine
import Synchronization

extension JSContext {
  /// Evaluates a script and, if its value is a promise, awaits that.
  ///
  /// Throws what the script threw or the promise was rejected with: a ``JSError``, or the Swift error that came through
  /// JavaScript. Neither ``exception`` nor ``exceptionHandler`` hears of it.
  @discardableResult
  public func evaluate(_ script: String, sourceURL: URL? = nil) async throws -> JSValue {
    let url = sourceURL.map { JSText($0.absoluteString) }
    // Nothing here holds the promise while it is awaited: if JavaScript drops it, the wait ends.
    return try await core.waiter { () throws(JSThrow) in try core.evaluate(JSText(script), url: url) }.settled
  }
}

extension JSValue {
  /// Calls it as a function and, if it returns a promise, awaits that; throws as ``JSContext/evaluate(_:sourceURL:)`` does.
  @discardableResult
  public func callAsFunction(_ arguments: Any?...) async throws -> JSValue {
    try await core.waiter { () throws(JSThrow) in
      try core.call(local, receiver: nil, with: arguments.map { $0 as Any })
    }.settled
  }

  /// Awaits a promise, or any other object with a `then`; another value is returned as it is.
  ///
  /// Throws what the promise was rejected with, `CancellationError` if the task is cancelled first, and a ``JSError`` if
  /// the promise was collected, so that nobody can settle it any longer.
  public func settled() async throws -> JSValue {
    try await core.waiter { local }.settled
  }
}

extension JSContextCore {
  /// Subscribes to what `body` returns.
  fileprivate func waiter(_ body: () throws(JSThrow) -> JSLocal) -> Waiter {
    let waiter = Waiter()
    do throws(JSThrow) {
      try follow(value(try body()), for: waiter)
    } catch {
      waiter.resolve(.failure(self.error(error)))
    }
    return waiter
  }

  /// Ends the wait with a value, or with what that is settled with if it has a `then`.
  private func follow(_ result: JSValue, for waiter: Waiter) throws(JSThrow) {
    guard result.isObject else { return _ = waiter.resolve(.success(result)) }
    let then = value(try property("then", of: result.local))
    guard then.isObject, unsafe JSObjectIsFunction(ref, then.local.ref) else {
      return _ = waiter.resolve(.success(result))
    }
    let settlement = Settlement(waiter)
    let fulfilled = makeFunction { (arguments) throws(JSThrow) in
      let next = try arguments.next(JSReader<JSValue>())
      guard let waiter = settlement.take() else { return arguments.entry.undefined }
      do throws(JSThrow) {
        // A promise that is not the engine's may be fulfilled with another.
        try next.core.follow(next, for: waiter)
      } catch {
        waiter.resolve(.failure(next.core.error(error)))
      }
      return arguments.entry.undefined
    }
    let onFulfilled = value(fulfilled)
    let rejected = makeFunction { (arguments) throws(JSThrow) in
      let reason = try arguments.next(JSReader<JSValue>())
      settlement.take()?.resolve(.failure(reason.core.error(JSThrow(reason.local))))
      return arguments.entry.undefined
    }
    do throws(JSThrow) {
      _ = try call(then.local, receiver: result.local, with: [onFulfilled, value(rejected)])
    } catch {
      // What it throws once it has called back changes nothing.
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

/// Held by the two functions that a promise calls: when both are collected, nobody will ever settle it.
private final class Settlement: Sendable {
  private let waiter: Mutex<Waiter?>
  init(_ waiter: Waiter) { self.waiter = Mutex(waiter) }

  /// The one to be told, for the first who settles.
  func take() -> Waiter? { waiter.withLock { $0.take() } }

  deinit { take()?.resolve(.failure(JSError(message: "The promise can no longer be settled."))) }
}
