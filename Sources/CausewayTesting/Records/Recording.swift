public import Causeway
import CausewayConcurrency

/// The messages that passed one end of a link, with their times.
///
/// As a file it is JSON Lines. The first line says what it is, each other holds one message as the wire has it
/// (docs/wire.md):
///
///     {"causeway":"recording","version":1}
///     {"at":0,"way":"received","message":{"jsonrpc":"2.0","id":1,"method":"wifi.ssid"}}
///     {"at":12.5,"way":"sent","message":{"jsonrpc":"2.0","id":1,"result":"Home"}}
///
/// Times are milliseconds since the recorder was made; ways are seen from the end that was recorded.
public struct Recording: Sendable {
  /// One message.
  public struct Entry: Sendable {
    /// When it passed, since the recorder was made.
    public var at: Duration
    /// Whether the recorded end sent it.
    public var isSent: Bool
    /// The message.
    public var message: Message
  }

  /// The version of the file's form.
  public static let version = 1

  /// The messages, in their order.
  public var entries: [Entry]

  /// A recording of these messages.
  public init(entries: [Entry]) { self.entries = entries }

  // MARK: Text

  static let head = "{\"causeway\":\"recording\",\"version\":\(version)}"

  /// The recording as a file has it.
  public var text: String { ([Recording.head] + entries.map(\.line)).joined(separator: "\n") + "\n" }

  /// Reads a file.
  ///
  /// - Parameter source: what errors call it.
  /// - Throws: ``FormatError`` with line and column: for a file that is no recording, one of another version, and a line
  ///   that is cut off or is no message.
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
        if entry.at < last { throw reader.error("This was recorded before the line above: time runs forward only.") }
        last = entry.at
        entries.append(entry)
      }
    }
  }
}

extension Recording.Entry {
  /// The entry as a file has it.
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
      "This is no recording of Causeway's: the first line of one is {\"causeway\":\"recording\",\"version\":1}.")
    guard let json = try? PositionedJSON(PositionedText(line, source: source)),
      case .object(let members) = json.content,
      let kind = members.first(where: { $0.name.text == "causeway" }), case .string("recording") = kind.value.content
    else { throw foreign }
    guard let version = members.first(where: { $0.name.text == "version" }) else { throw foreign }
    guard case .number(Double(Recording.version), _) = version.value.content else {
      throw error(
        "This recording is of version \((try? version.value.scalar("version")) ?? "?"), and only version "
          + "\(Recording.version) can be read: record it anew.", column: version.value.index + 1)
    }
  }

  /// The entry of a line as a recorder writes it.
  ///
  /// Its message is read as one is that arrives, so whatever has passed a link can be read again, however deep it is or
  /// often a name comes in it.
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
        error.column > line.count ? "This line is cut off: \(error.message)" : error.message, column: error.column)
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
      throw json.error("A line of a recording has at, way and message, in this order.")
    }
    guard case .number(let milliseconds, _) = members[0].value.content, milliseconds >= 0, milliseconds < 9e12 else {
      throw members[0].value.error("at is a time in milliseconds, and not negative.")
    }
    guard case .string(let way) = members[1].value.content, ["sent", "received"].contains(way) else {
      throw members[1].value.error("way is \"sent\" or \"received\".")
    }
    // The message is the last member: it goes to the brace that closes the line.
    let start = members[2].value.index
    let end = json.text.characters.lastIndex(of: "}") ?? start
    guard let message = Message(wireText: String(json.text.characters[start..<end])) else {
      throw members[2].value.error("This is no message as docs/wire.md has them.")
    }
    return entry(at: milliseconds, way, message)
  }
}
