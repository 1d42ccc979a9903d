#if Plugins
import CGIO
import Causeway
import CausewayConcurrency
import MessageBus
import Synchronization

/// One dialog of the desktop portal: a method call opens it and returns a handle; a signal brings the result.
///
/// It has its own connection to the bus, so that the desktop closes the dialog when this process ends, and a waiting
/// thread. A plugin opens at most one dialog for each connection.
///
/// Source: org.freedesktop.portal.Request of xdg-desktop-portal.
final class PortalDialog: Sendable {
  private typealias Outcome = Result<[String: BusValue]?, any Error>

  private static let portal = "org.freedesktop.portal.Desktop"
  private static let handles = "/org/freedesktop/portal/desktop/request"
  static let files = SessionBus.Service(
    name: portal, path: "/org/freedesktop/portal/desktop", interface: "org.freedesktop.portal.FileChooser",
    remedy:
      "Install xdg-desktop-portal and the backend of the desktop, such as xdg-desktop-portal-gtk."
  )

  /// Cannot be guessed, so that no other program on the bus can send the answer.
  private let token = "causeway_" + (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
  private let end = Mutex<Outcome?>(nil)
  private let loop = MainContextLoop()

  private init() {}

  /// Shows a file dialog, and waits for the user.
  ///
  /// Cancelling the task closes the dialog.
  ///
  /// - Parameter member: `OpenFile` or `SaveFile`.
  /// - Returns: the portal's results; nil if the dialog was dismissed.
  /// - Throws: `UNAVAILABLE` with the reason without a desktop session, without a portal, or if one of them ends
  ///   meanwhile.
  static func show(
    _ member: String, title: String, _ options: [String: BusValue], on bus: SessionBus
  ) async throws -> [String: BusValue]? {
    let dialog = PortalDialog()
    return try await withTaskCancellationHandler {
      try await BlockingExecutor.run { try dialog.run(member, title: title, options, on: bus) }
    } onCancel: {
      dialog.finish(.failure(CancellationError()))
    }
  }

  private func run(
    _ member: String, title: String, _ options: [String: BusValue], on bus: SessionBus
  ) throws -> [String: BusValue]? {
    try loop.run {
      let connection = try bus.connect { [weak self] signal in self?.receive(signal) }
      let sender = connection.uniqueName.dropFirst().replacing(".", with: "_")
      let handle = "\(PortalDialog.handles)/\(sender)/\(token)"
      try connection.subscribe("path='\(handle)'")
      try connection.subscribe("sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(PortalDialog.portal)'")
      let arguments: [BusValue] = [
        .string(""), .string(title),
        .dictionary(options.merging(["handle_token": .string(token)]) { _, token in token }),
      ]
      do throws(BridgeError) {
        guard try connection.call(PortalDialog.files, member, arguments)[0] == .string(handle) else {
          throw BridgeError(.unavailable, "The desktop portal predates 2018 and is not supported.")
        }
      } catch {
        throw connection.isOpen ? error : PortalDialog.busEnded
      }
      loop.wait { self.end.withLock { $0 != nil } || !connection.isOpen }
      guard let end = self.end.withLock({ $0 }) else { throw PortalDialog.busEnded }
      if case .failure(is CancellationError) = end {
        var request = PortalDialog.files
        request.path = handle
        request.interface = "org.freedesktop.portal.Request"
        // If the user has just answered, the dialog is closed already.
        _ = try? connection.call(request, "Close", [])
      }
      return try end.get()
    }
  }

  private static let busEnded = BridgeError(
    .unavailable, "The desktop session's message bus ended while the dialog was open.")

  private func receive(_ signal: SessionBus.Signal) {
    switch (signal.interface, signal.member) {
    case ("org.freedesktop.portal.Request", "Response") where signal.path.hasSuffix("/" + token):
      finish(PortalDialog.meaning(of: signal.body))
    case ("org.freedesktop.DBus", "NameOwnerChanged")
    where signal.body[0] == .string(PortalDialog.portal) && signal.body[2] == .string(""):
      finish(.failure(BridgeError(.unavailable, "The desktop portal ended while the dialog was open.")))
    default: break
    }
  }

  private static func meaning(of body: BusValue) -> Outcome {
    switch (body[0], body[1]) {
    case (.unsigned(0)?, .dictionary(let results)?): .success(results)
    case (.unsigned(1)?, _): .success(nil)
    default: .failure(BridgeError(.unavailable, "The desktop portal closed the dialog before the user answered."))
    }
  }

  /// Records the first outcome; later ones are ignored.
  private func finish(_ end: Outcome) {
    self.end.withLock { if $0 == nil { $0 = end } }
    loop.wake()
  }
}

/// Blocks a thread until another thread wakes it, or a GIO connection of this context closes.
///
/// `@unchecked Sendable`: the pointer never changes, and a GMainContext may be woken from any thread; only one runs it.
@safe private final class MainContextLoop: @unchecked Sendable {
  private let context: OpaquePointer

  init() { unsafe context = g_main_context_new() }

  deinit { unsafe g_main_context_unref(context) }

  /// Runs `body` with this context as the thread's default: GIO objects report to the default context of their
  /// creation.
  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    unsafe g_main_context_push_thread_default(context)
    defer { unsafe g_main_context_pop_thread_default(context) }
    return try body()
  }

  func wait(until isDone: () -> Bool) {
    while !isDone() { unsafe g_main_context_iteration(context, 1) }
  }

  func wake() { unsafe g_main_context_wakeup(context) }
}
#endif
