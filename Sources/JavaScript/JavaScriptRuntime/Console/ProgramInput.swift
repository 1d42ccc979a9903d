import StandardStreams

/// The source of a program's standard input: of `process.stdin`, and of the files 0 and `/dev/stdin` of `node:fs`.
public enum ProgramInput: Sendable {
  /// No input: it is at its end.
  case empty
  /// The standard input of this process, read as the program asks for it.
  ///
  /// A piece of at most 64 KiB is read at a time, and nothing before the program asks for it. The runtimes of a pool would
  /// compete for it, so it is for one runtime.
  case inherited
  /// These bytes.
  case bytes([UInt8])

  /// Makes the reader for one runtime; nil for an empty input.
  func makeReader() -> InputReader? {
    switch self {
    case .empty: nil
    case .inherited: InputReader()
    case .bytes(let bytes): InputReader(bytes)
    }
  }
}
