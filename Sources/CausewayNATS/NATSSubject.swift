#if NATS
import Causeway

/// Subjects: a prefix, a dot and the method's name.
enum NATSSubject {
  private static let longest = 1_024

  /// Whether the text is a subject without wildcards, to which a message can be published.
  static func isLiteral(_ subject: String) -> Bool {
    guard !subject.isEmpty, subject.utf8.count <= longest else { return false }
    let isPlain = subject.utf8.allSatisfy {
      $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "*") && $0 != UInt8(ascii: ">")
    }
    return isPlain && !subject.split(separator: ".", omittingEmptySubsequences: false).contains("")
  }

  /// - Throws: `INVALID_ARGUMENT` for a text that is no subject or holds wildcards.
  static func check(_ subject: String, _ what: String) throws(BridgeError) {
    guard isLiteral(subject) else {
      let shown = String(subject.prefix(64)).debugDescription
      throw BridgeError(.invalidArgument, "\(what) \(shown) is no NATS subject without wildcards.")
    }
  }

  /// Where the workers of a prefix publish an event: not beneath the prefix, where callers may publish.
  static func event(_ name: String, of prefix: String) -> String { "_EVENT.\(prefix).\(name)" }

  /// A subject of one's own that nobody guesses: 128 random bits.
  static func inbox() -> String { "_INBOX.\(token())\(token())" }

  /// 64 random bits.
  static func token() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }
}

/// The headers of ours; docs/nats.md describes them.
enum NATSHeader {
  /// Milliseconds that the caller still waits; in a request.
  static let timeout = "Causeway-Timeout"
  /// Milliseconds after which each side gives up the other one if it receives nothing; in a request.
  static let lease = "Causeway-Lease"
  /// The items that the caller of a stream takes before it grants more; in a request.
  static let credit = "Causeway-Credit"
  /// In a message that is no answer: the worker still handles the call.
  static let alive = "Causeway-Alive"
  /// How many items or credits were sent so far; in messages of a pair, and in the answer that ends a stream.
  static let sequence = "Causeway-Sequence"
  /// The error's text and number, as NATS services give them; in an answer that is an error.
  static let error = "Nats-Service-Error"
  static let errorCode = "Nats-Service-Error-Code"

  /// Whether a header is metadata of the caller's, not the protocol's.
  static func isMetadata(_ name: String) -> Bool {
    let name = name.lowercased()
    return !name.hasPrefix("causeway-") && !name.hasPrefix("nats-") && name != "status" && name != "description"
  }
}
#endif
