#if WebView
import CWebKitGTK
public import Causeway
import CausewayConcurrency

extension WebView {
  /// Loads a page, and waits until it has loaded and has the bridge if its origin is permitted.
  ///
  /// A URL that differs only in its fragment stays in the current document. Cancelling the task stops the load.
  ///
  /// - Throws: `UNAVAILABLE` with the reason of a failure, `ABORTED` if another page is loaded meanwhile, `CANCELLED`
  ///   with the task or if the current page stops the load, `INVALID_ARGUMENT` for a script or a NUL.
  public func load(_ url: String) async throws(BridgeError) {
    // WebKit would use only the part before the NUL.
    guard !url.utf8.contains(0) else { throw BridgeError(.invalidArgument, "A URL must not contain a NUL.") }
    // A URL parser skips control characters and spaces. WebKit would not report that nothing was loaded.
    guard !url.filter({ $0 > " " }).lowercased().hasPrefix("javascript:") else {
      throw BridgeError(.invalidArgument, "A script is not a page: use evaluate.")
    }
    try await navigate(to: url, mayBeSameDocument: url.contains("#")) { unsafe cw_view_load($0.pointer, url) }
  }

  /// Shows HTML text as a page of an origin.
  public func load(html: String, as origin: WebOrigin) async throws(BridgeError) {
    try await navigate { unsafe cw_view_load_html($0.pointer, html, "\(origin)/") }
  }

  /// Reloads the page.
  ///
  /// - Throws: `FAILED_PRECONDITION` before the first page; otherwise as ``load(_:)``.
  public func reload() async throws(BridgeError) {
    guard url != nil || native == nil else {
      throw BridgeError(.failedPrecondition, "There is no page to reload.")
    }
    try await navigate { unsafe cw_view_reload($0.pointer) }
  }

  /// Goes back to the previous page, which is loaded again, or to the previous place in this document.
  ///
  /// - Throws: `OUT_OF_RANGE` at the first page; otherwise as ``load(_:)``.
  public func goBack() async throws(BridgeError) { try await go(back: true) }

  /// Goes forward to the next page, which is loaded again, or to the next place in this document.
  ///
  /// - Throws: `OUT_OF_RANGE` at the last page; otherwise as ``load(_:)``.
  public func goForward() async throws(BridgeError) { try await go(back: false) }

  /// Terminates the process of the page, even during an endless script.
  public func terminate() {
    if let native { unsafe cw_view_terminate(native.pointer) }
  }

  /// Opens the web inspector, if it is enabled.
  public func showDeveloperTools() {
    if let native { unsafe cw_view_show_tools(native.pointer) }
  }

  /// A screenshot of the page as PNG; the view must be in a window.
  ///
  /// - Parameter isWhole: whether to include the whole document, not only its visible part.
  /// - Throws: `UNAVAILABLE` if the view is closed or there is no picture; `CANCELLED` with the task.
  public func snapshot(isWhole: Bool = false) async throws(BridgeError) -> [UInt8] {
    guard let native else { throw BridgeError(.unavailable, "The view is closed.") }
    return try await answer { answer in
      let data = unsafe Completion.retained { source, result in
        answer.resolve(
          Result { () throws(BridgeError) in
            guard let source, let result else { throw BridgeError(.internal, "No result.") }
            var failure: UnsafeMutablePointer<CChar>?
            guard let picture = unsafe cw_view_snapshot_png(source.pointer, result.pointer, &failure) else {
              throw BridgeError(.unavailable, "No picture: \(unsafe String(taking: failure) ?? "no picture")")
            }
            defer { unsafe cw_release_text(picture) }
            var count = 0
            let bytes = unsafe cw_text_bytes(picture, &count)
            return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
          })
      }
      unsafe cw_view_snapshot(native.pointer, isWhole ? 1 : 0, Completion.callback, data)
    }.get()
  }

  /// Runs the body of an asynchronous function in the page's own world, for example to press its buttons in a test.
  ///
  /// Code that the page must not read or change belongs in a handler: the page may have replaced the functions that the
  /// body calls.
  ///
  /// - Parameters:
  ///   - body: a script of the program. Pass data as `text`: as a part of the body, it could run as code.
  ///   - text: the value of `text` in the body.
  /// - Returns: the return value of the body, or the value of its promise, as text.
  /// - Throws: `UNAVAILABLE` if the view is closed, `ABORTED` if the page is left, `UNKNOWN` with the error of the body
  ///   or of the page, `CANCELLED` with the task (the body continues), `INVALID_ARGUMENT` for a NUL, which does not
  ///   reach a page.
  public func evaluate(_ body: String, _ text: String = "") async throws(BridgeError) -> String {
    // WebKit would use only the part before the NUL.
    guard !body.utf8.contains(0), !text.utf8.contains(0) else {
      throw BridgeError(.invalidArgument, "The body and the text must not contain a NUL.")
    }
    // toWellFormed replaces lone surrogates: they are not UTF-8, and the engine would truncate the text there.
    let script = "return String(await (async () => {\n\(body)\n})()).toWellFormed()"
    let page = epoch
    let result = await answer { answer in run(script, text: text) { answer.resolve($0) } }
    if case .failure = result {
      // WebKit reports no reason for these.
      guard native != nil else { throw BridgeError(.unavailable, "The view is closed.") }
      guard page == epoch else { throw BridgeError(.aborted, "The page was left.") }
    }
    return try result.get()
  }

  /// Waits for an answer of WebKit, or for the end of the view: a callback may come late or never then (2.54).
  private func answer<Value>(
    _ ask: (Deferred<Result<Value, BridgeError>>) -> Void
  ) async -> Result<Value, BridgeError> {
    let answer = Deferred<Result<Value, BridgeError>>()
    let number = waits.add { answer.resolve(.failure(BridgeError(.unavailable, "The view is closed."))) }
    defer { waits.remove(number) }
    ask(answer)
    return await answer.value(cancelled: .failure(Self.waitCancelled))
  }

  private nonisolated static let waitCancelled = BridgeError(
    .cancelled, "The task that waited for the page was cancelled.")

  private func go(back: Bool) async throws(BridgeError) {
    var isThere = true
    try await navigate(to: nil, mayBeSameDocument: true) { native in
      isThere = unsafe cw_view_go(native.pointer, back ? 1 : 0) != 0
      return isThere
    }
  }

  private func navigate(
    to url: String? = nil, mayBeSameDocument: Bool = false, _ begin: (NativeObject) -> Void
  ) async throws(BridgeError) {
    try await navigate(to: url, mayBeSameDocument: mayBeSameDocument) { native in
      begin(native)
      return true
    }
  }

  /// Starts a load and waits for its end; `begin` returns whether there is a page to load.
  private func navigate(
    to url: String?, mayBeSameDocument: Bool, _ begin: (NativeObject) -> Bool
  ) async throws(BridgeError) {
    guard let native else { throw BridgeError(.unavailable, "The view is closed.") }
    updateContract()
    let watch = Task { [weak self] in await self?.cancelUnlessStarted() }
    defer { watch.cancel() }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        navigation.begin(continuation, to: url, mayBeSameDocument: mayBeSameDocument)
        if !begin(native) { navigation.end(BridgeError("OUT_OF_RANGE", "There is no such page in the history.")) }
        if Task.isCancelled { stop(navigation.number) }
      }
    } onCancel: { [number = navigation.number + 1] in
      GTKExecutor.shared.perform { GTKActor.assumeIsolated { self.stop(number) } }
    }
    try result.get()
  }

  /// Ends the wait for a load that was stopped: by a page that called `stop()`, or by a cancelled login.
  ///
  /// Only later signals distinguish it from a load that another one replaces.
  func checkAfterCancelling(_ url: String) {
    let (number, starts) = (navigation.number, navigation.starts)
    Task {
      try? await Task.sleep(for: .milliseconds(250))
      guard let native, unsafe cw_view_is_loading(native.pointer) == 0, navigation.number == number,
        navigation.starts == starts
      else { return }
      navigation.end(BridgeError(.cancelled, "Loading \(url) was stopped."))
    }
  }

  /// Ends the wait for a load that does not start although the current page responds.
  ///
  /// A page that calls `stop()` just before a load starts ends it, and WebKit reports nothing.
  private func cancelUnlessStarted() async {
    let number = navigation.number
    repeat {
      guard let timeout = heartbeat?.timeout, (try? await Task.sleep(for: timeout * 2)) != nil,
        !navigation.isStarted
      else { return }
    } while heartbeat?.isAnswered != true
    stop(number)
  }

  private func stop(_ number: Int) {
    guard let native, navigation.number == number else { return }
    navigation.stop()
    unsafe cw_view_stop(native.pointer)
    // WebKit drops a load that has no page yet without a signal.
    navigation.end(BridgeError(.cancelled, "The load was cancelled."))
  }
}
#endif
