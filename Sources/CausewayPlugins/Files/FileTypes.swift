#if Plugins
public import Causeway
public import CausewayExport

/// What a file holds: text where an encoding was asked for, else bytes.
public enum FileData: CrossingValue, Equatable, Sendable {
  case text(String)
  case bytes([UInt8])

  /// `string | Uint8Array`.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription { .either([.string, .bytes]) }

  /// Reads a string or bytes.
  public init(reading value: ValueReader) throws {
    switch try BridgeValue(reading: value) {
    case .string(let text): self = .text(text)
    case .bytes(let bytes): self = .bytes(bytes.data)
    default: throw value.isNot("a string or bytes")
    }
  }

  /// Writes a string or bytes.
  public func write(to writer: ValueWriter) throws {
    switch self {
    case .text(let text): text.write(to: writer)
    case .bytes(let bytes): BridgeBytes(bytes).write(to: writer)
    }
  }

  /// Reads what crossed the bridge.
  public init(from decoder: any Decoder) throws {
    switch try BridgeValue(from: decoder) {
    case .string(let text): self = .text(text)
    case .bytes(let bytes): self = .bytes(bytes.data)
    default:
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "expected a string or bytes"))
    }
  }

  /// Writes what crosses the bridge.
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
  /// - Throws: `INVALID_ARGUMENT` for text without an encoding, `RESOURCE_EXHAUSTED` for more than one call may write.
  func bytes(_ encoding: FileEncoding?, _ limits: FileLimits) throws(BridgeError) -> [UInt8] {
    let bytes: [UInt8]
    switch self {
    case .bytes(let given): bytes = given
    case .text(let text):
      // Elsewhere text without an encoding is base64: taken for what it is not, it would be written wrong in silence.
      guard encoding != nil else {
        throw BridgeError(
          .invalidArgument, "params.encoding: is missing: text is written with encoding: \"utf8\", bytes without one.")
      }
      bytes = Array(text.utf8)
    }
    guard bytes.count <= limits.fileBytes else {
      throw BridgeError(
        .resourceExhausted,
        "The data has \(bytes.count) bytes, over the limit fileBytes (\(limits.fileBytes)): write it from a stream.",
        data: ["limit": "fileBytes", "maximum": .number(Double(limits.fileBytes))])
    }
    return bytes
  }
}

/// How text is written as bytes.
@Crossing public enum FileEncoding: String, Sendable { case utf8 }

/// What was in a file.
@Crossing
public struct ReadFileResult: Sendable {
  /// Text when an encoding was asked for, else bytes.
  public var data: FileData
}

/// What an entry of a folder is.
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
  /// Its name in the folder.
  public var name: String
  /// What it is.
  public var type: EntryType
  /// In bytes.
  public var size: Int
  /// When it was last written, in milliseconds since 1970.
  public var mtime: Double
}

/// What is in a folder.
@Crossing
public struct ReaddirResult: Sendable {
  /// By name.
  public var files: [FileInfo]
  /// How many more there are whose names are not UTF-8, so that JavaScript cannot name them.
  public var unnamed: Int
}

/// What happened in a folder that is watched.
@Crossing public enum FileChangeKind: String, Sendable {
  /// It was made, or moved here.
  case created
  /// It was written, and is closed now.
  case modified
  /// It was removed, or moved away.
  case deleted
  /// More happened than could be kept: look at everything anew.
  case overflow
}

/// One thing that happened in a folder that is watched.
@Crossing
public struct FileChange: Sendable, Equatable {
  /// What happened.
  public var kind: FileChangeKind
  /// The name in the folder; left out when it is the watched file itself, or when anything may have changed.
  public var name: String?
}
#endif
