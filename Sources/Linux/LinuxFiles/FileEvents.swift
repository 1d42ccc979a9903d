import Dispatch
import Glibc
import Synchronization

/// Reports changes of files and folders, through one inotify instance for the whole process: a user may have only 128.
///
/// The instance is opened for the first watch and closed after the last one. Watches of the same file share one watch of
/// the kernel, whose events are filtered for each.
///
/// Source: inotify(7).
package final class FileEvents: Sendable {
  /// The one instance.
  package static let shared = FileEvents()

  /// One event.
  package struct Event: Sendable {
    /// `IN_CREATE` and so on; `IN_Q_OVERFLOW` if events were lost, `IN_IGNORED` if the watch has ended.
    package let mask: UInt32
    /// The bytes of the entry's name in the watched folder; empty for the watched file or folder itself.
    package let name: [UInt8]

    package func has(_ flags: Int...) -> Bool { flags.contains { mask & UInt32($0) != 0 } }
  }

  /// A watch could not be made, for the reason of this `errno`.
  package struct Failure: Error {
    package let number: Int32
  }

  private struct Listener {
    let id: Int
    let mask: UInt32
    let receive: @Sendable (Event) -> Void
  }

  /// The open instance.
  private final class Instance {
    let descriptor: Int32
    let source: any DispatchSourceRead
    var listeners: [Int32: [Listener]] = [:]

    init(_ descriptor: Int32, _ source: any DispatchSourceRead) {
      self.descriptor = descriptor
      self.source = source
    }
  }

  private struct State {
    var instance: Instance?
    var lastID = 0
  }

  /// Events are read and delivered, and watches begin and end, on this queue only.
  private let queue = DispatchQueue(label: "causeway.file-events")
  private let state = Mutex(State())

  /// Creates another instance, for tests.
  package init() {}

  /// The open instance; nil while nothing is watched.
  package var descriptor: Int32? { state.withLock { $0.instance?.descriptor } }

  /// Reports the events from now on, until the watch is released.
  ///
  /// - Parameters:
  ///   - path: the bytes of the path, as the kernel takes it.
  ///   - mask: the requested events of `IN_ALL_EVENTS`, and flags such as `IN_ONLYDIR`.
  ///   - receive: receives each event; called on a queue of this object; it must not block.
  package func watch(
    _ path: [UInt8], _ mask: Int, receive: @escaping @Sendable (Event) -> Void
  ) throws(Failure) -> Watch {
    guard !path.contains(0) else { throw Failure(number: EINVAL) }
    let result: Result<Watch, Failure> = queue.sync {
      // Earlier events are delivered to the earlier watches only.
      readAll()
      return state.withLock { state in
        FileEvents.begin(path, UInt32(mask), receive, &state, self).map { Watch($0, $1, of: self) }
      }
    }
    return try result.get()
  }

  /// Reports the events of a path that is text, until the watch is released.
  package func watch(
    _ path: String, _ mask: Int, receive: @escaping @Sendable (Event) -> Void
  ) throws(Failure) -> Watch {
    try watch(Array(path.utf8), mask, receive: receive)
  }

  private static func begin(
    _ path: [UInt8], _ mask: UInt32, _ receive: @escaping @Sendable (Event) -> Void, _ state: inout State,
    _ events: FileEvents
  ) -> Result<(Int32, Int), Failure> {
    if state.instance == nil {
      let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      guard descriptor >= 0 else { return .failure(Failure(number: errno)) }
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: events.queue)
      source.setEventHandler { events.read(descriptor) }
      source.setCancelHandler { close(descriptor) }
      source.resume()
      state.instance = Instance(descriptor, source)
    }
    guard let instance = state.instance else { return .failure(Failure(number: EINVAL)) }
    let terminated = (path + [0]).map { CChar(bitPattern: $0) }
    let number = unsafe inotify_add_watch(instance.descriptor, terminated, mask | UInt32(IN_MASK_ADD))
    guard number >= 0 else {
      let failure = Failure(number: errno)
      closeIfUnused(&state)
      return .failure(failure)
    }
    state.lastID += 1
    instance.listeners[number, default: []].append(Listener(id: state.lastID, mask: mask, receive: receive))
    return .success((number, state.lastID))
  }

  private static func closeIfUnused(_ state: inout State) {
    guard let instance = state.instance, instance.listeners.isEmpty else { return }
    instance.source.cancel()
    state.instance = nil
  }

  private func end(_ number: Int32, _ id: Int) {
    queue.async { [self] in
      let ended: Listener? = state.withLock { state in
        // Ids are unique: if the instance has been replaced, its listeners have other ids.
        guard let instance = state.instance,
          let index = instance.listeners[number]?.firstIndex(where: { $0.id == id })
        else { return nil }
        let listener = instance.listeners[number]?.remove(at: index)
        if instance.listeners[number]?.isEmpty == true {
          instance.listeners[number] = nil
          inotify_rm_watch(instance.descriptor, number)
          FileEvents.closeIfUnused(&state)
        }
        return listener
      }
      // The listener is released after the lock is left.
      withExtendedLifetime(ended) {}
    }
  }

  // MARK: Reading

  private func readAll() {
    guard let descriptor = state.withLock({ $0.instance?.descriptor }) else { return }
    // As much as fits into the kernel's queue, so this ends even while new events arrive.
    for _ in 0..<16 where !read(descriptor) { return }
  }

  /// Reads as many events as fit into the buffer and delivers them; false if there was none.
  @discardableResult
  private func read(_ descriptor: Int32) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
    guard count > 0 else { return false }
    var received: [(Listener, Event)] = []
    // `struct inotify_event`: the watch, the mask, a cookie and the length of the name, four bytes each, and the name.
    var rest = buffer[..<count]
    state.withLock { state in
      while rest.count >= 16 {
        let start = rest.startIndex
        func word(_ index: Int) -> UInt32 {
          (0..<4).reduce(0) { $0 | UInt32(buffer[start + index * 4 + $1]) << (8 * UInt32($1)) }
        }
        let length = Int(word(3))
        let event = Event(mask: word(1), name: Array(rest.dropFirst(16).prefix(length).prefix { $0 != 0 }))
        received += FileEvents.listeners(to: event, of: Int32(bitPattern: word(0)), &state).map { ($0, event) }
        rest = rest.dropFirst(16 + length)
      }
    }
    for (listener, event) in received { listener.receive(event) }
    return true
  }

  private static func listeners(to event: Event, of number: Int32, _ state: inout State) -> [Listener] {
    guard let instance = state.instance else { return [] }
    if event.has(Int(IN_Q_OVERFLOW)) { return instance.listeners.values.flatMap { $0 } }
    if event.has(Int(IN_IGNORED)) {
      let all = instance.listeners.removeValue(forKey: number) ?? []
      closeIfUnused(&state)
      return all
    }
    return (instance.listeners[number] ?? []).filter { $0.mask & event.mask != 0 }
  }

  /// A watch, which ends when its last reference is released.
  package final class Watch: Sendable {
    private let number: Int32
    private let id: Int
    private let events: FileEvents

    fileprivate init(_ number: Int32, _ id: Int, of events: FileEvents) {
      self.number = number
      self.id = id
      self.events = events
    }

    deinit { events.end(number, id) }
  }
}
