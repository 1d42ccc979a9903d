/// A reference that any thread may pass on and only the JavaScript thread dereferences.
///
/// The referenced object creates the box, and clears it on the JavaScript thread when it is closed. The box is not a
/// weak reference because a weak reference gives the object a side table, which slows down each retain and release.
///
/// `@unchecked Sendable`: any thread may copy and release the box. Only work that runs on the JavaScript thread reads
/// and clears `value`; it is nil by the time another thread destroys the box.
package final class ThreadConfined<Object: AnyObject>: @unchecked Sendable {
  /// Without dynamic exclusivity checks: only one thread accesses it, no access calls user code, and a check would slow
  /// down each call from JavaScript.
  @exclusivity(unchecked) private var object: Object?

  package init(_ value: Object) { unsafe object = value }

  /// The object; nil after `clear`.
  package var value: Object? { unsafe object }

  /// Removes the reference to the object.
  package func clear() { unsafe object = nil }
}
