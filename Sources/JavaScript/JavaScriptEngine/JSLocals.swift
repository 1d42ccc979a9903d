import CJavaScriptCore

/// A list of values under construction, on the stack.
///
/// Creating one value may start a collection, and the collector scans the stack only: it does not find values in a
/// Swift array, which is on the heap. So declare a `JSLocals` as a local variable of a synchronous function, fill it,
/// and pass it on.
///
/// All lists have the same capacity: a generic capacity (`<let capacity: Int>`) is not specialized, which costs a list
/// 1 µs.
@safe package struct JSLocals: ~Copyable {
  /// The largest number of values.
  package static let capacity = 96
  private var slots = unsafe InlineArray<96, JSValueRef?>(repeating: nil)
  package private(set) var count = 0

  package init() {}

  package mutating func append(_ local: JSLocal) {
    unsafe slots[count] = local.ref
    count += 1
  }

  borrowing func withRefs<Result>(_ body: (UnsafePointer<JSValueRef?>?, Int) -> Result) -> Result {
    unsafe slots.span.withUnsafeBufferPointer { unsafe body($0.baseAddress, count) }
  }
}

extension JSRealm {
  /// Makes an array of these elements.
  ///
  /// It runs no setter of a prototype.
  ///
  /// `undefined` if the engine is about to terminate the script that called native code.
  package func makeArray(_ elements: borrowing JSLocals) -> JSLocal {
    unsafe elements.withRefs { refs, count in
      unsafe JSLocal(JSObjectMakeArray(context, count, refs, nil) ?? JSValueMakeUndefined(context))
    }
  }

  /// Makes an array of any number of protected values.
  package func makeArray(_ elements: [JSHandle]) -> JSLocal {
    unsafe withUnsafeTemporaryAllocation(of: JSValueRef?.self, capacity: elements.count) { buffer in
      for (index, element) in elements.enumerated() {
        unsafe buffer.initializeElement(at: index, to: element.local.ref)
      }
      return withExtendedLifetime(elements) {
        unsafe JSLocal(
          JSObjectMakeArray(context, elements.count, buffer.baseAddress, nil) ?? JSValueMakeUndefined(context))
      }
    }
  }

  /// Calls a function with `undefined` as `this`; when the outermost call returns, microtasks have run.
  @discardableResult
  package func call(_ function: JSLocal, with arguments: borrowing JSLocals) throws(JSException) -> JSLocal {
    try unsafe run { exception in
      unsafe arguments.withRefs { refs, count in
        unsafe JSObjectCallAsFunction(context, function.ref, nil, count, refs, exception)
      }
    }
  }

  /// Calls a function with a few arguments.
  @discardableResult
  package func call(_ function: JSLocal, _ arguments: JSLocal...) throws(JSException) -> JSLocal {
    // No value is created between the caller's last argument and this call, so no collection can happen.
    var locals = JSLocals()
    for argument in arguments { locals.append(argument) }
    return try call(function, with: locals)
  }
}
