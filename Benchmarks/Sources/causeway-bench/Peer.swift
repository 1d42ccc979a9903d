import Foundation
import Glibc

/// The host of another bridge: a separate process that runs the driver's loops, each ordered by a line of JSON.
final class Peer {
  /// The first line of a host, before it takes orders.
  struct Hello: Decodable {
    /// The name and version.
    var peer: String
    var offers: [Offer]
  }

  struct Offer: Decodable {
    /// The method's name for the driver.
    var name: String
    /// The kind of value, as in the driver.
    var kind: String
    /// The most similar method of plain C.
    var beside: String
  }

  /// A peer that is not installed, with the missing packages.
  struct Absent: Error {
    let reason: String
  }

  private struct Answer: Decodable {
    var nanoseconds: Double?
    var error: String?
  }

  let hello: Hello
  private let process = Process()
  private let orders = Pipe()
  private let answers = Pipe()
  private var unread = Data()

  /// Starts a host by its script.
  ///
  /// - Throws: `Absent` if the script exits with 75 and a reason.
  init(_ script: URL) throws {
    process.executableURL = script
    process.standardInput = orders
    process.standardOutput = answers
    signal(SIGPIPE, SIG_IGN)  // A host that has ended is detected by its missing answer.
    try process.run()
    let line = try Peer.line(from: answers, after: &unread)
    do {
      hello = try JSONDecoder().decode(Hello.self, from: line)
    } catch {
      process.waitUntilExit()
      let words = String(decoding: line, as: UTF8.self)
      throw process.terminationStatus == 75 ? Absent(reason: words) : Failure("\(script.path) is no host: \(words)")
    }
  }

  deinit {
    try? orders.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Keeps `depth` calls in flight until `count` are done; returns nanoseconds for each call.
  func run(_ offer: Offer, depth: Int, count: Int) throws -> Double {
    let order = "[\"\(offer.name)\", \"\(offer.kind)\", \(depth), \(count)]\n"
    try orders.fileHandleForWriting.write(contentsOf: Data(order.utf8))
    let answer = try JSONDecoder().decode(Answer.self, from: Peer.line(from: answers, after: &unread))
    guard let nanoseconds = answer.nanoseconds else { throw Failure("\(hello.peer): \(answer.error ?? "no answer")") }
    return nanoseconds
  }

  /// The next line, without its terminator.
  private static func line(from pipe: Pipe, after unread: inout Data) throws -> Data {
    let file = pipe.fileHandleForReading
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread = Data(unread[(end + 1)...]) }
        return Data(unread[..<end])
      }
      var waiting = pollfd(fd: file.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 60_000) > 0 else { throw Failure("a peer did not answer within a minute") }
      let more = file.availableData
      guard !more.isEmpty else { throw Failure("a peer has ended without an answer") }
      unread += more
    }
  }
}
