import Glibc
import JavaScriptCoreAdditions
public import MacroEngine
import Synchronization

/// Receives the changes of a document, on any thread.
public protocol RingDocumentDelegate: AnyObject, Sendable {
  /// A ring has a new value.
  func document(_ document: RingDocument, didSet ring: Ring, from old: Double, to new: Double)
}

/// The rings with undo and redo.
///
/// The changes of one macro are one step.
public final class RingDocument: MacroEngineSupport, Sendable {
  /// The largest number of undo steps; 100.
  public static let maximumHistory = 100

  private struct State {
    var rings = Rings()
    var undo: [Rings] = []
    var redo: [Rings] = []
    /// The rings at the beginning of the open step.
    var before: Rings?
    /// The thread of the open step; nil for any thread.
    ///
    /// An abandoned macro on another thread is not part of it.
    var thread: pthread_t?
    var revision = 0
    weak var delegate: (any RingDocumentDelegate)?
  }
  private let state = Mutex(State())

  /// Makes a document with all rings at 0.
  public init() {}

  /// Receives every change; a weak reference.
  public var delegate: (any RingDocumentDelegate)? {
    get { state.withLock { $0.delegate } }
    set { state.withLock { $0.delegate = newValue } }
  }

  /// The current values of the rings.
  public var rings: Rings { state.withLock { $0.rings } }

  // MARK: Macros

  /// Adds `getInnerProgress()`, `setInnerProgress(value)` and the functions of the other rings.
  public func addMacroSupport(_ engine: MacroEngine) {
    for ring in Ring.allCases {
      engine.addFunction("get\(ring.title)Progress") { self.rings[ring] }
      engine.addFunction("set\(ring.title)Progress") { (value: JSValue) throws in
        let number = value.toDouble()
        guard !number.isNaN else {
          throw JSError(name: "TypeError", message: "set\(ring.title)Progress expects a number, not \(value.kind)")
        }
        try self.set(ring, to: number)
      }
    }
  }

  /// Sets a ring in the open step; throws outside of one, and on a thread that is not the step's.
  func set(_ ring: Ring, to value: Double) throws {
    try change { state in
      guard state.before != nil, state.thread == nil || state.thread == pthread_self() else {
        throw JSError(message: "The macro has ended, so it cannot change anything")
      }
      state.rings[ring] = value
    }
  }

  // MARK: Steps

  /// Begins a step.
  ///
  /// Until it ends, macros on this thread may change the rings, or macros on any thread.
  public func begin(onAnyThread: Bool = false) {
    state.withLock { ($0.before, $0.thread) = ($0.rings, onAnyThread ? nil : pthread_self()) }
  }

  /// Ends the open step and keeps its changes as one undo step.
  public func keep() {
    state.withLock { state in
      guard let before = state.before else { return }
      state.before = nil
      guard before != state.rings else { return }
      state.undo.append(before)
      if state.undo.count > RingDocument.maximumHistory { state.undo.removeFirst() }
      state.redo = []
      state.revision += 1
    }
  }

  /// Ends the open step and restores the rings.
  public func revert() {
    change { state in
      if let before = state.before { state.rings = before }
      state.before = nil
    }
  }

  /// Undoes the last step; false if there is none, or a macro runs.
  @discardableResult
  public func undo() -> Bool {
    change { state in
      guard state.before == nil, let last = state.undo.popLast() else { return false }
      state.redo.append(state.rings)
      state.rings = last
      return true
    }
  }

  /// Redoes the last undone step; false if there is none, or a macro runs.
  @discardableResult
  public func redo() -> Bool {
    change { state in
      guard state.before == nil, let next = state.redo.popLast() else { return false }
      state.undo.append(state.rings)
      state.rings = next
      return true
    }
  }

  /// Changes the rings, and notifies the delegate after releasing the lock.
  private func change<Result>(_ body: (inout sending State) throws -> Result) rethrows -> Result {
    let (result, old, new, delegate) = try state.withLock { state in
      let old = state.rings
      let result = try body(&state)
      if state.rings != old { state.revision += 1 }
      return (result, old, state.rings, state.delegate)
    }
    for ring in Ring.allCases where old[ring] != new[ring] {
      delegate?.document(self, didSet: ring, from: old[ring], to: new[ring])
    }
    return result
  }

  // MARK: Telling

  /// The state of the document for a page.
  public struct Picture: Sendable, Equatable, Encodable {
    /// The value of the ring, from 0 to 10.
    public var inner: Double
    /// See ``inner``.
    public var middle: Double
    /// See ``inner``.
    public var outer: Double
    /// Whether there is a step to undo.
    public var canUndo: Bool
    /// Whether there is a step to redo.
    public var canRedo: Bool
    /// The number of changes: of two states the one with the higher number is newer.
    public var revision: Int
  }

  /// The current state for a page.
  public var picture: Picture {
    state.withLock { state in
      Picture(
        inner: state.rings.inner, middle: state.rings.middle, outer: state.rings.outer, canUndo: !state.undo.isEmpty,
        canRedo: !state.redo.isEmpty, revision: state.revision)
    }
  }
}

extension JSValue {
  /// A description of a value: `undefined`, `"text"`, `an object`.
  fileprivate var kind: String {
    if isString { return "\"\(description.prefix(20))\"" }
    return isObject ? "an object" : description
  }
}
