import Crypto
public import Foundation

/// The note made from a page, before it is written to a vault.
public struct Clip: Codable, Sendable, Equatable {
  /// One line of a note's front matter: a text, or a list of texts.
  public struct Property: Codable, Sendable, Equatable {
    /// The value.
    public enum Value: Codable, Sendable, Equatable {
      case text(String)
      case list([String])

      /// A JSON string, or an array of strings.
      public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
          self = .text(text)
        } else {
          self = .list(try container.decode([String].self))
        }
      }

      /// A JSON string, or an array of strings.
      public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .list(let list): try container.encode(list)
        }
      }
    }

    /// The key.
    public var name: String
    /// The value.
    public var value: Value

    /// Makes a line.
    public init(name: String, value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// The page's title.
  public var title: String
  /// The proposed file name of the note.
  public var name: String
  /// The body in Markdown.
  public var body: String
  /// The front matter, in order.
  public var properties: [Property]

  /// Makes a clip.
  public init(title: String, name: String, body: String, properties: [Property]) {
    self.title = title
    self.name = name
    self.body = body
    self.properties = properties
  }

  /// The identity of the clip: the same page with the same text has the same key.
  public var key: String {
    let source = properties.first { $0.name == "source" }
    var hash = SHA256()
    for part in ["\(source.map { "\($0.value)" } ?? "")", title, body] {
      hash.update(data: Data(part.utf8))
      hash.update(data: Data([0]))
    }
    return hash.finalize().prefix(16).map { String(format: "%02x", $0) }.joined()
  }

  /// The encoded form in the queue.
  public func encoded() throws -> Data { try JSONEncoder().encode(self) }

  /// The complete note: front matter and body.
  public var note: String { FrontMatter.note(self, key: key) }
}
