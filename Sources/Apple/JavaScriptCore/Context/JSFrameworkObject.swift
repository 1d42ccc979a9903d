public import Foundation

/// The superclass of contexts and virtual machines, which hides the initialiser of `NSObject`.
///
/// Apple's `init!()` may fail, and subclasses override it; it cannot be declared where `NSObject.init()`, which cannot fail,
/// is inherited.
open class JSFrameworkObject: NSObject {
  init(of _: Void) { super.init() }
}
