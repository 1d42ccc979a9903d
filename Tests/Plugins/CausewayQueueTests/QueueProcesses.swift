#if Plugins
import Foundation
import Glibc
import TestSupport
import Testing

/// Processes that put and take items, and their logs.
struct QueueProcesses {
  static let program =
    (Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    ?? URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0]))
    .deletingLastPathComponent().appendingPathComponent("queue-process").path

  /// A process that is replaced after its death by another one with the same name and log.
  struct Place {
    let role: String
    let name: String
    let log: String
    var identifier: pid_t = 0
  }

  let queue: String
  private let seed: UInt64
  private(set) var places: [Place] = []

  init(queue: String, folder: String, producers: Int, consumers: Int, seed: UInt64) throws {
    self.queue = queue
    self.seed = seed
    for index in 0..<(producers + consumers) {
      let name = index < producers ? "p\(index)" : "c\(index)"
      let place = Place(
        role: index < producers ? "produce" : "consume", name: name, log: "\(folder)/\(name).log")
      try Data().write(to: URL(fileURLWithPath: place.log))
      places.append(place)
    }
    for index in places.indices { try start(index) }
  }

  mutating func start(_ index: Int) throws {
    let place = places[index]
    // The index after the last confirmed put; its item may be in the queue already.
    let next = try place.role == "produce" ? events("put", of: place).count : 0
    places[index].identifier = try spawn(
      QueueProcesses.program, [place.role, queue, place.log, place.name, "\(next)", "\(seed)"])
  }

  /// Kills a process, and waits for its end.
  ///
  /// - Returns: the exit status, or 128 plus the signal.
  mutating func kill(_ index: Int) -> CInt {
    _ = Glibc.kill(places[index].identifier, SIGKILL)
    return wait(places[index].identifier)
  }

  /// The keys of one kind of event, in one log or in all.
  func events(_ kind: String, of place: Place? = nil) throws -> [String] {
    try (place.map { [$0] } ?? places).flatMap { place in
      try String(contentsOfFile: place.log, encoding: .utf8).split(separator: "\n")
        .filter { $0.hasPrefix(kind + " ") }.map { String($0.dropFirst(kind.count + 1)) }
    }
  }
}

/// Starts a program without waiting for it.
func spawn(_ program: String, _ arguments: [String]) throws -> pid_t {
  var pointers = ([program] + arguments).map { strdup($0) } + [nil]
  defer { for pointer in pointers { free(pointer) } }
  var identifier: pid_t = 0
  let status = posix_spawn(&identifier, program, nil, nil, &pointers, environ)
  guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: status) ?? .ENOENT) }
  return identifier
}

/// Waits for the end of a process; fails the test and kills it after two minutes.
///
/// - Returns: the exit status, or 128 plus the signal.
func wait(_ identifier: pid_t) -> CInt {
  var status: CInt = 0
  let hasEnded: Void? = try? eventually(blocking: "the process has ended", within: .seconds(120)) {
    waitpid(identifier, &status, WNOHANG) != 0
  }
  if hasEnded == nil {
    kill(identifier, SIGKILL)
    waitpid(identifier, &status, 0)
  }
  return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
}

/// Runs a program on a thread of its own, so that no thread of the tasks is blocked.
func run(_ program: String, _ arguments: [String]) async throws -> CInt {
  let identifier = try spawn(program, arguments)
  return await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: wait(identifier)) }
  }
}
#endif
