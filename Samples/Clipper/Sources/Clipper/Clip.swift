import Crypto
public import Foundation

/// What was clipped from a page: a note on its way to a vault.
public struct Clip: Codable, Sendable, Equatable {
  /// One line of a note's front matter: a text, or a list of texts.
  public struct Property: Codable, Sendable, Equatable {
    /// What it says.
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

    /// Its name.
    public var name: String
    /// What it says.
    public var value: Value

    /// A line.
    public init(name: String, value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// The page's title.
  public var title: String
  /// What the note would like to be called.
  public var name: String
  /// Markdown.
  public var body: String
  /// The front matter, in order.
  public var properties: [Property]

  /// A clip.
  public init(title: String, name: String, body: String, properties: [Property]) {
    self.title = title
    self.name = name
    self.body = body
    self.properties = properties
  }

  /// Names the clip: the same page with the same text is the same clip, however often it is clipped.
  public var key: String {
    let source = properties.first { $0.name == "source" }
    var hash = SHA256()
    for part in ["\(source.map { "\($0.value)" } ?? "")", title, body] {
      hash.update(data: Data(part.utf8))
      hash.update(data: Data([0]))
    }
    return hash.finalize().prefix(16).map { String(format: "%02x", $0) }.joined()
  }

  /// As it lies in the queue.
  public func encoded() throws -> Data { try JSONEncoder().encode(self) }

  /// The note that it becomes: front matter and body.
  public var note: String { FrontMatter.note(self, key: key) }
}
