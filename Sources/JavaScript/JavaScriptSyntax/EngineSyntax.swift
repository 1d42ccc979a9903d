import Synchronization

/// The syntax that the engine of this process parses itself: a text that uses it is left as it is.
///
/// A process has one engine. Until a realm has been asked, texts are rewritten, which every engine runs.
package enum EngineSyntax {
  /// An expression that an engine without `using` declarations does not parse.
  package static let probe = "(async () => { { using a = null } await using b = null; for (using c of []); })"

  /// 0: unknown; 1: no; 2: yes.
  private static let using = Atomic<Int>(0)

  package static var isKnown: Bool { using.load(ordering: .relaxed) != 0 }

  /// Whether the engine parses `using` and `await using` declarations.
  package static var parsesUsing: Bool {
    get { using.load(ordering: .relaxed) == 2 }
    set { using.store(newValue ? 2 : 1, ordering: .relaxed) }
  }

  /// Whether a script may contain syntax that the engine does not parse.
  package static func mayNeedRewriting(_ source: String) -> Bool {
    (!parsesUsing && source.hasText("using")) || source.hasText("@") || source.hasText("accessor")
  }
}
