#if NATS
import Causeway
import Glibc

/// Subjects: a prefix, a dot and the method's name.
enum NATSSubject {
  private static let longest = 1_024

  /// Whether the text is a subject without wildcards, to which a message can be published.
  static func isLiteral(_ subject: String) -> Bool {
    guard subject.utf8.count <= longest else { return false }
    var last = UInt8(ascii: ".")
    for byte in subject.utf8 {
      switch byte {
      case 0...0x20, 0x7F, UInt8(ascii: "*"), UInt8(ascii: ">"): return false
      case UInt8(ascii: ".") where last == UInt8(ascii: "."): return false
      default: last = byte
      }
    }
    return last != UInt8(ascii: ".")
  }

  /// - Throws: `INVALID_ARGUMENT` for a text that is not a subject or contains wildcards.
  static func check(_ subject: String, _ what: String) throws(BridgeError) {
    guard isLiteral(subject) else {
      let shown = String(subject.prefix(64)).debugDescription
      throw BridgeError(.invalidArgument, "\(what) \(shown) is not a NATS subject without wildcards.")
    }
  }

  /// Where the workers of a prefix publish an event: not beneath the prefix, where callers may publish.
  static func event(_ name: String, of prefix: String) -> String { "_EVENT.\(prefix).\(name)" }

  /// A new subject that cannot be guessed: 128 random bits.
  ///
  /// - Parameter prefix: the first part of inboxes: ``NATSOptions/inboxPrefix``.
  static func inbox(_ prefix: String) -> String {
    "\(prefix).\(token())"
  }

  /// 128 random bits.
  static func token() -> String {
    var tokens = NATSTokens()
    return tokens.next() + tokens.next()
  }

  /// Whether a peer may have this subject answered: an inbox, and no method, event or interface of the server's.
  ///
  /// A client may be allowed to publish to few subjects only, but others publish to the reply subject that it names.
  ///
  /// - Parameter prefix: the prefix of our own inboxes; the inboxes of peers begin with the same token.
  static func isInbox(_ subject: String, _ prefix: String) -> Bool {
    guard isLiteral(subject) else { return false }
    // The server's own, for a request that came from another account.
    if subject.hasPrefix("_R_.") { return true }
    // For one that came from another cluster: `_GR_.`, cluster, server, and the inbox, which the server publishes to there.
    let original =
      subject.hasPrefix("_GR_.")
      ? subject.split(separator: ".", maxSplits: 3).dropFirst(3).first ?? "" : Substring(subject)
    let first = prefix.prefix { $0 != "." }
    return original.utf8.count > first.utf8.count + 1 && original.hasPrefix("\(first).")
  }

  /// The call's number and the token in a subject beneath an inbox, `inbox.number.token`; nil for another form.
  static func call(in subject: String, of inbox: String) -> (id: CallID, token: Substring)? {
    let rest = subject.utf8.dropFirst(inbox.utf8.count + 1)
    guard let dot = rest.firstIndex(of: UInt8(ascii: ".")), let number = UInt64(Substring(rest[..<dot])) else {
      return nil
    }
    return (CallID(rawValue: number), Substring(rest[rest.index(after: dot)...]))
  }
}

/// Random texts of 64 bits, which cannot be guessed.
///
/// The kernel is asked for 32 at a time: a request for each takes longer than the rest of a call's headers.
struct NATSTokens {
  private var words: [UInt64] = []

  mutating func next() -> String {
    if words.isEmpty { words = NATSTokens.randomWords() }
    var word = words.removeLast()
    // Thirteen digits of five bits: a small string that needs no allocation.
    return unsafe String(
      unsafeUninitializedCapacity: 13,
      initializingUTF8With: { digits in
        for index in 0..<13 {
          let digit = UInt8(truncatingIfNeeded: word & 31)
          unsafe digits[index] = digit < 26 ? UInt8(ascii: "a") + digit : UInt8(ascii: "2") + digit - 26
          word >>= 5
        }
        return 13
      })
  }

  private static func randomWords() -> [UInt64] {
    var words = [UInt64](repeating: 0, count: 32)
    let status = unsafe words.withUnsafeMutableBytes { unsafe getentropy($0.baseAddress, $0.count) }
    precondition(status == 0, "The kernel did not return random bytes.")
    return words
  }
}

/// The headers of ours; docs/nats.md describes them.
enum NATSHeader {
  /// Milliseconds that the caller still waits; in a request.
  static let timeout = "Causeway-Timeout"
  /// Milliseconds without a message after which each side considers the other one lost; in a request.
  static let lease = "Causeway-Lease"
  /// The items that the caller of a stream takes before it grants more; in a request.
  static let credit = "Causeway-Credit"
  /// The subject for the caller's messages to the worker; in each message that is not an answer, as long as the call runs.
  static let control = "Causeway-Control"
  /// How many items or credits were sent so far; in messages of a pair, and in the answer that ends a stream.
  static let sequence = "Causeway-Sequence"
  /// The error's text and number, as NATS services give them; in an answer that is an error.
  static let error = "Nats-Service-Error"
  static let errorCode = "Nats-Service-Error-Code"

  /// A text of others' as a header's value: without control characters, which no header may have, and not too long.
  static func value(_ text: String, atMost count: Int = 256) -> String {
    var value = ""
    for scalar in text.unicodeScalars.prefix(count) {
      value.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar)
    }
    return value
  }

  /// Whether a header is metadata of the caller's, not the protocol's.
  static func isMetadata(_ name: String) -> Bool {
    !begins(name, "causeway-") && !begins(name, "nats-") && !isSame(name, "status") && !isSame(name, "description")
  }

  /// - Parameter start: in lower case, as ASCII.
  private static func begins(_ name: String, _ start: String) -> Bool {
    name.utf8.count >= start.utf8.count
      && zip(name.utf8, start.utf8).allSatisfy { $0 == $1 || ($0 | 0x20 == $1 && (0x41...0x5A).contains($0)) }
  }

  private static func isSame(_ name: String, _ other: String) -> Bool {
    name.utf8.count == other.utf8.count && begins(name, other)
  }
}
#endif
