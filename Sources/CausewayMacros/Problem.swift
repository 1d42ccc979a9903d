#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Something in the source that cannot be exported, in a sentence that says what to do.
struct Problem: DiagnosticMessage, Error {
  let message: String
  let diagnosticID: MessageID
  var severity: DiagnosticSeverity { .error }

  init(_ id: String, _ message: String) {
    self.message = message
    diagnosticID = MessageID(domain: "Causeway", id: id)
  }
}

/// What the editor offers to do about a problem.
struct ExportFixIt: FixItMessage {
  let message: String
  let fixItID: MessageID

  init(_ message: String) {
    self.message = message
    fixItID = MessageID(domain: "Causeway", id: message)
  }
}

extension MacroExpansionContext {
  /// Tells a problem at its place in the source.
  func report(_ problem: Problem, at node: some SyntaxProtocol, _ fixIts: [FixIt] = []) {
    diagnose(Diagnostic(node: Syntax(node), message: problem, fixIts: fixIts))
  }
}

extension FixIt {
  /// Puts `new` in the place of `old`.
  static func replace(_ message: String, _ old: some SyntaxProtocol, with new: some SyntaxProtocol) -> FixIt {
    FixIt(
      message: ExportFixIt(message), changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }
}
#endif
