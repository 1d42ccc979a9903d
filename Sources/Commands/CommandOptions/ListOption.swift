extension [String] {
  /// The words of options that take lists: `--allow a,b --allow "c d"` has four.
  package var listed: [String] { flatMap { $0.split { $0 == "," || $0.isWhitespace } }.map(String.init) }
}
