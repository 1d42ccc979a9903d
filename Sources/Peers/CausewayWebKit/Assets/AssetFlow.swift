#if WebView
import CWebKitGTK
import Causeway

/// Flow control for the files of a view: they are read no faster than the web process receives them.
///
/// WebKit buffers the data that it has read until the process receives it. Without a limit, the files that a busy page
/// requests would fill the memory, and would delay all other messages to the page. Only some of the files that a page
/// requests at once are open at a time; other requests wait in order.
@GTKActor final class AssetFlow {
  /// The maximum number of bytes in flight.
  private static let window = 1 << 20
  /// The maximum number of open files of a view.
  private nonisolated static let openFiles = 64
  /// The maximum number of waiting requests of a view; further ones are refused.
  private static let waitingRequests = 1_024
  private static let world = "causeway-flow"
  private static var flows: [UnsafeMutableRawPointer: AssetFlow] = unsafe [:]

  private struct Read {
    let part: NativeObject
    let count: Int
  }

  private var view: NativeObject?
  private var inFlight = 0
  private var isSyncing = false
  private var waiting: [Read] = []
  private let files = Quota("openFiles") { AssetFlow.openFiles }

  /// The flow control of a view, until the view is destroyed; without a view no file is opened.
  static func of(_ view: NativeObject?) -> AssetFlow {
    guard let view else { return AssetFlow(nil) }
    if let flow = unsafe flows[view.pointer] { return flow }
    let flow = AssetFlow(view)
    unsafe flows[view.pointer] = flow
    return flow
  }

  private init(_ view: NativeObject?) {
    self.view = view
    guard let view else { return }
    typealias Pointer = UnsafeMutableRawPointer
    let data = unsafe Unmanaged.passUnretained(self).toOpaque()
    let destroyed: @convention(c) (Pointer, Pointer) -> Void = { _, data in
      let flow = unsafe Unmanaged<AssetFlow>.fromOpaque(data).takeUnretainedValue()
      GTKActor.assumeIsolated { flow.end() }
    }
    _ = unsafe view.connect("destroy", data, destroyed)
  }

  // MARK: Files

  /// Waits until the view may open one more file; nil if too many requests wait, or if the view was destroyed.
  ///
  /// WebKit reads the whole answer of a request that was cancelled before its answer, so such a request gets no file.
  func reserveFile() async -> Quota.Reservation? {
    guard view != nil else { return nil }
    let reservation = try? await files.wait(most: AssetFlow.waitingRequests, for: "One more waiting request")
    return view == nil ? nil : reservation
  }

  /// The objects that a GLib stream refers to.
  private final class Body: Sendable {
    let flow: AssetFlow
    let file: AssetFolder.OpenFile
    let reservation: Quota.Reservation

    init(_ flow: AssetFlow, _ file: AssetFolder.OpenFile, _ reservation: Quota.Reservation) {
      self.flow = flow
      self.file = file
      self.reservation = reservation
    }
  }

  /// A stream of a part of a file for WebKit.
  func stream(_ file: AssetFolder.OpenFile, _ part: Range<Int>, _ reservation: Quota.Reservation)
    -> UnsafeMutableRawPointer
  {
    unsafe cw_file_stream(
      file.descriptor, part.lowerBound, part.upperBound,
      { part, count, body in
        let part = unsafe NativeObject(part!)
        let body = unsafe Unmanaged<Body>.fromOpaque(body!).takeUnretainedValue()
        GTKActor.assumeIsolated { body.flow.schedule(part, count) }
      },
      AssetFlow.release, Unmanaged.passRetained(Body(self, file, reservation)).toOpaque())
  }

  /// On no actor: GLib releases a stream on any of its threads.
  private nonisolated static let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = {
    unsafe Unmanaged<Body>.fromOpaque($0!).release()
  }

  // MARK: Reads

  /// Continues a read now, or when the page has received the previous data.
  private func schedule(_ part: NativeObject, _ count: Int) {
    guard view == nil || inFlight < AssetFlow.window else {
      waiting.append(Read(part: part, count: count))
      return sync()
    }
    inFlight += count
    unsafe cw_part_read_on(part.pointer)
  }

  private func sync() {
    guard let view, !isSyncing else { return }
    isSyncing = true
    view.ping(world: AssetFlow.world) { [weak self] in self?.wasReceived() }
  }

  private func wasReceived() {
    isSyncing = false
    inFlight = 0
    let reads = waiting
    waiting = []
    for read in reads { schedule(read.part, read.count) }
  }

  private func end() {
    if let view { unsafe AssetFlow.flows[view.pointer] = nil }
    view = nil
    wasReceived()
  }
}
#endif
