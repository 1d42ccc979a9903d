/// A reference that travels through other threads and is followed on the JavaScript thread only.
///
/// Its owner makes one of itself and clears it when it ends, on that thread. Not a weak reference: those give an object
/// a side table, which makes every retain and release of it slow.
///
/// `@unchecked Sendable`: the box may be copied and dropped anywhere; `value` is read and cleared in work that the
/// JavaScript thread performs, and is nil when the box goes away elsewhere.
package final class ThreadConfined<Object: AnyObject>: @unchecked Sendable {
  /// Not checked for accesses that overlap: one thread has it, no access of its ends by user code, and each call of
  /// JavaScript's would pay for the check.
  @exclusivity(unchecked) private var object: Object?

  package init(_ value: Object) { unsafe object = value }

  /// The object; nil after its end.
  package var value: Object? { unsafe object }

  /// Lets go of the object.
  package func clear() { unsafe object = nil }
}
