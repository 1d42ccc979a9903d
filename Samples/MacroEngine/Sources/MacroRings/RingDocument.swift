import Glibc
import JavaScriptCore
public import MacroEngine
import Synchronization

/// Learns of what happens to a document, on whatever thread it happens.
public protocol RingDocumentDelegate: AnyObject, Sendable {
  /// A ring has another value now.
  func document(_ document: RingDocument, didSet ring: Ring, from old: Double, to new: Double)
}

/// The rings, and the way back: the changes of one macro are one step.
public final class RingDocument: MacroEngineSupport, Sendable {
  /// How many steps can be undone; 100.
  public static let longestHistory = 100

  private struct State {
    var rings = Rings()
    var undo: [Rings] = []
    var redo: [Rings] = []
    /// The rings as they were when the open step began.
    var before: Rings?
    /// Where it began: a macro that was given up goes on for a moment on another thread, and is no part of it.
    var thread: pthread_t?
    var revision = 0
    weak var delegate: (any RingDocumentDelegate)?
  }
  private let state = Mutex(State())

  /// A document with all rings at nought.
  public init() {}

  /// Told of every change; not kept alive.
  public var delegate: (any RingDocumentDelegate)? {
    get { state.withLock { $0.delegate } }
    set { state.withLock { $0.delegate = newValue } }
  }

  /// The rings as they are.
  public var rings: Rings { state.withLock { $0.rings } }

  // MARK: Macros

  /// Offers `getInnerProgress()`, `setInnerProgress(value)` and their siblings.
  public func addMacroSupport(_ engine: MacroEngine) {
    for ring in Ring.allCases {
      engine.addFunction("get\(ring.title)Progress") { self.rings[ring] }
      engine.addFunction("set\(ring.title)Progress") { (value: JSValue) throws in
        let number = value.toDouble()
        guard !number.isNaN else {
          throw JSError(name: "TypeError", message: "set\(ring.title)Progress wants a number, not \(value.kind)")
        }
        try self.set(ring, to: number)
      }
    }
  }

  private func set(_ ring: Ring, to value: Double) throws {
    try change { state in
      guard state.before != nil, state.thread == pthread_self() else {
        throw JSError(message: "The macro has ended: it changes nothing any longer")
      }
      state.rings[ring] = value
    }
  }

  // MARK: Steps

  /// Begins a step: until it is kept or taken back, macros on this thread may change the rings.
  public func begin() { state.withLock { ($0.before, $0.thread) = ($0.rings, pthread_self()) } }

  /// Ends the step that was begun; what it changed is undone as one.
  public func keep() {
    state.withLock { state in
      guard let before = state.before else { return }
      state.before = nil
      guard before != state.rings else { return }
      state.undo.append(before)
      if state.undo.count > RingDocument.longestHistory { state.undo.removeFirst() }
      state.redo = []
      state.revision += 1
    }
  }

  /// Ends the step that was begun; the rings are as before it.
  public func takeBack() {
    change { state in
      if let before = state.before { state.rings = before }
      state.before = nil
    }
  }

  /// Undoes the last step; false if there is none, or a macro is at work.
  @discardableResult
  public func undo() -> Bool {
    change { state in
      guard state.before == nil, let last = state.undo.popLast() else { return false }
      state.redo.append(state.rings)
      state.rings = last
      return true
    }
  }

  /// Does again what was undone last; false if there is nothing, or a macro is at work.
  @discardableResult
  public func redo() -> Bool {
    change { state in
      guard state.before == nil, let next = state.redo.popLast() else { return false }
      state.undo.append(state.rings)
      state.rings = next
      return true
    }
  }

  /// Changes the rings, and tells the delegate when the lock is free.
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

  /// What a page shows of the document.
  public struct Picture: Sendable, Equatable, Encodable {
    /// The rings, from 0 to 10.
    public var inner: Double
    /// See ``inner``.
    public var middle: Double
    /// See ``inner``.
    public var outer: Double
    /// Whether there is a step to undo.
    public var canUndo: Bool
    /// Whether there is a step to do again.
    public var canRedo: Bool
    /// Grows with each change: of two pictures the one with the higher number is newer.
    public var revision: Int
  }

  /// The document as a page shows it.
  public var picture: Picture {
    state.withLock { state in
      Picture(
        inner: state.rings.inner, middle: state.rings.middle, outer: state.rings.outer, canUndo: !state.undo.isEmpty,
        canRedo: !state.redo.isEmpty, revision: state.revision)
    }
  }
}

extension JSValue {
  /// What a person would call it: `undefined`, `"text"`, `an object`.
  fileprivate var kind: String {
    if isString { return "\"\(description.prefix(20))\"" }
    return isObject ? "an object" : description
  }
}
