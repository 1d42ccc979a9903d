#if WebView
import CWebKitGTK
public import Causeway
import CausewayConcurrency

extension WebView {
  /// Loads a page, and waits until it is there and has the bridge if it is to have it.
  ///
  /// An address that differs from the page's own only behind `#` is another place on the page that is there. A task that is
  /// cancelled stops the load.
  ///
  /// - Throws: `UNAVAILABLE` with what went wrong, `ABORTED` when another page is loaded meanwhile, `CANCELLED` with the task
  ///   or when the page that is there stops the load, `INVALID_ARGUMENT` for a script or a NUL.
  public func load(_ url: String) async throws(BridgeError) {
    // WebKit would take the first part for the whole.
    guard !url.utf8.contains(0) else { throw BridgeError(.invalidArgument, "An address has no NUL.") }
    // Behind what a parser of addresses passes over. WebKit would not say that it has loaded nothing.
    guard !url.filter({ $0 > " " }).lowercased().hasPrefix("javascript:") else {
      throw BridgeError(.invalidArgument, "A script is no page: evaluate it.")
    }
    try await navigate(to: url, mayStay: url.contains("#")) { unsafe cw_view_load($0.pointer, url) }
  }

  /// Shows a text as a page of an origin.
  public func load(html: String, as origin: WebOrigin) async throws(BridgeError) {
    try await navigate { unsafe cw_view_load_html($0.pointer, html, "\(origin)/") }
  }

  /// Loads the page again.
  ///
  /// - Throws: `FAILED_PRECONDITION` before the first page; else as ``load(_:)``.
  public func reload() async throws(BridgeError) {
    guard url != nil || native == nil else {
      throw BridgeError(.failedPrecondition, "No page was loaded that could be loaded again.")
    }
    try await navigate { unsafe cw_view_reload($0.pointer) }
  }

  /// Goes back to the page before this one, which is loaded anew, or to the place on this page where it was before.
  ///
  /// - Throws: `OUT_OF_RANGE` at the first page; else as ``load(_:)``.
  public func goBack() async throws(BridgeError) { try await go(back: true) }

  /// Goes forward to the page that was gone back from, which is loaded anew, or to the place on this page.
  ///
  /// - Throws: `OUT_OF_RANGE` at the last page; else as ``load(_:)``.
  public func goForward() async throws(BridgeError) { try await go(back: false) }

  /// Ends the process of the page, whatever it is doing.
  public func terminate() {
    if let native { unsafe cw_view_terminate(native.pointer) }
  }

  /// Opens the web inspector, where it was asked for.
  public func showDeveloperTools() {
    if let native { unsafe cw_view_show_tools(native.pointer) }
  }

  /// A picture of the page, as PNG: of one that is shown in a window.
  ///
  /// - Parameter isWhole: the whole document, and not only what the view shows of it.
  /// - Throws: `UNAVAILABLE` when the view is closed or there is no picture; `CANCELLED` with the task.
  public func snapshot(isWhole: Bool = false) async throws(BridgeError) -> [UInt8] {
    guard let native else { throw BridgeError(.unavailable, "The view is closed.") }
    let answer = Deferred<Result<[UInt8], BridgeError>>()
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
    return try await answer.value(cancelled: .failure(Self.waitCancelled)).get()
  }

  /// Runs the body of an asynchronous function in the page's own world, as a test does that presses a page's buttons.
  ///
  /// What the page must not be able to read or change belongs into a handler: here its own functions may be others than
  /// the body expects.
  ///
  /// - Parameters:
  ///   - body: a script of the program's own. Data goes in as `text`: made a part of the body, it could be read as code.
  ///   - text: what the body sees as `text`.
  /// - Returns: what the body returned, or what its promise was resolved with, as text.
  /// - Throws: `UNAVAILABLE` when the view is closed, `ABORTED` when the page goes, `UNKNOWN` with what the body threw or why
  ///   the page gave no answer, `CANCELLED` with the task (the body goes on), `INVALID_ARGUMENT` for a NUL, which does not
  ///   reach a page.
  public func evaluate(_ body: String, _ text: String = "") async throws(BridgeError) -> String {
    // WebKit would take the first part for the whole.
    guard !body.utf8.contains(0), !text.utf8.contains(0) else {
      throw BridgeError(.invalidArgument, "What is evaluated, and its text, have no NUL.")
    }
    // The page mends its text: half of a pair of surrogates is no UTF-8, and the engine would end the text before it.
    let whole = "return String(await (async () => {\n\(body)\n})()).toWellFormed()"
    let page = epoch
    let answer = Deferred<Result<String, BridgeError>>()
    run(whole, text: text) { answer.resolve($0) }
    let result = await answer.value(cancelled: .failure(Self.waitCancelled))
    if case .failure = result {
      // WebKit has no words for it.
      guard native != nil else { throw BridgeError(.unavailable, "The view is closed.") }
      guard page == epoch else { throw BridgeError(.aborted, "The page was left.") }
    }
    return try result.get()
  }

  private nonisolated static let waitCancelled = BridgeError(
    .cancelled, "The task that waited for the page was cancelled.")

  private func go(back: Bool) async throws(BridgeError) {
    var isThere = true
    try await navigate(to: nil, mayStay: true) { native in
      isThere = unsafe cw_view_go(native.pointer, back ? 1 : 0) != 0
      return isThere
    }
  }

  private func navigate(
    to url: String? = nil, mayStay: Bool = false, _ begin: (NativeObject) -> Void
  ) async throws(BridgeError) {
    try await navigate(to: url, mayStay: mayStay) { native in
      begin(native)
      return true
    }
  }

  /// Begins a load and waits for its end; `begin` says whether there is anywhere to go.
  private func navigate(
    to url: String?, mayStay: Bool, _ begin: (NativeObject) -> Bool
  ) async throws(BridgeError) {
    guard let native else { throw BridgeError(.unavailable, "The view is closed.") }
    offer()
    let watch = Task { [weak self] in await self?.giveUpUnlessBegun() }
    defer { watch.cancel() }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        navigation.begin(continuation, to: url, mayStay: mayStay)
        if !begin(native) { navigation.end(BridgeError("OUT_OF_RANGE", "There is no such page in the history.")) }
        if Task.isCancelled { stop(navigation.number) }
      }
    } onCancel: { [number = navigation.number + 1] in
      GTKExecutor.shared.perform { GTKActor.assumeIsolated { self.stop(number) } }
    }
    try result.get()
  }

  /// Ends the wait for a load that was stopped: by a page that called `stop()`, by somebody who would not log in.
  ///
  /// WebKit tells that from giving way to another load only by what follows.
  func lookAfterCancelling(_ url: String) {
    let (number, starts) = (navigation.number, navigation.starts)
    Task {
      try? await Task.sleep(for: .milliseconds(250))
      guard let native, unsafe cw_view_is_loading(native.pointer) == 0, navigation.number == number,
        navigation.starts == starts
      else { return }
      navigation.end(BridgeError(.cancelled, "Loading \(url) was stopped."))
    }
  }

  /// Ends the wait for a load that does not begin although the page that is there answers.
  ///
  /// A page that calls `stop()` just before a load begins ends it, and WebKit tells nothing of it at all.
  private func giveUpUnlessBegun() async {
    let number = navigation.number
    repeat {
      guard let patience = heartbeat?.patience, (try? await Task.sleep(for: patience * 2)) != nil,
        !navigation.isStarted
      else { return }
    } while heartbeat?.isAnswered != true
    stop(number)
  }

  private func stop(_ number: Int) {
    guard let native, navigation.number == number else { return }
    navigation.stop()
    unsafe cw_view_stop(native.pointer)
    // A load that has no page yet is dropped without a word.
    navigation.end(BridgeError(.cancelled, "The load was given up."))
  }
}
#endif
