import TestSupport
import Causeway
@testable import CausewayTesting

/// A stream, its producer, and what its consumer does; times in milliseconds.
struct ChaosStream: Equatable, CustomStringConvertible {
  var index: Int
  var caller: ChaosStep.Side
  var start: Int
  var timeout: Int
  /// How many items the producer makes, and the time between them.
  var items: Int
  var rhythm: Int
  var buffer: Int
  /// How long the consumer takes over each item.
  var pause: Int
  /// After how many items the consumer leaves; nil for none.
  var takes: Int?

  var method: String { "stream.\(index)" }

  var description: String {
    "at \(start) ms the \(caller) takes \(method), \(items) items each \(rhythm) ms, with a buffer of \(buffer), "
      + "a pause of \(pause) ms and a timeout of \(timeout) ms" + (takes.map { ", and leaves after \($0)" } ?? "")
  }

  init(index: Int, _ random: inout StableRandom) {
    self.index = index
    caller = random.chance(0.6) ? .client : .server
    start = random.integer(in: 0...8000)
    timeout = random.chance(0.2) ? random.integer(in: 1...2000) : 30_000
    items = random.integer(in: 0...20)
    rhythm = random.chance(0.5) ? 0 : random.integer(in: 1...300)
    buffer = [1, 2, 4, 16][random.integer(in: 0...3)]
    pause = random.chance(0.5) ? 0 : random.integer(in: 1...200)
    takes = random.chance(0.3) ? random.integer(in: 1...10) : nil
  }
}

extension ChaosRun {
  /// What a consumer saw.
  struct Taken {
    let stream: ChaosStream
    var items: [Int] = []
    var ends: [End] = []

    enum End: Equatable {
      case finished, left
      case failed(BridgeError.Code)
    }

    /// What is wrong with it, as sentences.
    var complaints: [String] {
      let name = stream.method
      var complaints: [String] = []
      if items != Array(1..<(items.count + 1)) { complaints.append("\(name) yielded \(items)") }
      guard ends.count == 1 else { return complaints + ["\(name) ended \(ends.count) times"] }
      switch ends[0] {
      case .finished where items.count != stream.items: complaints.append("\(name) finished after \(items.count) items")
      case .left where items.count != stream.takes: complaints.append("\(name) was left after \(items.count) items")
      case .failed(let code) where ![.deadlineExceeded, .aborted, .unavailable].contains(code):
        complaints.append("\(name) failed with \(code)")
      default: break
      }
      return complaints
    }
  }

  /// The consumer: takes its items, and tells how that ended.
  func take(_ stream: ChaosStream, from connection: Connection, _ clock: VirtualClock) async -> Taken {
    var taken = Taken(stream: stream)
    do {
      try await clock.sleep(for: .milliseconds(stream.start))
      let items = connection.stream(
        stream.method, stream.items, of: Int.self, timeout: .milliseconds(stream.timeout), buffer: stream.buffer)
      for try await item in items {
        taken.items.append(item)
        if stream.pause > 0 { try await clock.sleep(for: .milliseconds(stream.pause)) }
        if taken.items.count == stream.takes {
          taken.ends.append(.left)
          return taken
        }
      }
      taken.ends.append(.finished)
    } catch {
      taken.ends.append(.failed((error as? BridgeError)?.code ?? "NONSENSE"))
    }
    return taken
  }

  /// Registers the producer.
  static func handle(_ stream: ChaosStream, on bridge: Bridge, _ clock: VirtualClock) {
    bridge.stream(stream.method) { (limit: Int, _: CallContext) in
      let made = Shared(0)
      return AsyncThrowingStream<Int, any Error> {
        let next = made.withLock { made in
          made += 1
          return made
        }
        if next > limit { return nil }
        if stream.rhythm > 0 { try await clock.sleep(for: .milliseconds(stream.rhythm)) }
        return next
      }
    }
  }
}
