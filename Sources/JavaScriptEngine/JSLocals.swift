import CJavaScriptCore

/// A list of values under construction, on the stack.
///
/// Making one value may collect the others, and the collector looks for them on the stack only: an array of Swift's is
/// on the heap, where it does not look. So declare one of these as a local variable of a synchronous function, fill it,
/// and hand it over.
///
/// All have the same room: a capacity of one's own (`<let capacity: Int>`) stays generic at run time, which costs a list
/// a microsecond.
@safe package struct JSLocals: ~Copyable {
  /// How many values fit.
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
  /// An array of these elements; no setter on any prototype is run.
  ///
  /// `undefined` while the machine is about to end the script that called native code.
  package func makeArray(_ elements: borrowing JSLocals) -> JSLocal {
    unsafe elements.withRefs { refs, count in
      unsafe JSLocal(JSObjectMakeArray(context, count, refs, nil) ?? JSValueMakeUndefined(context))
    }
  }

  /// An array of kept values, however many.
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

  /// Calls a function with `undefined` as `this`; microtasks have been run when the outermost call returns.
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
    // Nothing is made between the caller's making of the last argument and the call, so nothing is collected.
    var locals = JSLocals()
    for argument in arguments { locals.append(argument) }
    return try call(function, with: locals)
  }
}
