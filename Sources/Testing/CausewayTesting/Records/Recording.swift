public import Causeway
import CausewayConcurrency

/// The messages at one end of a link, with their times.
///
/// A file has the format JSON Lines. The first line identifies it, each further line is one message in its wire format
/// (docs/wire.md):
///
///     {"causeway":"recording","version":1}
///     {"at":0,"way":"received","message":{"jsonrpc":"2.0","id":1,"method":"wifi.ssid"}}
///     {"at":12.5,"way":"sent","message":{"jsonrpc":"2.0","id":1,"result":"Home"}}
///
/// Times are milliseconds since the recorder was created; directions are those of the recorded end.
public struct Recording: Sendable {
  /// One message.
  public struct Entry: Sendable {
    /// The time of the message, since the recorder was created.
    public var at: Duration
    /// Whether the recorded end sent it.
    public var isSent: Bool
    /// The message.
    public var message: Message
  }

  /// The version of the file format.
  public static let version = 1

  /// The messages, in order.
  public var entries: [Entry]

  /// Creates a recording.
  public init(entries: [Entry]) { self.entries = entries }

  // MARK: Text

  static let head = "{\"causeway\":\"recording\",\"version\":\(version)}"

  /// The text of the file.
  public var text: String { ([Recording.head] + entries.map(\.line)).joined(separator: "\n") + "\n" }

  /// Parses a file.
  ///
  /// - Parameter source: the name of the text in errors.
  /// - Throws: ``FormatError`` with line and column, if the file is not a recording, has another version, or has an
  ///   incomplete or invalid line.
  public init(parsing text: String, source: String = "recording") throws(FormatError) {
    entries = []
    var number = 0
    var last = Duration.zero
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" }) {
      number += 1
      let reader = RecordedLine(line, number: number, source: source)
      if number == 1 {
        try reader.requireHead()
      } else if line.contains(where: { !$0.isWhitespace }) {
        let entry = try reader.entry()
        if entry.at < last { throw reader.error("This line is earlier than the one before it.") }
        last = entry.at
        entries.append(entry)
      }
    }
  }
}

extension Recording.Entry {
  /// The entry as a line of the file.
  var line: String {
    let milliseconds = BridgeValue.number(at / .milliseconds(1)).wireText
    return #"{"at":\#(milliseconds),"way":"\#(isSent ? "sent" : "received")","message":\#(message.wireText)}"#
  }
}

/// One line of a recording's file.
private struct RecordedLine {
  private let line: String
  private let number: Int
  private let source: String

  init(_ line: Substring, number: Int, source: String) {
    self.line = String(line)
    self.number = number
    self.source = source
  }

  func error(_ message: String, column: Int = 1) -> FormatError {
    FormatError(source: source, line: number, column: column, message: message)
  }

  private func error(_ error: FormatError) -> FormatError { self.error(error.message, column: error.column) }

  func requireHead() throws(FormatError) {
    let foreign = error(
      "This is not a recording: its first line must be {\"causeway\":\"recording\",\"version\":1}.")
    guard let json = try? PositionedJSON(PositionedText(line, source: source)),
      case .object(let members) = json.content,
      let kind = members.first(where: { $0.name.text == "causeway" }), case .string("recording") = kind.value.content
    else { throw foreign }
    guard let version = members.first(where: { $0.name.text == "version" }) else { throw foreign }
    guard case .number(Double(Recording.version), _) = version.value.content else {
      throw error(
        "This recording has version \((try? version.value.scalar("version")) ?? "?"); only version "
          + "\(Recording.version) is supported: record it again.", column: version.value.index + 1)
    }
  }

  /// The entry of a line in the recorder's own format.
  ///
  /// Its message is parsed like a received message, so every recorded message can be read again, with any nesting or
  /// repeated names.
  private var written: Recording.Entry? {
    for way in ["sent", "received"] {
      let (start, middle) = ("{\"at\":", ",\"way\":\"\(way)\",\"message\":")
      guard line.hasPrefix(start), line.hasSuffix("}"), let range = line.firstRange(of: middle),
        let milliseconds = Double(line[..<range.lowerBound].dropFirst(start.count)), (0..<9e12).contains(milliseconds),
        let message = Message(wireText: String(line[range.upperBound...].dropLast()))
      else { continue }
      return entry(at: milliseconds, way, message)
    }
    return nil
  }

  private func entry(at milliseconds: Double, _ way: String, _ message: Message) -> Recording.Entry {
    Recording.Entry(at: .nanoseconds(Int64((milliseconds * 1e6).rounded())), isSent: way == "sent", message: message)
  }

  func entry() throws(FormatError) -> Recording.Entry {
    if let written { return written }
    let json: PositionedJSON
    do throws(FormatError) {
      json = try PositionedJSON(PositionedText(line, source: source))
    } catch {
      throw self.error(
        error.column > line.count ? "This line is incomplete: \(error.message)" : error.message, column: error.column)
    }
    do throws(FormatError) {
      return try entry(json)
    } catch {
      throw self.error(error)
    }
  }

  private func entry(_ json: PositionedJSON) throws(FormatError) -> Recording.Entry {
    let members = try json.object("a line of a recording")
    guard members.map(\.name.text) == ["at", "way", "message"] else {
      throw json.error("A line of a recording must have at, way and message, in this order.")
    }
    guard case .number(let milliseconds, _) = members[0].value.content, milliseconds >= 0, milliseconds < 9e12 else {
      throw members[0].value.error("at: expected a time in milliseconds of at least 0.")
    }
    guard case .string(let way) = members[1].value.content, ["sent", "received"].contains(way) else {
      throw members[1].value.error("way: expected \"sent\" or \"received\".")
    }
    // The message is the last member: it ends at the line's closing brace.
    let start = members[2].value.index
    let end = json.text.characters.lastIndex(of: "}") ?? start
    guard let message = Message(wireText: String(json.text.characters[start..<end])) else {
      throw members[2].value.error("This is not a message of the wire format (docs/wire.md).")
    }
    return entry(at: milliseconds, way, message)
  }
}
