/// The macro of a button.
public struct Macro: Sendable, Equatable, Encodable {
  /// The name for programs and other macros, such as `evenMore`.
  public let key: String
  /// The label of the button.
  public let title: String
  /// The JavaScript source: `function() { … }`.
  public internal(set) var javascript: String
  /// Earlier sources, the latest last.
  var earlier: [String] = []
  /// The number of changes, which detects that another user has changed the macro in the meantime.
  public internal(set) var revision = 0

  private enum CodingKeys: CodingKey { case key, title, javascript, canUndo, isDefault, revision }

  /// The macro in the form for a page.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(key, forKey: .key)
    try container.encode(title, forKey: .title)
    try container.encode(javascript, forKey: .javascript)
    try container.encode(!earlier.isEmpty, forKey: .canUndo)
    try container.encode(javascript == Macro.standard(key)?.javascript, forKey: .isDefault)
    try container.encode(revision, forKey: .revision)
  }

  /// The four macros of the program.
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
