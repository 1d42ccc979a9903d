#if WebView
import CWebKitGTK
public import Causeway
import CausewayConcurrency

/// A web view whose pages call a bridge's handlers.
///
///     let view = try await WebView(bridge: bridge, permissions: ["https://example.org": ["wifi.*"]])
///     try await view.load("https://example.org/")
///     let title: String = try await view.connection.call("document.title")
///
/// Each page has a ``Connection`` of its own, with the permissions of its origin. It ends when the page is left: calls of
/// the page are cancelled, calls to it fail with `ABORTED`, and nothing that is still answered reaches the next page. The
/// next page has the bridge before its first script runs. Opened windows and pages of other origins never have it, frames
/// only where ``WebPermissions`` names their origin for it.
///
/// A page that is gone back to is loaded anew. The view lives until ``close()``, or until GTK destroys it.
@GTKActor
public final class WebView {
  /// The bridge that the pages call.
  public nonisolated let bridge: Bridge
  /// Which pages have it.
  public nonisolated let permissions: WebPermissions
  /// What happens, for one consumer; the oldest of 64 events gives way to a new one.
  public nonisolated let events: AsyncStream<WebViewEvent>

  let configuration: WebViewConfiguration
  let limits: Limits
  /// The leak check that the view was made in; its pages' connections are made by GTK's loop, which is in none.
  private let census = ResourceTracker.current
  /// The view; nil after its end.
  private(set) var native: NativeObject?
  var navigation = Navigation()
  let eventSink: AsyncStream<WebViewEvent>.Continuation
  private let isOwner: Bool
  private(set) var door: ScriptInstaller?
  /// The world of our relay; nil after the end.
  var world: String? { door?.world }
  private var signals: [NativeObject.Signal] = []
  private var page: Page?
  /// The pages of frames, by their names.
  var framePages: [String: Page] = [:]
  private var candidates = FrameCandidates()
  /// Counts the documents that came to be in the view.
  private(set) var epoch = 0
  /// Somebody says that it is the page; we are looking.
  private var isAsking = false
  private(set) var heartbeat: Heartbeat?

  /// Where the page of a connection is shown.
  private static var views: [ObjectIdentifier: NativeObject] = [:]

  struct Page {
    let origin: WebOrigin
    let end: PageEndpoint
    let transport: PageTransport
    let connection: Connection
  }

  /// Makes a view, in no window yet.
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

  /// Gives the pages of a view of yours the bridge.
  ///
  /// The view's settings are changed in one place: pages that are left are not kept alive.
  ///
  /// - Parameter view: a `WebKitWebView *`, which is retained.
  /// - Throws: `ALREADY_EXISTS` if the view, or another with the same content manager, has a bridge.
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
    door = try ScriptInstaller(view, bridge, permissions, limits: limits)
    listen(to: view)
  }

  /// The connection to the page that is there now.
  ///
  /// - Throws: `FAILED_PRECONDITION` when no page is there, or one that has no bridge; `UNAVAILABLE` after the end.
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

  /// The address of the page; nil before the first.
  public var url: String? {
    guard let native, let url = unsafe cw_view_uri(native.pointer) else { return nil }
    return unsafe String(cString: url)
  }

  /// Whether the page takes messages; false from ``WebViewEvent/becameUnresponsive`` until it does again or its process ends.
  public var isResponsive: Bool { heartbeat?.isUnresponsive != true }

  /// Ends the bridge of the view, and the view itself if it was made here.
  ///
  /// Calls in both directions end with `UNAVAILABLE`.
  public func close() {
    // The page of a view that lives on learns that nobody answers any more.
    for page in framePages.values + [page].compactMap(\.self) {
      page.end.finish("The view was closed.")
      page.connection.close(BridgeError(.unavailable, "The view was closed."))
    }
    end(BridgeError(.unavailable, "The view was closed."))
  }

  /// The window in which the page of a connection is shown; nil for a connection that is no page's, or a view in none.
  static func window(of connection: Connection) -> NativeObject? {
    guard let view = views[ObjectIdentifier(connection)], let window = unsafe cw_widget_window(view.pointer) else {
      return nil
    }
    return unsafe NativeObject(window)
  }

  // MARK: Signals

  private func listen(to view: NativeObject) {
    view.retain()
    // Held by the signals until the view's end.
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
        if isCancelled { view.lookAfterCancelling(url) }
        // WebKit's own page of the error would come to be in the view while the next load is waited for. Who waited knows;
        // the page that was there stays. A view of the application's does as the application has it.
        return view.isOwner ? 1 : 0
      }
    }
    let progressed: @convention(c) (Pointer, UnsafeRawPointer, Pointer) -> Void = { native, _, data in
      let view = unsafe Unmanaged<WebView>.fromOpaque(data).takeUnretainedValue()
      let isLoading = unsafe cw_view_is_loading(native) != 0
      GTKActor.assumeIsolated { if !isLoading { view.navigation.rested() } }
    }
    let terminated: @convention(c) (Pointer, UInt32, Pointer) -> Void = { _, reason, data in
      let view = unsafe Unmanaged<WebView>.fromOpaque(data).takeUnretainedValue()
      GTKActor.assumeIsolated { view.processEnded(reason) }
    }
    let destroyed: @convention(c) (Pointer, Pointer) -> Void = { _, data in
      let view = unsafe Unmanaged<WebView>.fromOpaque(data).takeUnretainedValue()
      GTKActor.assumeIsolated { view.end(BridgeError(.unavailable, "The view was destroyed.")) }
    }
    let spoke: @convention(c) (Pointer, Pointer, Pointer, Pointer) -> Int32 = { _, value, reply, data in
      let view = unsafe Unmanaged<WebView>.fromOpaque(data).takeUnretainedValue()
      let (value, reply) = unsafe (NativeObject(value), NativeObject(reply))
      GTKActor.assumeIsolated { view.heard(value, PageReply(reply, value: value)) }
      return 1
    }
    signals = unsafe [
      view.connect("load-changed", data, changed), view.connect("load-failed", data, failed),
      view.connect("notify::estimated-load-progress", data, progressed),
      view.connect("web-process-terminated", data, terminated), view.connect("destroy", data, destroyed),
    ]
    if let door { unsafe signals.append(door.manager.connect(door.signal, data, spoke)) }
    heartbeat = Heartbeat(view, world: door?.world ?? "", patience: configuration.patience) { [eventSink] isAlive in
      eventSink.yield(isAlive ? .becameResponsive : .becameUnresponsive)
    }
  }

  // MARK: Life

  /// Numbers of WebKitLoadEvent.
  enum LoadEvent: UInt32 {
    case started, redirected, committed, finished
  }

  private func loadChanged(_ event: LoadEvent?) {
    switch event {
    case .committed:
      epoch += 1
      isAsking = false
      navigation.committed(url)
      candidates.removeAll()
      leave(BridgeError(.aborted, "The page was left."))
      // Not first when it is connected, which a script that does not end keeps it from.
      heartbeat?.start()
    case .finished: navigation.finished(isSettled: !isAsking)
    case .started:
      offer()
      navigation.started()
    case .redirected, nil: break
    }
  }

  /// Has the next page know what there is to call.
  func offer() { try? door?.offer() }

  private func processEnded(_ reason: UInt32) {
    epoch += 1
    isAsking = false
    let why =
      switch reason {
      case 0: "The web process of the page crashed."
      case 1: "The web process of the page used too much memory and was ended."
      default: "The web process of the page was ended."
      }
    let error = BridgeError(.unavailable, why)
    candidates.removeAll()
    leave(error)
    heartbeat?.stop()
    eventSink.yield(.processEnded(error))
    navigation.end(error)
  }

  /// Ends the page that is there: nothing of it can be answered any more.
  private func leave(_ reason: BridgeError) {
    guard let page else { return }
    leaveFrames(reason)
    self.page = nil
    end(page, reason)
    eventSink.yield(.left(reason))
  }

  func end(_ page: Page, _ reason: BridgeError) {
    WebView.views[ObjectIdentifier(page.connection)] = nil
    page.end.lose()
    page.transport.lost(reason)
  }

  private func end(_ reason: BridgeError) {
    guard let view = native else { return }
    // First: a call that is cancelled may close the view.
    native = nil
    candidates.removeAll()
    leave(reason)
    navigation.end(reason)
    heartbeat?.stop()
    heartbeat = nil
    for signal in signals { signal.disconnect() }
    signals = []
    door?.close()
    door = nil
    eventSink.yield(.closed)
    eventSink.finish()
    GTKExecutor.shared.perform { [isOwner] in GTKActor.assumeIsolated { view.release(destroying: isOwner) } }
    unsafe Unmanaged.passUnretained(self).release()
  }

  // MARK: Pages

  /// Takes a message from the isolated world of some page in a view with our content manager.
  private func heard(_ value: NativeObject, _ reply: PageReply) {
    guard let message = MessageText(value).flatMap(PageMessage.init) else { return reply.sendNothing() }
    switch message.content {
    case .greeting: greet(message.name, reply)
    case .frameGreeting(let origin):
      decide(candidates.greet(FrameCandidates.Candidate(name: message.name, origin: origin, reply: reply)))
    default: take(message, reply)
    }
  }

  /// Takes what a relay says.
  private func take(_ message: PageMessage, _ reply: PageReply) {
    let isTop = message.name == page?.end.name
    // A page that is no longer there, or never was in this view.
    guard let page = isTop ? page : framePages[message.name] else {
      if case .introduction(let name) = message.content { candidates.disown(name) }
      return reply.sendNothing()
    }
    switch message.content {
    case .greeting, .frameGreeting: reply.sendNothing()
    case .listening: page.end.listens(reply)
    case .introduction(let name):
      reply.sendNothing()
      if isTop { decide(candidates.introduce(name)) }
    case .farewell:
      reply.sendNothing()
      leaveFrame(message.name, BridgeError(.aborted, "The frame was left."))
    case .parcel(let number, let parcel):
      guard parcel.count / 4 <= limits.messageBytes else {
        reply.sendNothing()
        let error = BridgeError(
          .resourceExhausted, "The page sent a message of \(parcel.count) bytes at once, and is cut off.")
        page.end.finish(error.message)
        return isTop ? leave(error) : leaveFrame(message.name, error)
      }
      page.end.receive(number, parcel, reply)
    }
  }

  /// Finds out whether the page that says so is the one in this view: an opened window may share our content manager.
  private func greet(_ name: String, _ reply: PageReply) {
    guard let native, let door else { return reply.sendNothing() }
    let epoch = epoch
    isAsking = true
    run("return globalThis.causeway?.name === name ? causeway.origin : ''", name: name, world: door.world) { result in
      let origin = (try? result.get()).flatMap { WebOrigin($0) }
      guard epoch == self.epoch, let origin, let permissions = self.permissions[origin] else {
        if epoch == self.epoch { self.isAsking = false }
        self.navigation.settled()
        return reply.send(text: "this window has no bridge")
      }
      self.isAsking = false
      self.leave(BridgeError(.aborted, "The page was left."))
      self.page = self.open(origin, permissions, PageEndpoint(name: name, world: door.world, view: native))
      self.eventSink.yield(.opened(origin))
      reply.sendNothing()
      self.navigation.settled()
    }
  }

  /// Connects a page or a frame's.
  func open(_ origin: WebOrigin, _ permissions: Permissions, _ end: PageEndpoint) -> Page {
    let transport = PageTransport(end: end, limits: limits)
    end.open(transport)
    let connection = ResourceTracker.$current.withValue(census) {
      bridge.connect(transport, permissions: permissions, limits: limits, name: origin.description)
    }
    // Until the page is left.
    WebView.views[ObjectIdentifier(connection)] = native
    return Page(origin: origin, end: end, transport: transport, connection: connection)
  }

  /// Runs the body of an asynchronous function in a world of the page's, with one argument, `name`.
  func run(
    _ body: String, name: String = "", text: String = "", world: String? = nil,
    then: @escaping @GTKActor (Result<String, BridgeError>) -> Void
  ) {
    guard let native else { return then(.failure(BridgeError(.unavailable, "The view is closed."))) }
    native.call(body, name: name, text: text, world: world, then: then)
  }
}
#endif
