import JavaScriptSyntax

/// Files of TypeScript and JSX as JavaScript that a web engine loads itself.
package enum PageScript {
  /// The JavaScript of a file.
  ///
  /// A file with an error becomes a text whose only error, in the same line, has the message: the engine shows it in the
  /// console, and whatever imports the file fails.
  ///
  /// - Parameters:
  ///   - path: the path of the file in the folder, without a first slash.
  ///   - folder: the folder, whose tsconfig.json files are read.
  package static func text(of bytes: [UInt8], at path: String, in folder: String) -> String {
    do throws(ModuleError) {
      let source = try TreeModuleLoader.files(under: folder).source(of: bytes, at: "/" + path)
      return try text(of: source)
    } catch {
      let place = error.referrer == nil || error.line == nil ? "" : "\(path):\(error.line ?? 0):\(error.column ?? 0): "
      // An error of a tsconfig.json is in no line of this file.
      let isOwn = error.referrer.map { $0.hasSuffix(ModuleURL.encoded(path)) } ?? false
      let message = isOwn ? place + error.message : error.description
      return String(repeating: "\n", count: isOwn ? max(0, (error.line ?? 1) - 1) : 0)
        + "0 \(PageText.literal(message))"
    }
  }

  private static func text(of source: ModuleSource) throws(ModuleError) -> String {
    let isModule = source.format == .module
    let result = StackRoom.parseLarge(source.parserOptions) { options -> Result<String, SyntaxError> in
      do throws(SyntaxError) {
        return .success(try PageText(parsing: source.bytes.span, isModule: isModule, options: options).code)
      } catch {
        return .failure(error)
      }
    }
    do throws(SyntaxError) {
      return try result.get()
    } catch {
      throw ModuleError(
        .invalidArgument, error.message, referrer: source.url.description, line: error.line, column: error.column,
        isSyntaxError: true)
    }
  }
}
