import CausewayConcurrency

/// Room for parsers, whose recursion is as deep as the text that they read.
package enum StackRoom {
  /// The part of the large stack that a parser may use.
  package static let largeBudget = 60 << 20

  /// Parses on this thread, and once more on a large stack if the text nests too deeply for this one.
  package static func parse<Result>(
    _ parse: @escaping (ParserOptions) throws(SyntaxError) -> Result
  ) throws(SyntaxError) -> Result {
    do throws(SyntaxError) {
      return try parse(ParserOptions())
    } catch {
      guard error.code == .tooDeep else { throw error }
      var result: Swift.Result<Result, SyntaxError> = .failure(error)
      _ = withLargeStack {
        do throws(SyntaxError) {
          result = .success(try parse(ParserOptions(stackBudget: largeBudget)))
        } catch {
          result = .failure(error)
        }
      }
      return try result.get()
    }
  }

  /// Parses on a large stack; on this thread if the system gives no other.
  package static func parseLarge<Result>(
    _ options: ParserOptions = ParserOptions(), _ parse: @escaping (ParserOptions) -> Result
  ) -> Result {
    var result: Result?
    var larger = options
    larger.stackBudget = largeBudget
    _ = withLargeStack { [larger] in result = parse(larger) }
    return result ?? parse(options)
  }

  /// Runs work on a separate thread with a stack of 64 MB, and waits for it.
  ///
  /// Threads of Swift's pool may have half a megabyte. A parser that is built without optimization takes some 34 KB for each level of
  /// nesting. The system commits memory for used pages only.
  ///
  /// - Returns: false when the system gives no thread.
  package static func withLargeStack(_ body: @escaping () -> Void) -> Bool {
    (try? POSIXThread.run(stackBytes: stackBytes, body)) != nil
  }

  /// The same without waiting for it.
  ///
  /// - Returns: false when the system gives no thread.
  package static func beginWithLargeStack(_ body: @escaping @Sendable () -> Void) -> Bool {
    (try? POSIXThread.start(stackBytes: stackBytes, body)) != nil
  }

  private static let stackBytes = 64 << 20
}
