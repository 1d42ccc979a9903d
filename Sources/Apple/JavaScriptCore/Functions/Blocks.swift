import Glibc

// `@convention(block)` closures use the same functions as other closures, because Swift converts a block to a closure.
// For blocks that return objects, strings among them, the compiler calls these two functions of the Objective-C runtime,
// which Linux does not have. The caller of a block may retain the result by the second one or by itself. So the block's
// own reference waits, as in an autorelease pool of one object, until the next block of the thread returns.

/// The object that a block of this thread returned last, retained.
private enum ReturnedObject {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failure = unsafe pthread_key_create(&key) { object in
      if let object = unsafe object { unsafe Unmanaged<AnyObject>.fromOpaque(object).release() }
    }
    precondition(failure == 0, "The process has no thread-local keys left.")
    return key
  }()

  static var current: UnsafeMutableRawPointer? {
    get { unsafe pthread_getspecific(key) }
    set { unsafe _ = pthread_setspecific(key, newValue) }
  }
}

@_cdecl("objc_autoreleaseReturnValue")
func autoreleaseReturnValue(_ object: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  let previous = unsafe ReturnedObject.current
  unsafe ReturnedObject.current = unsafe object
  // Last, because it may run any code, other blocks among it.
  if let previous = unsafe previous { unsafe Unmanaged<AnyObject>.fromOpaque(previous).release() }
  return unsafe object
}

@_cdecl("objc_retainAutoreleasedReturnValue")
func retainAutoreleasedReturnValue(_ object: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let object = unsafe object else { return nil }
  if unsafe ReturnedObject.current == object {
    unsafe ReturnedObject.current = nil
  } else {
    _ = unsafe Unmanaged<AnyObject>.fromOpaque(object).retain()
  }
  return unsafe object
}
