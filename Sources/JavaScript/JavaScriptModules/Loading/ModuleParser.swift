import JavaScriptSyntax

/// Parses a module's bytes into the form that a context evaluates.
enum ModuleParser {
  /// - Parameter cancellation: ends it with `CANCELLED`.
  static func parse(
    _ source: ModuleSource, _ cancellation: ParserCancellation?
  ) throws(ModuleError) -> ModuleContent {
    var options = source.parserOptions
    options.cancellation = cancellation
    do throws(ModuleError) {
      return try parse(source, options)
    } catch {
      guard error.isSyntaxError, source.format != .json else { throw error }
      // It may be correct, and only too deep for the stack of this thread.
      var result: Result<ModuleContent, ModuleError> = .failure(error)
      _ = StackRoom.withLargeStack {
        do throws(ModuleError) {
          options.stackBudget = StackRoom.largeBudget
          result = .success(try parse(source, options))
        } catch {
          result = .failure(error)
        }
      }
      return try result.get()
    }
  }

  private static func parse(_ source: ModuleSource, _ options: ParserOptions) throws(ModuleError) -> ModuleContent {
    switch source.format {
    case .bytes: return .bytes(source.bytes)
    case .text: return .text(try text(source))
    case .json:
      // The engine reads it again: this one says where it is wrong.
      _ = try JSONText(source.bytes, named: source.url.description)
      return .json(
        JSONModuleText(bytes: source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(source.bytes[3...]) : source.bytes))
    case .module: return try module(source, options)
    case .commonJS: return try commonJS(source, options)
    case nil:
      // As Node decides it: a text that is no CommonJS module may be an ECMAScript one.
      do throws(SyntaxError) {
        return try commonJS(source.bytes.span, options)
      } catch {
        if error.code == .cancelled { throw ModuleError(error, in: source) }
        guard error.code == .moduleSyntax || ModuleSyntax.detect(source.bytes.span, options: options) else {
          throw ModuleError(error, in: source)
        }
        return try module(source, options)
      }
    }
  }

  /// The bytes as text.
  static func text(_ source: ModuleSource) throws(ModuleError) -> String {
    guard var text = String(validating: source.bytes, as: UTF8.self) else {
      throw ModuleError(.invalidArgument, "\(source.url) is not valid UTF-8.", referrer: source.url.description)
    }
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    return text
  }

  private static func module(_ source: ModuleSource, _ options: ParserOptions) throws(ModuleError) -> ModuleContent {
    do throws(SyntaxError) {
      return .source(try ModuleText(parsing: source.bytes.span, options: options))
    } catch {
      throw ModuleError(error, in: source)
    }
  }

  private static func commonJS(_ source: ModuleSource, _ options: ParserOptions) throws(ModuleError) -> ModuleContent {
    do throws(SyntaxError) { return try commonJS(source.bytes.span, options) } catch {
      throw ModuleError(error, in: source)
    }
  }

  private static func commonJS(_ text: Span<UInt8>, _ options: ParserOptions) throws(SyntaxError) -> ModuleContent {
    let module = try CommonJSModule(parsing: text, importFunction: CommonJSText.importFunction, options: options)
    return .commonJS(
      CommonJSText(
        code: module.script.code, names: CommonJSText.unique(module.exports.names),
        reexports: module.exports.reexports))
  }
}

extension ModuleError {
  /// An error in the text of a module.
  fileprivate init(_ error: SyntaxError, in source: ModuleSource) {
    guard error.code != .cancelled else {
      self.init(.cancelled, "The task that loads \(source.url) was cancelled.")
      return
    }
    self.init(
      .invalidArgument, error.message, referrer: source.url.description, line: error.line, column: error.column,
      isSyntaxError: true)
    sourceLine = SourceLine.text(of: error.line, in: source.bytes)
  }
}
