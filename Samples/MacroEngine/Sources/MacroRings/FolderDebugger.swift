import Foundation
import NIOCore
import NIOPosix

/// A client of the program's own debugger, over the Debug Adapter Protocol: it sets breakpoints in the files of a directory, and
/// reports where a macro has stopped.
actor FolderDebugger {
  /// Where a macro has stopped.
  struct Stop: Sendable, Encodable {
    /// The name of the file.
    var key: String
    /// Counted from 1.
    var line: Int
    var function: String
    var variables: [Variable]
  }

  struct Variable: Sendable, Codable {
    var name: String
    var value: String
  }

  /// How a paused macro continues; the raw values are commands of the protocol.
  enum Step: String, Sendable, Decodable {
    case `continue`, next, stepIn, stepOut
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// A page shows at most so many variables.
  private static let mostVariables = 40

  /// The lines with breakpoints, by the name of the file.
  private(set) var breakpoints: [String: [Int]] = [:]
  /// Nil while no macro is stopped.
  private(set) var stopped: Stop?

  private let directory: URL
  private let changed: @Sendable (Stop?) -> Void
  private var outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>?
  private var reading: Task<Void, Never>?
  /// Waits until the connection can be written to, or has ended.
  private var opening: CheckedContinuation<Void, Never>?
  private var bytes = Data()
  private var lastRequest = 0
  private var waiting: [Int: CheckedContinuation<Answer, Never>] = [:]
  private var thread = 0

  /// - Parameter changed: called when a macro stops, and with nil when it goes on.
  init(directory: URL, changed: @escaping @Sendable (Stop?) -> Void) {
    (self.directory, self.changed) = (directory, changed)
  }

  /// Connects to the socket of the program's debugger.
  func connect(to path: String) async throws {
    let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup).connect(
      unixDomainSocketPath: path
    ) { channel in
      channel.eventLoop.makeCompletedFuture {
        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
      }
    }
    await withCheckedContinuation { opening in
      self.opening = opening
      reading = Task {
        try? await channel.executeThenClose { inbound, outbound in
          self.opened(outbound)
          for try await part in inbound { self.receive(part) }
        }
        self.ended()
      }
    }
    try await request("initialize")
    try await request("attach")
    try await request("configurationDone")
  }

  /// Lets a stopped macro go on, and ends.
  func close() {
    reading?.cancel()
  }

  // MARK: For pages

  /// Sets the breakpoints of a file.
  ///
  /// - Returns: the lines where the debugger has them.
  func setBreakpoints(_ key: String, _ lines: [Int]) async throws -> [Int] {
    let source = ["path": directory.appending(path: key).path]
    let wanted = Set(lines).sorted().prefix(100).map { ["line": $0] }
    let answer = try await request("setBreakpoints", Arguments(source: source, breakpoints: Array(wanted)))
    let set = Set((answer.breakpoints ?? []).compactMap(\.line)).sorted()
    breakpoints[key] = set.isEmpty ? nil : set
    return set
  }

  /// Lets the stopped macro go on.
  func resume(_ step: Step) async throws {
    guard stopped != nil else { return }
    tell(nil)
    try await request(step.rawValue, Arguments(threadId: thread))
  }

  private func tell(_ stop: Stop?) {
    stopped = stop
    changed(stop)
  }

  /// Finds out where the macro has stopped, with the variables of its innermost scopes.
  private func look(_ thread: Int) async throws {
    self.thread = thread
    let frames = try await request("stackTrace", Arguments(threadId: thread)).stackFrames ?? []
    guard let frame = frames.first, let path = frame.source?.path else { return try await leave(thread) }
    var variables: [Variable] = []
    let scopes = try await request("scopes", Arguments(frameId: frame.id)).scopes ?? []
    for scope in scopes where scope.expensive != true {
      let answer = try await request("variables", Arguments(variablesReference: scope.variablesReference))
      for variable in answer.variables ?? [] where !variables.contains(where: { $0.name == variable.name }) {
        variables.append(variable)
      }
    }
    tell(
      Stop(
        key: URL(filePath: path).lastPathComponent, line: frame.line, function: frame.name,
        variables: Array(variables.prefix(FolderDebugger.mostVariables))))
  }

  /// The page could not show it.
  private func leave(_ thread: Int) async throws { try await request("continue", Arguments(threadId: thread)) }

  // MARK: The protocol

  private struct Arguments: Encodable {
    var source: [String: String]?
    var breakpoints: [[String: Int]]?
    var threadId: Int?
    var frameId: Int?
    var variablesReference: Int?
  }

  private struct Request: Encodable {
    let type = "request"
    var seq: Int
    var command: String
    var arguments: Arguments
  }

  private struct Message: Decodable {
    var event: String?
    var request_seq: Int?
    var success: Bool?
    var message: String?
    var body: Answer?
  }

  /// What the answers and events have that are of use here.
  private struct Answer: Decodable, Sendable {
    struct Frame: Decodable, Sendable {
      struct Source: Decodable, Sendable { var path: String? }
      var id: Int
      var name: String
      var line: Int
      var source: Source?
    }
    struct Scope: Decodable, Sendable {
      var variablesReference: Int
      var expensive: Bool?
    }
    struct Breakpoint: Decodable, Sendable { var line: Int? }

    var threadId: Int?
    var stackFrames: [Frame]?
    var scopes: [Scope]?
    var variables: [Variable]?
    var breakpoints: [Breakpoint]?
    /// Why a request failed.
    var failure: String?
  }

  @discardableResult
  private func request(_ command: String, _ arguments: Arguments = Arguments()) async throws -> Answer {
    guard let outbound else { throw Failure(description: "The debugger has ended.") }
    lastRequest += 1
    let number = lastRequest
    let body = try JSONEncoder().encode(Request(seq: number, command: command, arguments: arguments))
    let head = Data("Content-Length: \(body.count)\r\n\r\n".utf8)
    let answer = await withCheckedContinuation { continuation in
      waiting[number] = continuation
      Task {
        do {
          try await outbound.write(ByteBuffer(bytes: head + body))
        } catch {
          answered(number, Answer(failure: "\(error)"))
        }
      }
    }
    if let failure = answer.failure { throw Failure(description: "\(command): \(failure)") }
    return answer
  }

  private func answered(_ number: Int, _ answer: Answer) {
    waiting.removeValue(forKey: number)?.resume(returning: answer)
  }

  private func opened(_ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>?) {
    self.outbound = outbound
    opening?.resume()
    opening = nil
  }

  private func ended() {
    opened(nil)
    for number in Array(waiting.keys) { answered(number, Answer(failure: "The debugger has ended.")) }
    if stopped != nil { tell(nil) }
  }

  private func receive(_ part: ByteBuffer) {
    bytes.append(contentsOf: part.readableBytesView)
    while let head = bytes.range(of: Data("\r\n\r\n".utf8)) {
      let header = String(decoding: bytes[..<head.lowerBound], as: UTF8.self)
      guard let length = header.split(separator: " ").last.flatMap({ Int($0) }),
        bytes.endIndex - head.upperBound >= length
      else { return }
      let body = Data(bytes[head.upperBound..<(head.upperBound + length)])
      bytes = Data(bytes[(head.upperBound + length)...])
      if let message = try? JSONDecoder().decode(Message.self, from: body) { take(message) }
    }
  }

  private func take(_ message: Message) {
    if let number = message.request_seq {
      var answer = message.body ?? Answer()
      if message.success == false { answer.failure = message.message ?? "refused" }
      answered(number, answer)
    } else if message.event == "stopped", let thread = message.body?.threadId {
      // The requests of this task are answered by later calls of this method.
      Task { try? await look(thread) }
    } else if message.event == "continued", stopped != nil {
      tell(nil)
    }
  }
}
