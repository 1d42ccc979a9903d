/// A weak reference that travels through other threads and is followed on one only.
///
/// `@unchecked Sendable`: the weak reference itself may be copied and dropped anywhere; `value` is read in work that the
/// JavaScript thread performs, which is the only thread that uses the object.
package final class Confined<Object: AnyObject>: @unchecked Sendable {
  package private(set) weak var value: Object?
  package init(_ value: Object) { self.value = value }
}
