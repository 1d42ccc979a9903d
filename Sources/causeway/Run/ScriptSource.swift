import JavaScriptRuntime

/// Where a program comes from.
enum ScriptSource: Sendable {
  case file(String)
  case standardInput
  case code(String)

  /// What error messages call the program.
  var url: String {
    switch self {
    case .file(let path): path
    case .standardInput: "stdin"
    case .code: "-e"
    }
  }

  /// Reads the program; a file anew each time.
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
  /// Reads a file that an argument of the command line names.
  static func read(named path: String) throws(JavaScriptError) -> String {
    try read(path, bytes: FileName(path).bytes)
  }
}

/// There is no program to run: the file is missing, is a directory, or is no text.
struct UnreadableSource: Error {
  let message: String
}
