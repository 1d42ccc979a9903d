public import CJavaScriptCore
public import Foundation
import JavaScriptEngine

// Core Foundation's types have no place in Swift on Linux, so that the names which Apple's functions use are Foundation's.

/// Foundation's string: `text as CFString` is `text as NSString`.
public typealias CFString = NSString

/// Core Foundation's allocator: Linux has one, which is nil.
public struct CFAllocator: Sendable {
  private init() {}
}

/// The only allocator.
public let kCFAllocatorDefault: CFAllocator! = nil

/// Makes a string of the engine, to be released by `JSStringRelease`.
public func JSStringCreateWithCFString(_ string: CFString!) -> JSStringRef! {
  let text = JSText(string as String? ?? "")
  return unsafe JSStringRetain(text.ref)
}

/// The text of a string of the engine.
///
/// A lone surrogate becomes U+FFFD, because a Swift string cannot contain it.
public func JSStringCopyCFString(_ allocator: CFAllocator!, _ string: JSStringRef!) -> CFString! {
  unsafe string.map { string in unsafe NSString(string: JSText(owned: JSStringRetain(string)).string) }
}
