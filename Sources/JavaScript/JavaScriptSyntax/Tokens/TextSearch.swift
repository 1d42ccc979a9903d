extension String {
  /// Whether this text contains another one, compared by their UTF-8 bytes.
  ///
  /// The search of the standard library, `utf8.contains(_:)` of a collection, takes many times longer.
  package func hasText(_ part: String) -> Bool {
    let (text, wanted) = (utf8Span.span, part.utf8Span.span)
    guard !wanted.isEmpty else { return true }
    guard text.count >= wanted.count else { return false }
    for start in 0...(text.count - wanted.count) where text[start] == wanted[0] {
      var length = 1
      while length < wanted.count, text[start + length] == wanted[length] { length += 1 }
      if length == wanted.count { return true }
    }
    return false
  }
}
