import CJavaScriptCore
import JavaScriptEngine

extension JSContextCore {
  /// Makes a function that runs `body` on the Swift object that is its `this`.
  func makeMethod<Object: AnyObject, each Argument, Result>(
    _ name: String, of owner: String, _ body: @escaping (Object, repeat each Argument) throws -> Result
  ) -> JSLocal {
    let readers = JSReaderBox.all(repeat (each Argument).self)
    let writer = JSWriter<Result>()
    return makeFunction(name: name) { (arguments) throws(JSThrow) in
      let entry = arguments.entry
      do {
        let object = try arguments.receiver(Object.self, name, owner)
        let result = try body(object, repeat arguments.next((each Argument).self, readers))
        return try writer.write(result, entry)
      } catch {
        throw entry.core.thrown(error)
      }
    }
  }

  /// Makes a function for an asynchronous method; it returns a promise.
  func makeMethod<Object: AnyObject, each Argument, Result>(
    _ name: String, of owner: String, _ body: @escaping @Sendable (Object, repeat each Argument) async throws -> Result
  ) -> JSLocal {
    let readers = (repeat JSReader<each Argument>())
    return makeFunction(name: name) { (arguments) throws(JSThrow) in
      let core = arguments.entry.core
      let handed: UncheckedTransfer<(Object, (repeat each Argument))>
      do throws(JSThrow) {
        let object = try arguments.receiver(Object.self, name, owner)
        handed = UncheckedTransfer((object, (repeat try arguments.next(each readers))))
      } catch {
        return try core.rejected(error)
      }
      return try core.promise { try await body(handed.value.0, repeat each handed.value.1) }
    }
  }

  /// The function that a constructor calls with the prototype of `new.target` and an array of its arguments.
  func makeConstructor<Object: AnyObject, each Argument>(
    of name: String, _ make: @escaping (repeat each Argument) throws -> Object?
  ) -> JSLocal {
    let readers = JSReaderBox.all(repeat (each Argument).self)
    return makeFunction(name: name) { (given) throws(JSThrow) in
      let core = given.entry.core
      let prototype = given.next()
      let list = given.next()
      let count = core.count(of: list)
      return try unsafe withUnsafeTemporaryAllocation(of: JSValueRef?.self, capacity: max(1, count)) {
        (values) throws(JSThrow) in
        // The array protects them.
        for index in 0..<count { unsafe values.initializeElement(at: index, to: core.element(index, of: list)?.ref) }
        var arguments = unsafe JSArgumentReader(
          entry: given.entry, receiver: nil, values: UnsafePointer(values.baseAddress), count: count)
        do {
          guard let object = try make(repeat arguments.next((each Argument).self, readers)) else {
            if let thrown = core.state.exception { throw JSThrow(thrown.local) }
            throw core.typeError("\(name) cannot be constructed from these arguments")
          }
          let wrapper = try core.wrap(object)
          unsafe JSObjectSetPrototype(core.ref, wrapper.ref, prototype.ref)
          return wrapper
        } catch {
          throw core.thrown(error)
        }
      }
    }
  }

  /// The JavaScript value that is thrown for a Swift error.
  func thrown(_ error: any Error) -> JSThrow { error as? JSThrow ?? JSThrow(make(error: error)) }
}

extension JSArgumentReader {
  /// The Swift object that is `this`.
  func receiver<Object: AnyObject>(
    _ type: Object.Type, _ name: String, _ owner: String
  ) throws(JSThrow) -> Object {
    if let receiver, unsafe JSValueIsObjectOfClass(entry.ref, receiver.ref, JSWrapper.base),
      let box = unsafe JSObjectGetPrivate(receiver.ref)
    {
      let value = unsafe Unmanaged<JSWrapper>.fromOpaque(box).takeUnretainedValue().value
      if let object = value as? Object { return object }
    }
    throw entry.core.typeError("\(name) belongs to \(owner) and was called on another kind of object")
  }
}
