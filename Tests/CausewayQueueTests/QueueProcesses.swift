#if Plugins
import Foundation
import Glibc

/// Real processes that put and take items, and their logs.
struct QueueProcesses {
  static let program =
    (Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    ?? URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0]))
    .deletingLastPathComponent().appendingPathComponent("queue-process").path

  /// One place for a process: who dies is followed by another with the same name and log.
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
    // What was promised last; the one after it may be in the queue as well.
    let next = try place.role == "produce" ? events("put", of: place).count : 0
    places[index].identifier = try spawn(
      QueueProcesses.program, [place.role, queue, place.log, place.name, "\(next)", "\(seed)"])
  }

  /// Ends a process where it stands, and waits until it is gone.
  ///
  /// - Returns: how it ended.
  mutating func kill(_ index: Int) -> CInt {
    _ = Glibc.kill(places[index].identifier, SIGKILL)
    return wait(places[index].identifier)
  }

  /// The keys of one kind of event, over all places or in one.
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

/// Waits for a program's end: its exit status, or its signal and 128.
///
/// One that does not come to its end is killed.
func wait(_ identifier: pid_t) -> CInt {
  var status: CInt = 0
  let end = ContinuousClock.now + .seconds(120)
  while waitpid(identifier, &status, WNOHANG) == 0 {
    if ContinuousClock.now > end { kill(identifier, SIGKILL) }
    usleep(500)
  }
  return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
}

/// Runs a program to its end, off the threads that tasks run on.
func run(_ program: String, _ arguments: [String]) async throws -> CInt {
  let identifier = try spawn(program, arguments)
  return await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: wait(identifier)) }
  }
}
#endif
