/// The syntax of texts that are not modules.
package enum ScriptSyntax {
  /// The first error in a text; nil if it has none.
  ///
  /// On any thread: a text that nests deeply is read on a large stack.
  package static func error(in source: [UInt8], kind: ScriptText.Kind = .script) -> SyntaxError? {
    do throws(SyntaxError) {
      try StackRoom.parse { (options) throws(SyntaxError) in
        var parser = Parser(source.span, options, goal: kind.goal)
        do {
          try parser.parseProgram()
        } catch {
          throw parser.tokenizer.error
        }
      }
      return nil
    } catch {
      return error
    }
  }
}
