import Glibc
import JavaScriptSyntax

/// Room for parsers, whose recursion is as deep as the text that they read.
enum StackRoom {
  /// The part of the large stack that a parser may use.
  static let largeBudget = 60 << 20

  /// Parses on this thread, and once more on a large stack if the text nests too deeply for this one.
  static func parse<Result>(
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

  /// Runs work on a separate thread with a stack of 64 MB, and waits for it.
  ///
  /// Threads of Swift's pool may have half a megabyte. A parser that is built without optimization takes some 34 KB for each level of
  /// nesting. The system commits memory for used pages only.
  ///
  /// - Returns: false when the system gives no thread.
  static func withLargeStack(_ body: @escaping () -> Void) -> Bool {
    guard let thread = start(body) else { return false }
    pthread_join(thread, nil)
    return true
  }

  /// The same without waiting for it.
  ///
  /// - Returns: false when the system gives no thread.
  static func beginWithLargeStack(_ body: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = start(body) else { return false }
    pthread_detach(thread)
    return true
  }

  private static func start(_ body: @escaping () -> Void) -> pthread_t? {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, 64 << 20)
    var thread = pthread_t()
    let work = unsafe Unmanaged.passRetained(Work(body: body))
    let status = unsafe pthread_create(
      &thread, &attributes,
      { work in
        unsafe Unmanaged<Work>.fromOpaque(work!).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    guard status == 0 else {
      unsafe work.release()
      return nil
    }
    return thread
  }

  private final class Work {
    let body: () -> Void
    init(body: @escaping () -> Void) { self.body = body }
  }
}
