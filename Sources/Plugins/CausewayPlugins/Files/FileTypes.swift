#if Plugins
public import Causeway
public import CausewayExport

/// The content of a file: text if an encoding is given, bytes otherwise.
public enum FileData: CrossingValue, TypeDescribing, Equatable, Sendable {
  case text(String)
  case bytes([UInt8])

  /// `string | Uint8Array`.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription { .either([.string, .bytes]) }

  /// Decodes a string or bytes.
  public init(reading value: borrowing ValueReader) throws {
    switch try BridgeValue(reading: value) {
    case .string(let text): self = .text(text)
    case .bytes(let bytes): self = .bytes(bytes.data)
    default: throw value.isNot("a string or bytes")
    }
  }

  /// Encodes a string or bytes.
  public func write(to writer: borrowing ValueWriter) throws {
    switch self {
    case .text(let text): text.write(to: writer)
    case .bytes(let bytes): BridgeBytes(bytes).write(to: writer)
    }
  }

  /// Decodes a value of the bridge.
  public init(from decoder: any Decoder) throws {
    switch try BridgeValue(from: decoder) {
    case .string(let text): self = .text(text)
    case .bytes(let bytes): self = .bytes(bytes.data)
    default:
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "expected a string or bytes"))
    }
  }

  /// Encodes a value of the bridge.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .text(let text): try BridgeValue.string(text).encode(to: encoder)
    case .bytes(let bytes): try BridgeBytes(bytes).encode(to: encoder)
    }
  }
}

extension FileData {
  /// The bytes to write.
  ///
  /// - Throws: `INVALID_ARGUMENT` for text without an encoding, `RESOURCE_EXHAUSTED` for more bytes than one call may
  ///   write.
  func bytes(_ encoding: FileEncoding?, _ limits: FileLimits) throws(BridgeError) -> [UInt8] {
    let bytes: [UInt8]
    switch self {
    case .bytes(let given): bytes = given
    case .text(let text):
      // Other APIs treat text without an encoding as base64. An error prevents silently wrong content.
      guard encoding != nil else {
        throw BridgeError(
          .invalidArgument,
          "params.encoding: is missing: write text with encoding: \"utf8\", and bytes without an encoding.")
      }
      bytes = Array(text.utf8)
    }
    guard bytes.count <= limits.fileBytes else {
      throw BridgeError(
        .resourceExhausted,
        "The data has \(bytes.count) bytes, over the limit fileBytes (\(limits.fileBytes)): use writeFileFromStream.",
        data: ["limit": "fileBytes", "maximum": .number(Double(limits.fileBytes))])
    }
    return bytes
  }
}

/// The encoding of text in a file.
@Crossing public enum FileEncoding: String, Sendable { case utf8 }

/// The content of a file.
@Crossing
public struct ReadFileResult: Sendable {
  /// Text if an encoding was given, bytes otherwise.
  public var data: FileData
}

/// The type of a folder's entry.
@Crossing public enum EntryType: String, Sendable {
  case file, directory
  /// A symbolic link.
  case link
  /// A device, a FIFO or a socket: never opened.
  case other
}

/// An entry of a folder.
@Crossing
public struct FileInfo: Sendable {
  /// The name in its folder.
  public var name: String
  /// The type of the entry.
  public var type: EntryType
  /// The size in bytes.
  public var size: Int
  /// The time of the last modification, in milliseconds since 1970.
  public var mtime: Double
}

/// The content of a folder.
@Crossing
public struct ReaddirResult: Sendable {
  /// The entries, sorted by name.
  public var files: [FileInfo]
  /// The number of further entries whose names JavaScript cannot represent: not UTF-8, or with U+FFFD.
  public var unnamed: Int
}

/// The kind of a change in a watched folder.
@Crossing public enum FileChangeKind: String, Sendable {
  /// The entry was created, or moved here.
  case created
  /// The file was written and closed.
  case modified
  /// The entry was removed, or moved away.
  case deleted
  /// Changes were lost: read everything again.
  case overflow
}

/// One change in a watched folder.
@Crossing
public struct FileChange: Sendable, Equatable {
  /// The kind of the change.
  public var kind: FileChangeKind
  /// The name in the folder; omitted for the watched file itself, and for lost changes.
  public var name: String?
}
#endif
