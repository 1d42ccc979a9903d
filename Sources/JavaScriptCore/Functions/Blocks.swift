// `@convention(block)` closures use the same functions as other closures, because Swift converts a block to a closure.
// For blocks with strings, arrays or dictionaries the compiler calls these two functions of the Objective-C runtime,
// which Linux does not have. They transfer ownership from callee to caller; without autorelease pools, returning the
// argument does that.

@_cdecl("objc_autoreleaseReturnValue")
func autoreleaseReturnValue(_ object: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? { unsafe object }

@_cdecl("objc_retainAutoreleasedReturnValue")
func retainAutoreleasedReturnValue(_ object: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? { unsafe object }
