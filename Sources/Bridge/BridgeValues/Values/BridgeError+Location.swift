extension BridgeError {
  /// A place in a script.
  public struct Location: Sendable, Hashable, CustomStringConvertible {
    /// The URL or the name of the script.
    public var url: String
    /// Counted from 1; nil if unknown.
    public var line: Int?
    /// Counted from 1, in UTF-16 code units; nil if unknown.
    public var column: Int?

    /// A place in a script.
    public init(url: String, line: Int? = nil, column: Int? = nil) {
      self.url = url
      self.line = line
      self.column = column
    }

    /// `url:line:column`, as far as known.
    public var description: String { url + (line.map { ":\($0)" } ?? "") + (column.map { ":\($0)" } ?? "") }

    /// Reads what a peer sent; nil without a URL.
    init?(_ value: BridgeValue) {
      guard let url = value["url"]?.string else { return nil }
      func count(_ name: String) -> Int? {
        value[name]?.number.flatMap { Int(exactly: $0) }.flatMap { $0 > 0 ? $0 : nil }
      }
      self.init(url: url, line: count("line"), column: count("column"))
    }

    var object: BridgeObject {
      var object = BridgeObject()
      object["url"] = .string(url)
      object["line"] = line.map { .number(Double($0)) }
      object["column"] = column.map { .number(Double($0)) }
      return object
    }
  }
}
