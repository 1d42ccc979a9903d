import JavaScriptRuntime
import StandardStreams

/// The source of a program.
enum ScriptSource: Sendable {
  case file(String)
  case standardInput
  case code(String)

  /// The program's name in error messages.
  var url: String {
    switch self {
    case .file(let path): path
    case .standardInput: "stdin"
    case .code: "-e"
    }
  }

  /// The program's file; nil if it is not a file.
  var path: String? { if case .file(let path) = self { path } else { nil } }

  /// The standard input of the program: its source, if it is one, is read to its end.
  var programInput: ProgramInput { if case .standardInput = self { .empty } else { .inherited } }

  /// Reads the program; a file is read each time.
  func read() throws(UnreadableSource) -> String {
    do throws(JavaScriptError) {
      switch self {
      case .file(let path): return try SourceFile.read(named: path)
      case .standardInput: return try SourceFile.readStandardInput()
      case .code(let code): return code
      }
    } catch {
      throw UnreadableSource(message: error.message.printable)
    }
  }
}

extension SourceFile {
  /// Reads a file that is named in an argument.
  static func read(named path: String) throws(JavaScriptError) -> String {
    try read(path, bytes: FileName(path).bytes)
  }
}

/// The program cannot be read: the file is missing, a directory, or not text.
struct UnreadableSource: Error {
  let message: String
}
