import JavaScriptCoreAdditions

/// Checks the syntax of macros without running them.
///
/// It has its own virtual machine, so it works while macros run.
public final class MacroSyntax: Sendable {
  /// The shared instance, for any thread.
  public static let shared = MacroSyntax()

  /// The maximum length of a macro: 65,536 UTF-16 units.
  public static let maximumLength = 65_536

  private let context = JSContext()!

  /// The syntax error of a macro, with its location; nil if the macro can be compiled.
  public func check(_ javascript: String) -> MacroError? {
    let source = Array("(\(javascript)\n)".utf16)
    guard source.count <= MacroSyntax.maximumLength else {
      return MacroError(
        .syntax, "A macro may have at most \(MacroSyntax.maximumLength) characters; this one has \(source.count).")
    }
    guard let complaint = complaint(about: source[...]) else { return nil }
    var error = MacroError(.syntax, complaint.message, line: complaint.line)
    if let place = place(of: complaint, in: source) {
      (error.line, error.column) = (place.line, MacroScript.column(place.column, line: place.line))
    }
    let lines = javascript.split(separator: "\n", omittingEmptySubsequences: false)
    if error.line! > lines.count {
      // The complaint is about the closing parenthesis of the wrapping, so the error is at the end of the macro.
      error.message = "The macro is not complete: a bracket, string or comment is still open at its end."
      (error.line, error.column) = (lines.count, lines[lines.count - 1].utf16.count + 1)
    }
    return error
  }

  private struct InvalidText: Equatable {
    var message: String
    var line: Int
  }

  private func complaint(about source: ArraySlice<UInt16>) -> InvalidText? {
    let script = source.withUnsafeBufferPointer { JSStringCreateWithCharacters($0.baseAddress, $0.count) }
    defer { JSStringRelease(script) }
    var exception: JSValueRef?
    if JSCheckScriptSyntax(context.jsGlobalContextRef, script, nil, 1, &exception) { return nil }
    guard let exception, let value = JSValue(jsValueRef: exception, in: context) else { return nil }
    let error = JSError(value)
    return InvalidText(message: error.message, line: error.line ?? 1)
  }

  // MARK: Columns

  /// The number of characters that the search for a column may parse, which takes some tens of milliseconds.
  private static let searchLength = 4_000_000

  /// The location of a syntax error; the engine reports only its line.
  ///
  /// A parser fails as soon as it has read the unexpected token. So the shortest beginning of the source with the same
  /// error ends with that token.
  private func place(of complaint: InvalidText, in source: [UInt16]) -> (line: Int, column: Int)? {
    let newline = UInt16(ascii: "\n")
    var start = 0
    for _ in 1..<max(1, complaint.line) {
      guard let end = source[start...].firstIndex(of: newline) else { return nil }
      start = end + 1
    }
    let end = source[start...].firstIndex(of: newline) ?? source.count
    var parsed = 0
    for cut in start...end {
      parsed += cut
      guard parsed < MacroSyntax.searchLength else { return nil }
      guard self.complaint(about: source[..<cut]) == complaint else { continue }
      return (complaint.line, beginning(of: complaint, in: source[start..<cut]) - start + 1)
    }
    return nil
  }

  /// The beginning of the last token in this text.
  private func beginning(of complaint: InvalidText, in text: ArraySlice<UInt16>) -> Int {
    // Most messages quote the token: Unexpected token '}'.
    if let quoted = complaint.message.firstMatch(of: /'(.+?)'/) {
      let token = Array(quoted.1.utf16)
      if text.suffix(token.count).elementsEqual(token) { return text.endIndex - token.count }
    }
    func isWord(_ unit: UInt16) -> Bool {
      guard let scalar = Unicode.Scalar(unit) else { return true }
      return scalar.properties.isIDContinue || scalar == "$"
    }
    let word = text.reversed().prefix(while: isWord).count
    return text.endIndex - min(text.count, max(1, word))
  }
}

extension UInt16 {
  init(ascii scalar: Unicode.Scalar) { self = UInt16(scalar.value) }
}
