import CWebKitGTK

/// Files go to the web process of a view no faster than it takes them.
///
/// WebKit itself keeps what is read until the process takes it: what a busy page has asked for would gather here without end,
/// and whatever else the page is told would wait behind it.
@GTKActor final class AssetFlow {
  /// So many bytes are under way at most.
  private static let window = 1 << 20
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

  /// The one of a view, until the view is destroyed; nothing waits where there is none.
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

  /// A part of a file, as WebKit reads it.
  ///
  /// - Parameter descriptor: is closed in the end.
  func stream(_ descriptor: Int32, _ part: Range<Int>) -> UnsafeMutableRawPointer {
    unsafe cw_file_stream(
      descriptor, part.lowerBound, part.upperBound,
      { part, count, flow in
        let part = unsafe NativeObject(part!)
        let flow = unsafe Unmanaged<AssetFlow>.fromOpaque(flow!).takeUnretainedValue()
        GTKActor.assumeIsolated { flow.enter(part, count) }
      },
      AssetFlow.leave, Unmanaged.passRetained(self).toOpaque())
  }

  /// Of no actor: GLib lets go of a stream on any of its threads.
  private nonisolated static let leave: @convention(c) (UnsafeMutableRawPointer?) -> Void = {
    unsafe Unmanaged<AssetFlow>.fromOpaque($0!).release()
  }

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
