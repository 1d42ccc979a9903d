import CJavaScriptCore
import Foundation
import JavaScriptEngine

/// Casts as Swift's own function does, but turns a block into an object that JavaScript converts to a function.
///
/// `unsafeBitCast(block, to: AnyObject.self)` is how programs pass blocks to Apple's framework, where a block is an
/// object. On Linux, a block is not an object: retaining, copying or casting it as one crashes.
@_transparent @unsafe
public func unsafeBitCast<Value, Result>(_ value: Value, to type: Result.Type) -> Result {
  if Result.self == AnyObject.self || Result.self == JSValue.self, JSBlock.isBlock(Value.self) {
    // As a raw pointer, since the generic operations of a block's type are missing as well.
    let block = unsafe Swift.unsafeBitCast(value, to: UnsafeRawPointer.self)
    let object = unsafe JSBlock.value(of: block, Value.self)
    withExtendedLifetime(value) {}
    return unsafe Swift.unsafeBitCast(object, to: Result.self)
  }
  return unsafe Swift.unsafeBitCast(value, to: type)
}

/// A block that was cast to an object.
///
/// `@unchecked Sendable`: it is immutable. The block runs on the thread whose JavaScript calls it, as the documentation of
/// `JSContext` says.
@usableFromInline final class JSBlock: @unchecked Sendable {
  private typealias Reference = @convention(block) () -> Void
  private let block: Reference
  private let signature: JSBlockSignature

  /// Whether values of this type are blocks.
  @usableFromInline static func isBlock(_ type: Any.Type) -> Bool { JSBlockSignature.isBlock(type) }

  /// A value that retains the block: `undefined` by itself, a function where it is passed to JavaScript.
  @usableFromInline @unsafe static func value(of block: UnsafeRawPointer, _ type: Any.Type) -> JSValue {
    let block = unsafe JSBlock(Swift.unsafeBitCast(block, to: Reference.self), JSBlockSignature(type))
    let core = JSContextCore(block)
    return JSValue(core.undefined, in: core)
  }

  private init(_ block: @escaping Reference, _ signature: JSBlockSignature) {
    self.block = block
    self.signature = signature
  }

  func makeFunction(in core: JSContextCore) -> JSLocal {
    core.makeFunction { (arguments) throws(JSThrow) in
      let pointer = unsafe Swift.unsafeBitCast(self.block, to: UnsafeRawPointer.self)
      return try withExtendedLifetime(self) { () throws(JSThrow) in
        try unsafe self.signature.call(pointer, with: &arguments)
      }
    }
  }
}

/// The types of a block's parameters and result, and how C passes them.
///
/// The compiler passes integers and references in the registers for integers, floating-point numbers in those for floating-point
/// numbers, in order and apart from each other (System V's convention for x86-64, ARM's for arm64). So one C function type
/// with all of these registers calls every block that needs no other.
struct JSBlockSignature {
  private enum Parameter {
    case integer((JSLocal, JSEntry) throws(JSThrow) -> Int)
    case double
    case float
    case object((JSLocal, JSEntry) throws(JSThrow) -> AnyObject?)
  }
  private enum Result {
    case nothing
    case integer((Int, JSEntry) throws(JSThrow) -> JSLocal)
    case double
    case float
    case object
  }
  private var parameters: [Parameter] = []
  private var result = Result.object
  private var isCallable = false

  /// The words of a function type's metadata: kind, flags, result, parameters.
  ///
  /// Source: swift/include/swift/ABI/Metadata.h, `TargetFunctionTypeMetadata`; MetadataValues.h.
  @unsafe private static func words(of type: Any.Type) -> UnsafePointer<UInt> {
    unsafe Swift.unsafeBitCast(type, to: UnsafePointer<UInt>.self)
  }
  private static let functionKind: UInt = 0x302

  static func isBlock(_ type: Any.Type) -> Bool {
    let words = unsafe words(of: type)
    return unsafe words[0] == functionKind && (words[1] >> 16) & 0xff == 1
  }

  init(_ type: Any.Type) {
    let words = unsafe Self.words(of: type)
    let count = Int(unsafe words[1] & 0xffff)
    func word(_ index: Int) -> Any.Type { unsafe Swift.unsafeBitCast(words[index], to: Any.Type.self) }
    parameters = (0..<count).map { Self.parameter(word(3 + $0)) }
    result = Self.result(word(2))
    var registers = (integers: 0, doubles: 0)
    for parameter in parameters {
      switch parameter {
      case .integer, .object: registers.integers += 1
      case .double, .float: registers.doubles += 1
      }
    }
    isCallable = registers.integers <= 5 && registers.doubles <= 4
  }

  private static func parameter(_ type: Any.Type) -> Parameter {
    if type == Double.self { return .double }
    if type == Float.self { return .float }
    if type == Bool.self { return .integer { (value, entry) in Bool.read(value, in: entry) ? 1 : 0 } }
    if let type = type as? any (FixedWidthInteger & JSBridged).Type { return integer(type) }
    func object<Value>(_: Value.Type) -> Parameter {
      let reader = JSReader<Value>()
      return .object { (value, entry) throws(JSThrow) in
        let read: Any = try reader.read(value, entry)
        guard let optional = read as? any OptionalValue else { return read as AnyObject }
        return optional.wrapped.map { $0 as AnyObject }
      }
    }
    return _openExistential(type, do: object)
  }

  private static func integer<Integer: FixedWidthInteger & JSBridged>(_: Integer.Type) -> Parameter {
    .integer { (value, entry) throws(JSThrow) in Int(truncatingIfNeeded: try Integer.read(value, in: entry)) }
  }

  private static func result(_ type: Any.Type) -> Result {
    if type == Void.self { return .nothing }
    if type == Double.self { return .double }
    if type == Float.self { return .float }
    if type == Bool.self { return .integer { (word, entry) in (word & 1 == 1).write(in: entry) } }
    func integer<Integer: FixedWidthInteger & JSBridged>(_: Integer.Type) -> Result {
      .integer { (word, entry) throws(JSThrow) in try Integer(truncatingIfNeeded: word).write(in: entry) }
    }
    if let type = type as? any (FixedWidthInteger & JSBridged).Type { return integer(type) }
    return .object
  }

  // MARK: Calling

  private typealias IntegerCall =
    @convention(c) (
      UnsafeRawPointer, Int, Int, Int, Int, Int, Double, Double, Double, Double
    ) -> Int
  private typealias DoubleCall =
    @convention(c) (
      UnsafeRawPointer, Int, Int, Int, Int, Int, Double, Double, Double, Double
    ) -> Double

  /// Calls a block with the next arguments.
  @unsafe func call(_ block: UnsafeRawPointer, with arguments: inout JSArgumentReader) throws(JSThrow) -> JSLocal {
    let entry = arguments.entry
    guard isCallable else { throw entry.core.typeError("The block has too many parameters") }
    var integers = InlineArray<5, Int>(repeating: 0)
    var doubles = InlineArray<4, Double>(repeating: 0)
    var used = (integers: 0, doubles: 0)
    // The arguments are the caller's: they must live until the block returns.
    var objects: [AnyObject] = []
    for parameter in parameters {
      let value = arguments.next()
      switch parameter {
      case .integer(let read): integers[used.integers] = try read(value, entry)
      case .object(let read):
        if let object = try read(value, entry) {
          objects.append(object)
          unsafe integers[used.integers] = Int(bitPattern: Unmanaged.passUnretained(object).toOpaque())
        }
      case .double: doubles[used.doubles] = try entry.number(value)
      case .float:
        let bits = Float(try entry.number(value)).bitPattern
        doubles[used.doubles] = Double(bitPattern: UInt64(bits))
      }
      switch parameter {
      case .integer, .object: used.integers += 1
      case .double, .float: used.doubles += 1
      }
    }
    // A block begins with its class, flags and a reserved word; then comes its function, which takes the block first.
    let function = unsafe block.load(fromByteOffset: 16, as: UnsafeRawPointer.self)
    func integer() -> Int {
      unsafe Swift.unsafeBitCast(function, to: IntegerCall.self)(
        block, integers[0], integers[1], integers[2], integers[3], integers[4], doubles[0], doubles[1], doubles[2],
        doubles[3])
    }
    func double() -> Double {
      unsafe Swift.unsafeBitCast(function, to: DoubleCall.self)(
        block, integers[0], integers[1], integers[2], integers[3], integers[4], doubles[0], doubles[1], doubles[2],
        doubles[3])
    }
    defer { withExtendedLifetime(objects) {} }
    switch result {
    case .nothing:
      _ = integer()
      return entry.undefined
    case .integer(let write): return try write(integer(), entry)
    case .double: return entry.make(double())
    case .float: return entry.make(Double(Float(bitPattern: UInt32(truncatingIfNeeded: double().bitPattern))))
    case .object:
      // Returned by `autoreleaseReturnValue`, which keeps a reference for now.
      guard let pointer = unsafe UnsafeRawPointer(bitPattern: integer()) else { return entry.undefined }
      let object = unsafe Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
      return try entry.core.local(of: FoundationStorage.unboxed(object))
    }
  }
}
