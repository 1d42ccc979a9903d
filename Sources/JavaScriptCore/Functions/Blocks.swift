// `@convention(block)` closures pass through the same functions as other closures: Swift turns a block into a closure where
// one is wanted. For blocks with strings, arrays or dictionaries the compiler calls these two functions of the Objective-C
// runtime, which Linux has not. They hand an object's ownership from callee to caller; without autorelease pools to
// bypass, handing over what one was given does just that.

@_cdecl("objc_autoreleaseReturnValue")
func autoreleaseReturnValue(_ object: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? { unsafe object }

@_cdecl("objc_retainAutoreleasedReturnValue")
func retainAutoreleasedReturnValue(_ object: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? { unsafe object }
