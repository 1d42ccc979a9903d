#if Plugins
import Causeway
import MessageBus

/// A file dialog's filter, in the format of the `accept` attribute of `<input type="file">`.
///
/// A suggestion: the user may choose any other file.
struct FileTypeFilter: Sendable {
  private enum Item {
    case ending(String)
    case mimeType(String)
  }

  private let texts: [String]
  private let items: [Item]

  /// The maximum number of types, and the maximum length of one in bytes.
  private static let (maximumCount, maximumLength) = (64, 127)

  /// - Parameter types: file name extensions and MIME types, such as `.txt`, `image/png` and `image/*`.
  /// - Throws: `INVALID_ARGUMENT` for any other text.
  init(_ types: [String]) throws(BridgeError) {
    guard types.count <= FileTypeFilter.maximumCount else {
      throw BridgeError(.invalidArgument, "params.types: has more than \(FileTypeFilter.maximumCount) types.")
    }
    var items: [Item] = []
    for (index, type) in types.enumerated() {
      guard type.utf8.count <= FileTypeFilter.maximumLength, let item = FileTypeFilter.item(type) else {
        throw BridgeError(
          .invalidArgument,
          "params.types[\(index)]: expected an extension such as .txt or a type such as image/png or image/*, got \(Suggestion.quoted(type))."
        )
      }
      items.append(item)
    }
    texts = types
    self.items = items
  }

  /// The options of `org.freedesktop.portal.FileChooser`: 0 for name patterns, 1 for MIME types.
  var options: [String: BusValue] {
    guard !items.isEmpty else { return [:] }
    let patterns = items.map { item -> BusValue in
      switch item {
      case .ending(let ending): .tuple([.unsigned(0), .string("*" + ending)])
      case .mimeType(let type): .tuple([.unsigned(1), .string(type)])
      }
    }
    let filter = BusValue.tuple([.string(texts.joined(separator: ", ")), .list(of: "(us)", patterns)])
    return ["filters": .list(of: "(sa(us))", [filter])]
  }

  private static func item(_ text: String) -> Item? {
    if text.utf8.first == UInt8(ascii: ".") {
      return text.utf8.count > 1 && text.utf8.allSatisfy(isToken) ? .ending(text) : nil
    }
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), parts[0].allSatisfy(isToken),
      parts[1].allSatisfy(isToken) || parts[1].elementsEqual("*".utf8)
    else { return nil }
    return .mimeType(text)
  }

  /// Whether a byte may be part of an extension or a type: no character of a pattern.
  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: ".+-_".utf8.contains(byte)
    }
  }
}
#endif
