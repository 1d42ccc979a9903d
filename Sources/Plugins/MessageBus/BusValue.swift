#if Plugins
import CGIO

/// A value on the message bus, of the types that our services use.
package enum BusValue: Sendable, Equatable {
  case string(String)
  case unsigned(UInt32)
  case integer(Int32)
  case bool(Bool)
  case strings([String])
  case dictionary([String: BusValue])
  case dictionaries([[String: BusValue]])
  case tuple([BusValue])
  case bytes([UInt8])
  /// A number of 16 bits; only for sending, since a received number is `unsigned`.
  case short(UInt16)
  /// An array with an element type in D-Bus's notation; among received arrays, only arrays of structures.
  case list(of: String, [BusValue])
  /// A value of another type, in GVariant's text format.
  case other(String)

  /// The value as a GVariant with a floating reference.
  package var variant: OpaquePointer {
    switch self {
    case .string(let text), .other(let text): return unsafe g_variant_new_string(text)
    case .unsigned(let number): return unsafe g_variant_new_uint32(number)
    case .integer(let number): return unsafe g_variant_new_int32(number)
    case .bool(let bool): return unsafe g_variant_new_boolean(bool ? 1 : 0)
    case .strings(let texts):
      return unsafe BusValue.array(of: "s", texts.map { unsafe g_variant_new_string($0) })
    case .dictionary(let members):
      let entries: [OpaquePointer?] = unsafe members.sorted { $0.key < $1.key }.map { name, value in
        unsafe g_variant_new_dict_entry(
          g_variant_new_string(name), g_variant_new_variant(value.variant))
      }
      return unsafe BusValue.array(of: "{sv}", entries)
    case .dictionaries(let dictionaries):
      return unsafe BusValue.array(of: "a{sv}", dictionaries.map { unsafe BusValue.dictionary($0).variant })
    case .short(let number): return unsafe g_variant_new_uint16(number)
    case .bytes(let bytes): return unsafe BusValue.array(of: "y", bytes.map { unsafe g_variant_new_byte($0) })
    case .list(let type, let values):
      return unsafe BusValue.array(of: type, values.map { unsafe $0.variant })
    case .tuple(let values):
      var items: [OpaquePointer?] = unsafe values.map { unsafe $0.variant }
      return unsafe g_variant_new_tuple(&items, gsize(items.count))
    }
  }

  private static func array(of type: String, _ items: [OpaquePointer?]) -> OpaquePointer {
    var items = unsafe items
    let type = unsafe g_variant_type_new(type)
    defer { unsafe g_variant_type_free(type) }
    return unsafe g_variant_new_array(type, &items, gsize(items.count))
  }

  /// Copies a GVariant.
  package init(_ variant: OpaquePointer) {
    switch unsafe String(cString: g_variant_get_type_string(variant)) {
    case "s", "o", "g": self = .string(unsafe String(cString: g_variant_get_string(variant, nil)))
    case "u": self = .unsigned(unsafe g_variant_get_uint32(variant))
    case "q": self = .unsigned(unsafe UInt32(g_variant_get_uint16(variant)))
    case "i": self = .integer(unsafe g_variant_get_int32(variant))
    case "b": self = .bool(unsafe g_variant_get_boolean(variant) != 0)
    case "v": self = unsafe BusValue.children(of: variant)[0]
    case "as", "ao":
      self = unsafe .strings(
        BusValue.children(of: variant).map { if case .string(let text) = $0 { text } else { "" } })
    case "a{sv}": self = unsafe .dictionary(BusValue.members(of: variant))
    case "aa{sv}":
      self = unsafe .dictionaries(
        BusValue.children(of: variant).map { if case .dictionary(let members) = $0 { members } else { [:] } })
    case "ay": self = unsafe .bytes(BusValue.bytes(of: variant))
    case let type where type.hasPrefix("a("):
      self = unsafe .list(of: String(type.dropFirst()), BusValue.children(of: variant))
    case let type where type.hasPrefix("(") || type.hasPrefix("{"):
      self = unsafe .tuple(BusValue.children(of: variant))
    default:
      let text = unsafe g_variant_print(variant, 0)
      defer { unsafe g_free(text) }
      self = .other(unsafe text.map { unsafe String(cString: $0) } ?? "")
    }
  }

  private static func bytes(of variant: OpaquePointer) -> [UInt8] {
    unsafe (0..<g_variant_n_children(variant)).map { index in
      let child = unsafe g_variant_get_child_value(variant, index)!
      defer { unsafe g_variant_unref(child) }
      return unsafe g_variant_get_byte(child)
    }
  }

  private static func children(of variant: OpaquePointer) -> [BusValue] {
    unsafe (0..<g_variant_n_children(variant)).map { index in
      let child = unsafe g_variant_get_child_value(variant, index)!
      defer { unsafe g_variant_unref(child) }
      return unsafe BusValue(child)
    }
  }

  private static func members(of variant: OpaquePointer) -> [String: BusValue] {
    var members: [String: BusValue] = [:]
    for entry in unsafe children(of: variant) {
      if case .string(let name)? = entry[0], let value = entry[1] { members[name] = value }
    }
    return members
  }

  package subscript(index: Int) -> BusValue? {
    guard case .tuple(let values) = self, values.indices.contains(index) else { return nil }
    return values[index]
  }
}
#endif
