import CJavaScriptCore
package import JavaScriptEngine

/// The arguments of one call from JavaScript, read in order.
@safe struct JSArgumentReader {
  let entry: JSEntry
  /// The `this` of the call.
  let receiver: JSLocal?
  private let values: UnsafePointer<JSValueRef?>?
  private let count: Int
  private var index = 0

  init(entry: JSEntry, receiver: JSLocal?, values: UnsafePointer<JSValueRef?>?, count: Int) {
    self.entry = entry
    self.receiver = receiver
    unsafe self.values = values
    self.count = count
  }

  /// The next argument; `undefined` if it was not passed.
  mutating func next<Value>(_ reader: JSReader<Value>) throws(JSThrow) -> Value {
    let value = next()
    return try reader.read(value, entry)
  }

  /// The next argument, read by the reader for its position.
  mutating func next<Value>(_ type: Value.Type, _ readers: [AnyObject]) throws(JSThrow) -> Value {
    let place = index
    let value = next()
    // The most common types need no reader; comparing pointers recognizes them.
    if entry.readsBits, let number = ImmediateValues.number(value.bits) {
      if Value.self == Double.self { return unsafe Swift.unsafeBitCast(number, to: Value.self) }
      if Value.self == Int.self, let integer = Int(exactly: number) {
        return unsafe Swift.unsafeBitCast(integer, to: Value.self)
      }
    }
    return try unsafe unsafeDowncast(readers[place], to: JSReaderBox<Value>.self).reader.read(value, entry)
  }

  mutating func next() -> JSLocal {
    defer { index += 1 }
    guard index < count, let value = unsafe values?[index] else { return entry.undefined }
    return unsafe JSLocal(value)
  }
}

/// Holds a Swift closure as long as its JavaScript function exists.
///
/// `@unchecked Sendable`: it is immutable. The closure runs on the thread whose JavaScript calls it, as the
/// documentation of `JSContext` says.
final class JSFunction: JSDeferredRelease, @unchecked Sendable {
  typealias Body = (inout JSArgumentReader) throws(JSThrow) -> JSLocal

  private let state: JSContextState
  private let body: Body

  init(state: JSContextState, body: @escaping Body) {
    self.state = state
    self.body = body
  }

  func forgetWrapper(in group: JSContextGroupRef) {}

  /// The engine class of all functions: callable objects whose private data is a Swift closure.
  ///
  /// `nonisolated(unsafe)`: initialized once, before its first use, and never changed.
  nonisolated(unsafe) static let engineClass: JSClassRef = {
    var definition = unsafe kJSClassDefinitionEmpty
    return unsafe "Function".withCString { name in
      unsafe definition.className = name
      unsafe definition.attributes = UInt32(kJSClassAttributeNoAutomaticPrototype)
      unsafe definition.callAsFunction = { context, callee, receiver, count, values, exception in
        // A null pointer becomes `null` on some calls and `undefined` on others, so it is returned only where nothing can run.
        guard let context = unsafe context, let box = unsafe JSObjectGetPrivate(callee) else { return nil }
        return unsafe Unmanaged<JSFunction>.fromOpaque(box)._withUnsafeGuaranteedRef { function in
          do throws(JSThrow) {
            return unsafe try JSCallFrame.enter(
              function.state, callee: callee, receiver: receiver, arguments: values, count: count
            ) { () throws(JSThrow) in
              var arguments = unsafe JSArgumentReader(
                entry: JSEntry(function.state, context), receiver: receiver.map { unsafe JSLocal($0) }, values: values,
                count: count)
              return try function.body(&arguments)
            }.ref
          } catch {
            unsafe exception?.pointee = error.value.ref
            return nil
          }
        }
      }
      // Runs on any thread that collects, so the closure is released later, where its captured values may run any code.
      unsafe definition.finalize = { object in
        guard let box = unsafe JSObjectGetPrivate(object) else { return }
        let function = unsafe Unmanaged<JSFunction>.fromOpaque(box).takeRetainedValue()
        function.state.references.releaseLater(function)
      }
      return unsafe JSClassCreate(&definition)
    }
  }()
}

extension JSContextCore {
  /// Makes a JavaScript function that runs `body` and inherits from `Function.prototype`.
  func makeFunction(name: String? = nil, _ body: @escaping JSFunction.Body) -> JSLocal {
    let box = unsafe Unmanaged.passRetained(JSFunction(state: state, body: body))
    let made = unsafe JSLocal(JSObjectMake(ref, JSFunction.engineClass, box.toOpaque()))
    if let name {
      let key = JSText("name")
      let attributes = UInt32(kJSPropertyAttributeReadOnly | kJSPropertyAttributeDontEnum)
      unsafe JSObjectSetProperty(ref, made.ref, key.ref, make(name).ref, attributes, nil)
    }
    // A script can replace the global `Function`, but not the prototype of a new function.
    let model = unsafe JSObjectMakeFunctionWithCallback(ref, nil, { _, _, _, _, _, _ in nil })
    unsafe JSObjectSetPrototype(ref, made.ref, JSObjectGetPrototype(ref, model))
    return made
  }

  /// Makes a function that converts its arguments to the closure's parameters, and the result to JavaScript.
  ///
  /// A missing argument is `undefined`; an argument that cannot be converted throws a `TypeError`.
  package func makeFunction<each Argument, Result>(
    name: String? = nil, _ closure: @escaping (repeat each Argument) throws -> Result
  ) -> JSLocal {
    let readers = JSReaderBox.all(repeat (each Argument).self)
    let writer = JSWriter<Result>()
    return makeFunction(name: name) { (arguments) throws(JSThrow) in
      let entry = arguments.entry
      do {
        // Swift evaluates packs from left to right.
        let result = try closure(repeat arguments.next((each Argument).self, readers))
        return try writer.write(result, entry)
      } catch {
        throw entry.core.thrown(error)
      }
    }
  }

  /// Makes a function that returns a promise of the closure's result.
  func makeFunction<each Argument, Result>(
    name: String? = nil, _ closure: @escaping @Sendable (repeat each Argument) async throws -> Result
  ) -> JSLocal {
    let readers = (repeat JSReader<each Argument>())
    return makeFunction(name: name) { (arguments) throws(JSThrow) in
      let core = arguments.entry.core
      let handed: UncheckedTransfer<(repeat each Argument)>
      do throws(JSThrow) {
        handed = UncheckedTransfer((repeat try arguments.next(each readers)))
      } catch {
        return try core.rejected(error)
      }
      return try core.promise { try await closure(repeat each handed.value) }
    }
  }

  /// Makes a promise of the result of a new task.
  func promise<Result>(_ body: @escaping @Sendable () async throws -> Result) throws(JSThrow) -> JSLocal {
    let (promise, resolve, reject) = try makePromise()
    let settle = (resolve: value(resolve), reject: value(reject))
    Task {
      do {
        let result = try await body()
        settle.resolve.core.settle(settle, with: result)
      } catch {
        settle.reject.call(withArguments: [error])
      }
    }
    return promise
  }

  /// Resolves a promise; rejects it if the result cannot be converted.
  private func settle<Result>(_ promise: (resolve: JSValue, reject: JSValue), with result: Result) {
    notifying(else: ()) { () throws(JSThrow) in
      do throws(JSThrow) {
        _ = try call(promise.resolve.local, receiver: nil, with: try JSWriter<Result>().write(result, entry))
      } catch {
        _ = try call(promise.reject.local, receiver: nil, with: error.value)
      }
    }
  }

  /// Makes a rejected promise: an asynchronous function never throws.
  func rejected(_ thrown: JSThrow) throws(JSThrow) -> JSLocal {
    let (promise, _, reject) = try makePromise()
    _ = try call(reject, receiver: nil, with: thrown.value)
    return promise
  }
}

/// A reader whose type is erased.
final class JSReaderBox<Value> {
  let reader = JSReader<Value>()
}

extension JSReaderBox where Value == Void {
  /// Readers for these types, in order.
  static func all<each Other>(_ types: repeat (each Other).Type) -> [AnyObject] {
    var readers: [AnyObject] = []
    func add<One>(_ type: One.Type) { readers.append(JSReaderBox<One>()) }
    repeat add(each types)
    return readers
  }
}

/// Passes values to a task.
///
/// `@unchecked Sendable`: the values were made for this call, and only the task uses them.
struct UncheckedTransfer<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

/// Converts results of one Swift type.
///
/// It is chosen once, when a function is made.
struct JSWriter<Value> {
  private let slow: (Value, JSEntry) throws(JSThrow) -> JSLocal

  @inline(__always)
  func write(_ value: Value, _ entry: JSEntry) throws(JSThrow) -> JSLocal {
    if Value.self == Double.self { return entry.make(unsafe Swift.unsafeBitCast(value, to: Double.self)) }
    if Value.self == Int.self { return entry.make(Double(unsafe Swift.unsafeBitCast(value, to: Int.self))) }
    return try slow(value, entry)
  }

  init() {
    if Value.self == Void.self {
      slow = { _, entry in unsafe JSLocal(JSValueMakeUndefined(entry.ref)) }
    } else if let bridged = Value.self as? any JSBridged.Type {
      func choose<Bridged: JSBridged>(_ type: Bridged.Type) -> JSWriter<Value> {
        let write: (Bridged, JSEntry) throws(JSThrow) -> JSLocal = { (value, entry) throws(JSThrow) in
          try value.write(in: entry)
        }
        return JSWriter(slow: unsafe Swift.unsafeBitCast(JSWriter<Bridged>(slow: write), to: JSWriter<Value>.self).slow)
      }
      self = choose(bridged)
    } else if Value.self == JSValue.self {
      let write: (JSValue, JSEntry) throws(JSThrow) -> JSLocal = { (value, entry) throws(JSThrow) in
        try entry.core.local(of: value)
      }
      slow = unsafe Swift.unsafeBitCast(JSWriter<JSValue>(slow: write), to: JSWriter<Value>.self).slow
    } else {
      slow = { (value, entry) throws(JSThrow) in try entry.core.local(of: value) }
    }
  }

  private init(slow: @escaping (Value, JSEntry) throws(JSThrow) -> JSLocal) { self.slow = slow }
}
