/// A macro: what one of the buttons does.
public struct Macro: Sendable, Equatable, Encodable {
  /// Its name for programs and other macros: `evenMore`.
  public let key: String
  /// What the button says.
  public let title: String
  /// JavaScript: `function() { … }`.
  public internal(set) var javascript: String
  /// What it was before its latest changes, the latest last.
  var earlier: [String] = []
  /// Grows with each change, so that of two people who edit it the second learns of the first.
  public internal(set) var revision = 0

  private enum CodingKeys: CodingKey { case key, title, javascript, canUndo, isDefault, revision }

  /// As a page shows it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(key, forKey: .key)
    try container.encode(title, forKey: .title)
    try container.encode(javascript, forKey: .javascript)
    try container.encode(!earlier.isEmpty, forKey: .canUndo)
    try container.encode(javascript == Macro.standard(key)?.javascript, forKey: .isDefault)
    try container.encode(revision, forKey: .revision)
  }

  /// The four that the program comes with.
  public static let standard = [
    Macro(
      key: "less", title: "Less",
      javascript: """
        function() {
            setInnerProgress(getInnerProgress() - 1);
        }
        """),
    Macro(
      key: "more", title: "More",
      javascript: """
        function() {
            setInnerProgress(getInnerProgress() + 1);
        }
        """),
    Macro(
      key: "evenLess", title: "Even less",
      javascript: """
        function() {
            less();
            setMiddleProgress(getMiddleProgress() - 2);
            setOuterProgress(getOuterProgress() - 3);
        }
        """),
    Macro(
      key: "evenMore", title: "Even more",
      javascript: """
        async function() {
            more();
            for (let step = 0; step < 3; step++) {
                await pause(120);
                setMiddleProgress(getMiddleProgress() + 2 / 3);
                setOuterProgress(getOuterProgress() + 1);
            }
            console.log("outer ring at", getOuterProgress());
        }
        """),
  ]

  static func standard(_ key: String) -> Macro? { standard.first { $0.key == key } }
}
