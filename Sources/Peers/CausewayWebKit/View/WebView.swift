#if WebView
import CWebKitGTK
public import Causeway
import CausewayConcurrency

/// A web view whose pages call a bridge's handlers.
///
///     let view = try await WebView(bridge: bridge, permissions: ["https://example.org": ["wifi.*"]])
///     try await view.load("https://example.org/")
///     let html: String = try await view.connection.call("render", model)   // a handler of the page's
///
/// Each page has its own `Connection`, with the permissions of its origin. It is closed when the page is left: calls
/// of the page are cancelled, calls to it fail with `ABORTED`, and late answers do not reach the next page. The next
/// page has the bridge before its first script runs. Opened windows and pages of other origins never have it; frames
/// have it only if ``WebPermissions`` lists their origin for frames.
///
/// Going back loads a page again. The view lives until ``close()``, or until GTK destroys it.
@GTKActor
public final class WebView {
  /// The bridge that the pages call.
  public nonisolated let bridge: Bridge
  /// The permissions of the pages.
  public nonisolated let permissions: WebPermissions
  /// The events, for one consumer; at most 64 are buffered, and new ones replace the oldest.
  public nonisolated let events: AsyncStream<WebViewEvent>

  let configuration: WebViewConfiguration
  let limits: Limits
  /// The leak check in which the view was made; GTK's loop makes the connections of its pages outside of it.
  private let tracker = ResourceTracker.current
  /// The native view; nil after its end.
  private(set) var native: NativeObject?
  var navigation = Navigation()
  let eventSink: AsyncStream<WebViewEvent>.Continuation
  private let isOwner: Bool
  private(set) var installer: ScriptInstaller?
  private var console: ConsoleInstaller?
  /// The script world of the relay; nil after the end.
  var world: String? { installer?.world }
  private var signals: [NativeObject.Signal] = []
  private var page: Page?
  /// The pages of frames, by their names.
  var framePages: [String: Page] = [:]
  /// Of all pages that the view shows one after the other, and their frames.
  private let abandoned = AbandonedCalls()
  private var candidates = FrameCandidates()
  /// The number of documents that the view has loaded.
  private(set) var epoch = 0
  /// Whether a page's claim to be the page of this view is being checked.
  private var isVerifyingPage = false
  private(set) var heartbeat: Heartbeat?
  var waits = PageWaits()

  /// The views that show the pages of connections.
  private static var views: [ObjectIdentifier: NativeObject] = [:]

  struct Page {
    let origin: WebOrigin
    let endpoint: PageEndpoint
    let transport: PageTransport
    let connection: Connection
  }

  /// Creates a view without a window.
  ///
  /// - Throws: `UNAVAILABLE` without a display.
  public nonisolated convenience init(
    bridge: Bridge, permissions: WebPermissions, configuration: WebViewConfiguration = WebViewConfiguration()
  ) async throws(BridgeError) {
    try await GTKLoop.start()
    try await self.init(making: (), bridge: bridge, permissions: permissions, configuration: configuration)
  }

  private convenience init(
    making: Void, bridge: Bridge, permissions: WebPermissions, configuration: WebViewConfiguration
  ) async throws(BridgeError) {
    let view = unsafe NativeObject(
      cw_view_new(
        configuration.isEphemeral ? 1 : 0, configuration.hasDeveloperTools ? 1 : 0, configuration.writesConsole ? 1 : 0
      ))
    if !configuration.showsDialogs { unsafe cw_view_dismiss_dialogs(view.pointer) }
    try self.init(view, isOwner: true, bridge: bridge, permissions: permissions, configuration: configuration)
  }

  /// Gives the bridge to the pages of an existing view.
  ///
  /// One setting of the view is changed: left pages are not cached.
  ///
  /// - Parameter view: a `WebKitWebView *`, which is retained.
  /// - Throws: `ALREADY_EXISTS` if the view, or another one with the same content manager, has a bridge.
  public convenience init(
    attaching view: UnsafeMutableRawPointer, bridge: Bridge, permissions: WebPermissions,
    configuration: WebViewConfiguration = WebViewConfiguration()
  ) throws(BridgeError) {
    let view = unsafe NativeObject(view)
    try self.init(view, isOwner: false, bridge: bridge, permissions: permissions, configuration: configuration)
  }

  private init(
    _ view: NativeObject, isOwner: Bool, bridge: Bridge, permissions: WebPermissions,
    configuration: WebViewConfiguration
  ) throws(BridgeError) {
    self.bridge = bridge
    self.permissions = permissions
    self.configuration = configuration
    self.isOwner = isOwner
    limits = configuration.limits ?? bridge.limits
    (events, eventSink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
    native = view
    AssetScheme.register()
    installer = try ScriptInstaller(view, bridge, permissions, limits: limits)
    console = try ConsoleInstaller(view, configuration.consoleReceiver)
    listen(to: view)
  }

  /// The connection to the current page.
  ///
  /// - Throws: `FAILED_PRECONDITION` if there is no page, or it has no bridge; `UNAVAILABLE` after the view has ended.
  public var connection: Connection {
    get throws(BridgeError) {
      guard let page else {
        guard native != nil else { throw BridgeError(.unavailable, "The view is closed.") }
        let origins = permissions.origins.map(\.description).joined(separator: ", ")
        throw BridgeError(
          .failedPrecondition,
          "The page \(url ?? "about:blank") has no bridge. Pages of these origins have it: \(origins).")
      }
      return page.connection
    }
  }

  /// The URL of the page; nil before the first page.
  public var url: String? {
    guard let native, let url = unsafe cw_view_uri(native.pointer) else { return nil }
    return unsafe String(cString: url)
  }

  /// Whether the page processes messages; false from ``WebViewEvent/becameUnresponsive`` until it responds or its
  /// process ends.
  public var isResponsive: Bool { heartbeat?.isUnresponsive != true }

  /// Closes the bridge of the view, and the view itself if it was created here.
  ///
  /// Calls in both directions end with `UNAVAILABLE`.
  public func close() {
    // The page of a view that the application owns stays; it receives the end of the bridge.
    for page in framePages.values + [page].compactMap(\.self) {
      page.endpoint.finish("The view was closed.")
      page.connection.close(BridgeError(.unavailable, "The view was closed."))
    }
    end(BridgeError(.unavailable, "The view was closed."))
  }

  /// The window of a connection's page; nil if the connection has no page, or its view no window.
  static func window(of connection: Connection) -> NativeObject? {
    guard let view = views[ObjectIdentifier(connection)], let window = unsafe cw_widget_window(view.pointer) else {
      return nil
    }
    return unsafe NativeObject(window)
  }

  // MARK: Signals

  private func listen(to view: NativeObject) {
    view.retain()
    // The signals hold it until the view's end.
    let data = unsafe Unmanaged.passRetained(self).toOpaque()
    typealias Pointer = UnsafeMutableRawPointer
    let changed: @convention(c) (Pointer, UInt32, Pointer) -> Void = { _, event, data in
      let view = unsafe Unmanaged<WebView>.fromOpaque(data).takeUnretainedValue()
      GTKActor.assumeIsolated { view.loadChanged(LoadEvent(rawValue: event)) }
    }
    let failed: @convention(c) (Pointer, UInt32, UnsafePointer<CChar>, UnsafeRawPointer, Pointer) -> Int32 = {
      _, _, url, error, data in
      let view = unsafe Unmanaged<WebView>.fromOpaque(data).takeUnretainedValue()
      let (url, message) = unsafe (String(cString: url), String(cString: cw_error_message(error)))
      let (isCancelled, isInterrupted) = unsafe (cw_is_cancelled(error) != 0, cw_is_interrupted(error) != 0)
      return GTKActor.assumeIsolated {
        view.navigation.failed(url, message, isCancelled: isCancelled, isInterrupted: isInterrupted)
        if isCancelled { view.checkAfterCancelling(url) }
        // WebKit's error page would load into the view while the next load is awaited. The waiter knows the error, so
        // the previous page stays. The application decides for its own view.
        return view.isOwner ? 1 : 0
      }
    }
    let progressed: @convention(c) (Pointer, UnsafeRawPointer, Pointer) -> Void = { native, _, data in
      let view = unsafe Unmanaged<WebView>.fromOpaque(data).takeUnretainedValue()
      let isLoading = unsafe cw_view_is_loading(native) != 0
      GTKActor.assumeIsolated { if !isLoading { view.navigation.becameIdle() } }
    }
    let terminated: @convention(c) (Pointer, UInt32, Pointer) -> Void = { _, reason, data in
      let view = unsafe Unmanaged<WebView>.fromOpaque(data).takeUnretainedValue()
      GTKActor.assumeIsolated { view.processEnded(reason) }
    }
    let destroyed: @convention(c) (Pointer, Pointer) -> Void = { _, data in
      let view = unsafe Unmanaged<WebView>.fromOpaque(data).takeUnretainedValue()
      GTKActor.assumeIsolated { view.end(BridgeError(.unavailable, "The view was destroyed.")) }
    }
    let received: @convention(c) (Pointer, Pointer, Pointer, Pointer) -> Int32 = { _, value, reply, data in
      let view = unsafe Unmanaged<WebView>.fromOpaque(data).takeUnretainedValue()
      let (value, reply) = unsafe (NativeObject(value), NativeObject(reply))
      GTKActor.assumeIsolated { view.receive(value, PageReply(reply, value: value)) }
      return 1
    }
    signals = unsafe [
      view.connect("load-changed", data, changed), view.connect("load-failed", data, failed),
      view.connect("notify::estimated-load-progress", data, progressed),
      view.connect("web-process-terminated", data, terminated), view.connect("destroy", data, destroyed),
    ]
    if let installer { unsafe signals.append(installer.manager.connect(installer.signal, data, received)) }
    heartbeat = Heartbeat(view, world: installer?.world ?? "", timeout: configuration.unresponsiveTimeout) {
      [eventSink] isAlive in
      eventSink.yield(isAlive ? .becameResponsive : .becameUnresponsive)
    }
  }

  // MARK: Lifecycle

  /// The values of WebKitLoadEvent.
  enum LoadEvent: UInt32 {
    case started, redirected, committed, finished
  }

  private func loadChanged(_ event: LoadEvent?) {
    switch event {
    case .committed:
      epoch += 1
      isVerifyingPage = false
      navigation.committed(url)
      candidates.removeAll()
      leave(BridgeError(.aborted, "The page was left."))
      // It starts before the connection, which an endless script would prevent.
      heartbeat?.start()
    case .finished: navigation.finished(isSettled: !isVerifyingPage)
    case .started:
      updateContract()
      navigation.started()
    case .redirected, nil: break
    }
  }

  /// Updates the contract for the next page.
  func updateContract() { try? installer?.updateContract() }

  private func processEnded(_ reason: UInt32) {
    epoch += 1
    isVerifyingPage = false
    let why =
      switch reason {
      case 0: "The web process of the page crashed."
      case 1: "The web process of the page used too much memory and was terminated."
      default: "The web process of the page was terminated."
      }
    let error = BridgeError(.unavailable, why)
    candidates.removeAll()
    leave(error)
    heartbeat?.stop()
    eventSink.yield(.processEnded(error))
    navigation.end(error)
  }

  /// Closes the connection of the page.
  private func leave(_ reason: BridgeError) {
    guard let page else { return }
    leaveFrames(reason)
    self.page = nil
    end(page, reason)
    eventSink.yield(.left(reason))
  }

  func end(_ page: Page, _ reason: BridgeError) {
    WebView.views[ObjectIdentifier(page.connection)] = nil
    page.endpoint.lose()
    page.transport.lost(reason)
  }

  private func end(_ reason: BridgeError) {
    guard let view = native else { return }
    // Set first, because a cancelled call may close the view.
    native = nil
    candidates.removeAll()
    leave(reason)
    navigation.end(reason)
    // WebKit (2.54) lets a page that is busy run on when its view is closed.
    if isOwner, heartbeat?.isUnanswered == true || !waits.isEmpty { unsafe cw_view_terminate(view.pointer) }
    for end in waits.removeAll() { end() }
    heartbeat?.stop()
    heartbeat = nil
    for signal in signals { signal.disconnect() }
    signals = []
    installer?.close()
    installer = nil
    console?.close()
    console = nil
    eventSink.yield(.closed)
    eventSink.finish()
    GTKExecutor.shared.perform { [isOwner] in GTKActor.assumeIsolated { view.release(destroying: isOwner) } }
    unsafe Unmanaged.passUnretained(self).release()
  }

  // MARK: Pages

  /// Receives a message from the isolated world of any page that shares our content manager.
  private func receive(_ value: NativeObject, _ reply: PageReply) {
    guard let message = MessageText(value).flatMap(PageMessage.init) else { return reply.sendEmpty() }
    switch message.content {
    case .pageOpened: verifyPage(message.name, reply)
    case .frameOpened(let origin):
      apply(candidates.add(FrameCandidates.Candidate(name: message.name, origin: origin, reply: reply)))
    default: take(message, reply)
    }
  }

  /// Processes a message of a connected page's relay.
  private func take(_ message: PageMessage, _ reply: PageReply) {
    let isTop = message.name == page?.endpoint.name
    // The page is gone, or was never in this view.
    guard let page = isTop ? page : framePages[message.name] else {
      if case .frameAnnounced(let name) = message.content { candidates.reject(name) }
      return reply.sendEmpty()
    }
    switch message.content {
    case .pageOpened, .frameOpened: reply.sendEmpty()
    case .poll: page.endpoint.receivePoll(reply)
    case .frameAnnounced(let name):
      reply.sendEmpty()
      if isTop { apply(candidates.announce(name)) }
    case .frameClosed:
      reply.sendEmpty()
      leaveFrame(message.name, BridgeError(.aborted, "The frame was left."))
    case .message(let number, let envelope):
      let excess: String
      if envelope.count / 4 > limits.messageBytes {
        reply.sendEmpty()
        excess = "a message of \(envelope.count) bytes"
      } else if !page.endpoint.receive(number, envelope, reply) {
        excess = "too many messages out of order"
      } else {
        return
      }
      let error = BridgeError(.resourceExhausted, "The page sent \(excess) and was disconnected.")
      page.endpoint.finish(error.message)
      if isTop { leave(error) } else { leaveFrame(message.name, error) }
    }
  }

  /// Checks whether a page is the page of this view: an opened window may share our content manager.
  private func verifyPage(_ name: String, _ reply: PageReply) {
    guard let native, let installer else { return reply.sendEmpty() }
    let epoch = epoch
    isVerifyingPage = true
    run("return globalThis.causeway?.name === name ? causeway.origin : ''", name: name, world: installer.world) {
      result in
      let origin = (try? result.get()).flatMap { WebOrigin($0) }
      guard epoch == self.epoch, let origin, let permissions = self.permissions[origin] else {
        if epoch == self.epoch { self.isVerifyingPage = false }
        self.navigation.settled()
        return reply.send(text: "this window has no bridge")
      }
      self.isVerifyingPage = false
      self.leave(BridgeError(.aborted, "The page was left."))
      self.page = self.open(origin, permissions, PageEndpoint(name: name, world: installer.world, view: native))
      self.eventSink.yield(.opened(origin))
      reply.sendEmpty()
      self.navigation.settled()
    }
  }

  /// Connects a page or a frame.
  func open(_ origin: WebOrigin, _ permissions: Permissions, _ endpoint: PageEndpoint) -> Page {
    let limits = endpoint.isFrame ? limits.ofFrame : limits
    let transport = PageTransport(endpoint: endpoint, limits: limits)
    endpoint.open(transport)
    let connection = ResourceTracker.$current.withValue(tracker) {
      bridge.connect(
        transport, permissions: permissions, limits: limits, name: origin.description, abandoned: abandoned)
    }
    // Removed when the page is left.
    WebView.views[ObjectIdentifier(connection)] = native
    return Page(origin: origin, endpoint: endpoint, transport: transport, connection: connection)
  }

  /// Runs the body of an asynchronous function in a script world of the page, with the arguments `name` and `text`.
  func run(
    _ body: String, name: String = "", text: String = "", world: String? = nil,
    then: @escaping @GTKActor (Result<String, BridgeError>) -> Void
  ) {
    guard let native else { return then(.failure(BridgeError(.unavailable, "The view is closed."))) }
    native.call(body, name: name, text: text, world: world, then: then)
  }
}
#else
/// Absent: the package is built without the trait `WebView`.
@available(*, unavailable, message: "Enable the trait WebView of the package in your manifest.")
public struct WebView {}
#endif
