import CJavaScriptCore

/// The engine class of objects that hold a Swift object.
private enum NativeObject {
  /// `nonisolated(unsafe)`: initialized once, before its first use, and never changed.
  nonisolated(unsafe) static let engineClass: JSClassRef = {
    var definition = unsafe kJSClassDefinitionEmpty
    return unsafe "NativeObject".withCString { name in
      unsafe definition.className = name
      // Runs on any thread that collects, so it must not enter JavaScript; it only releases the object.
      unsafe definition.finalize = { object in
        guard let box = unsafe JSObjectGetPrivate(object) else { return }
        unsafe Unmanaged<AnyObject>.fromOpaque(box).release()
      }
      return unsafe JSClassCreate(&definition)
    }
  }()
}

extension JSRealm {
  /// Makes a JavaScript object that retains a Swift object until it is collected.
  ///
  /// A script can only pass it on: it cannot make one, and no property leads to the Swift object. The object may be
  /// released on any thread.
  package func makeNativeObject(_ object: some AnyObject & Sendable) -> JSLocal {
    let box = unsafe Unmanaged<AnyObject>.passRetained(object)
    return unsafe JSLocal(JSObjectMake(context, NativeObject.engineClass, box.toOpaque())!)
  }

  /// The Swift object of a value that ``makeNativeObject(_:)`` made; nil for any other value.
  package func nativeObject(of value: JSLocal) -> AnyObject? {
    guard unsafe JSValueIsObjectOfClass(context, value.ref, NativeObject.engineClass),
      let box = unsafe JSObjectGetPrivate(value.ref)
    else { return nil }
    return unsafe Unmanaged<AnyObject>.fromOpaque(box).takeUnretainedValue()
  }
}
