import Foundation
@_spi(Reflection) import Swift

/// Direct access to the storage of Foundation's containers.
///
/// On Linux their methods bridge an element with all its contents before returning it, so an element that contains
/// itself overflows the stack. Swift's reflection finds the offset of the storage; without it the methods are used.
@safe enum FoundationStorage {
  private static let arrays = offset(in: NSArray.self, of: [AnyObject].self)
  private static let dictionaries = offset(in: NSDictionary.self, of: [NSObject: AnyObject].self)
  private static let sets = offset(in: NSSet.self, of: Set<NSObject>.self)

  private static func offset(in container: AnyClass, of storage: Any.Type) -> Int? {
    var found: Int?
    let ofClasses = _EachFieldOptions(rawValue: 1)
    _ = unsafe _forEachField(of: container, options: ofClasses) { name, offset, type, _ in
      if unsafe String(cString: name) == "_storage", type == storage { found = offset }
      return true
    }
    return found
  }

  /// The stored elements; nil for a subclass with another storage.
  static func elements(of array: NSArray) -> [AnyObject]? {
    guard let arrays, type(of: array) == NSArray.self || type(of: array) == NSMutableArray.self else { return nil }
    return unsafe read([AnyObject].self, at: arrays, of: array)
  }

  static func entries(of dictionary: NSDictionary) -> [NSObject: AnyObject]? {
    guard let dictionaries,
      type(of: dictionary) == NSDictionary.self || type(of: dictionary) == NSMutableDictionary.self
    else { return nil }
    return unsafe read([NSObject: AnyObject].self, at: dictionaries, of: dictionary)
  }

  static func elements(of set: NSSet) -> [AnyObject]? {
    guard let sets, type(of: set) == NSSet.self || type(of: set) == NSMutableSet.self else { return nil }
    return unsafe Array(read(Set<NSObject>.self, at: sets, of: set))
  }

  @unsafe private static func read<Storage>(_ type: Storage.Type, at offset: Int, of object: AnyObject) -> Storage {
    unsafe (Unmanaged.passUnretained(object).toOpaque() + offset).assumingMemoryBound(to: type).pointee
  }

  /// The Swift value of a boxed element; any other object unchanged.
  static func unboxed(_ element: AnyObject) -> Any {
    switch element {
    case is NSString, is NSNumber, is NSArray, is NSDictionary, is NSSet: element
    default: NSArray(array: [element]).object(at: 0)
    }
  }
}
