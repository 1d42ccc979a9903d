#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A declaration that cannot be exported, with a message that names the remedy.
struct Problem: DiagnosticMessage, Error {
  let message: String
  let diagnosticID: MessageID
  var severity: DiagnosticSeverity { .error }

  init(_ id: String, _ message: String) {
    self.message = message
    diagnosticID = MessageID(domain: "Causeway", id: id)
  }
}

/// A fix-it for a problem.
struct ExportFixIt: FixItMessage {
  let message: String
  let fixItID: MessageID

  init(_ message: String) {
    self.message = message
    fixItID = MessageID(domain: "Causeway", id: message)
  }
}

extension MacroExpansionContext {
  /// Reports a problem at a location in the source.
  func report(_ problem: Problem, at node: some SyntaxProtocol, _ fixIts: [FixIt] = []) {
    diagnose(Diagnostic(node: Syntax(node), message: problem, fixIts: fixIts))
  }
}

extension FixIt {
  /// Replaces `old` by `new`.
  static func replace(_ message: String, _ old: some SyntaxProtocol, with new: some SyntaxProtocol) -> FixIt {
    FixIt(
      message: ExportFixIt(message), changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }
}
#endif
