import JavaScriptCore

/// Looks at macros without running them.
///
/// It has a virtual machine of its own, so it answers while macros run.
public final class MacroSyntax: Sendable {
  /// The one that everybody may use, from any thread.
  public static let shared = MacroSyntax()

  /// How long a macro may be: 64 KiB in UTF-16 characters.
  public static let longest = 65_536

  private let context = JSContext()!

  /// What is wrong with a macro, with its place; nil if it can be compiled.
  public func check(_ javascript: String) -> MacroError? {
    let source = Array("(\(javascript)\n)".utf16)
    guard source.count <= MacroSyntax.longest else {
      return MacroError(.syntax, "A macro may have \(MacroSyntax.longest) characters; this one has \(source.count).")
    }
    guard let complaint = complaint(about: source[...]) else { return nil }
    var error = MacroError(.syntax, complaint.message, line: complaint.line)
    if let place = place(of: complaint, in: source) {
      (error.line, error.column) = (place.line, MacroScript.column(place.column, line: place.line))
    }
    let lines = javascript.split(separator: "\n", omittingEmptySubsequences: false)
    if error.line! > lines.count {
      // The parenthesis that the macro stands in: what was missed is at its end.
      error.message = "The macro is not complete: something is still open at its end."
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

  /// How many characters the search for a column may have parsed: some tens of milliseconds.
  private static let searchLength = 4_000_000

  /// Where the complaint begins; the engine tells its line only.
  ///
  /// A parser complains as soon as it has read the token that does not fit. So the shortest beginning of the source that
  /// gets the same complaint ends with that token.
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

  /// Where the last token of this text begins.
  private func beginning(of complaint: InvalidText, in text: ArraySlice<UInt16>) -> Int {
    // Most complaints quote it: Unexpected token '}'.
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
