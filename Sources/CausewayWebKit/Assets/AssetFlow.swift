#if WebView
import CWebKitGTK
import Causeway

/// Files go to the web process of a view no faster than it takes them.
///
/// WebKit itself keeps what is read until the process takes it: what a busy page has asked for would gather here without end,
/// and whatever else the page is told would wait behind it. Only some of the files that a page asks for at once are
/// open at a time; requests for the others wait in order.
@GTKActor final class AssetFlow {
  /// So many bytes are under way at most.
  private static let window = 1 << 20
  /// The number of files that a view has open.
  private nonisolated static let openFiles = 64
  /// The number of requests of a view that wait; further ones are refused.
  private static let waitingRequests = 1_024
  private static let world = "causeway-flow"
  private static var flows: [UnsafeMutableRawPointer: AssetFlow] = unsafe [:]

  private struct Read {
    let part: NativeObject
    let count: Int
  }

  private var view: NativeObject?
  private var underWay = 0
  private var isAsking = false
  private var waiting: [Read] = []
  private let files = Quota("openFiles") { AssetFlow.openFiles }

  /// The flow of a view, until the view is destroyed; without a view no file is opened.
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
  /// WebKit reads the whole answer of a request that was cancelled before it was answered, so these get no file.
  func turn() async -> Quota.Reservation? {
    guard view != nil else { return nil }
    let turn = try? await files.wait(most: AssetFlow.waitingRequests, for: "One more request that waits")
    return view == nil ? nil : turn
  }

  /// The objects that a stream of GLib's refers to.
  private final class Body: Sendable {
    let flow: AssetFlow
    let file: AssetFolder.OpenFile
    let turn: Quota.Reservation

    init(_ flow: AssetFlow, _ file: AssetFolder.OpenFile, _ turn: Quota.Reservation) {
      self.flow = flow
      self.file = file
      self.turn = turn
    }
  }

  /// A part of a file, as WebKit reads it.
  func stream(_ file: AssetFolder.OpenFile, _ part: Range<Int>, _ turn: Quota.Reservation) -> UnsafeMutableRawPointer {
    unsafe cw_file_stream(
      file.descriptor, part.lowerBound, part.upperBound,
      { part, count, body in
        let part = unsafe NativeObject(part!)
        let body = unsafe Unmanaged<Body>.fromOpaque(body!).takeUnretainedValue()
        GTKActor.assumeIsolated { body.flow.enter(part, count) }
      },
      AssetFlow.release, Unmanaged.passRetained(Body(self, file, turn)).toOpaque())
  }

  /// Of no actor: GLib lets go of a stream on any of its threads.
  private nonisolated static let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = {
    unsafe Unmanaged<Body>.fromOpaque($0!).release()
  }

  // MARK: Reads

  /// Lets a read go on, now or when what went before has been taken.
  private func enter(_ part: NativeObject, _ count: Int) {
    guard view == nil || underWay < AssetFlow.window else {
      waiting.append(Read(part: part, count: count))
      return ask()
    }
    underWay += count
    unsafe cw_part_read_on(part.pointer)
  }

  private func ask() {
    guard let view, !isAsking else { return }
    isAsking = true
    view.ask(world: AssetFlow.world) { [weak self] in self?.wasTaken() }
  }

  private func wasTaken() {
    isAsking = false
    underWay = 0
    let reads = waiting
    waiting = []
    for read in reads { enter(read.part, read.count) }
  }

  private func end() {
    if let view { unsafe AssetFlow.flows[view.pointer] = nil }
    view = nil
    wasTaken()
  }
}
#endif
