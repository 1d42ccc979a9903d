#if Plugins
import Causeway
import Glibc
import Testing

@testable import CausewayHTTP

/// More requests than a process has sockets; each test runs in a process with a low `RLIMIT_NOFILE`.
@Suite(.timeLimit(.minutes(5))) struct CrowdTests {
  @Test(.timeLimit(.minutes(1)))
  func `300 unread answers are refused beyond the limit, and other connections are answered`() async {
    await #expect(processExitsWith: .success) {
      let crowd = try await Crowd(descriptors: 256)
      var kept: [BridgeStream<BridgeValue>.Iterator] = []
      var refusals: [String: Int] = [:]
      for host in 0..<300 {
        let options: BridgeObject = ["url": .string(crowd.url(host, "/endless"))]
        var answer = crowd.greedy.stream("http.stream", BridgeValue.object(options), of: BridgeValue.self)
          .makeAsyncIterator()
        do {
          _ = try await answer.next()
          kept.append(answer)
        } catch let error as BridgeError {
          guard case .object(let data)? = error.data, case .string(let limit)? = data["limit"] else { throw error }
          refusals["\(error.code) \(limit)", default: 0] += 1
        }
      }
      #expect(kept.count == 16)
      #expect(refusals == ["RESOURCE_EXHAUSTED requests": 284])
      #expect(try await crowd.get(0, by: crowd.modest) == "whole")
      kept = []
      try await crowd.settle()
      #expect(try await crowd.get(1, by: crowd.greedy) == "whole")
    }
  }

  @Test(.timeLimit(.minutes(1))) func `200 requests at once wait for their turn`() async {
    await #expect(processExitsWith: .success) {
      let crowd = try await Crowd(descriptors: 256)
      let answers = try await withThrowingTaskGroup(of: String.self) { group in
        for host in 0..<200 { group.addTask { try await crowd.get(host, by: crowd.greedy) } }
        return try await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
      }
      #expect(answers == ["whole": 200])
      try await crowd.settle()
    }
  }

  @Test(.timeLimit(.minutes(1))) func `idle connections leave sockets for new ones`() async {
    await #expect(processExitsWith: .success) {
      let crowd = try await Crowd(descriptors: 256)
      for host in 0..<200 {
        #expect(try await crowd.get(host, "/kept", by: crowd.greedy) == "whole")
        #expect(Quota.sockets.held <= 40)
      }
      #expect(Quota.sockets.held >= 8)
      #expect(try await crowd.get(299, by: crowd.modest) == "whole")
    }
  }
}

/// Two callers of one plugin that may ask a server under 300 names.
private struct Crowd {
  let server: RawServer
  let greedy: Connection
  let modest: Connection

  /// - Parameter descriptors: the new soft limit of this process.
  init(descriptors: UInt) async throws {
    // Sockets of other tests in the parent that are not closed on exec.
    for number in Int32(3)..<4_096 {
      var status = stat()
      if fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK { close(number) }
    }
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = min(rlim_t(descriptors), limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let server = try await RawServer { talk in
      switch talk.line {
      case "GET /endless":
        try await talk.send("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf")
        await talk.closed()
      case "GET /kept":
        try await talk.send("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nwhole")
        if talk.header("connection") != "close" { await talk.closed() }
      default: try await talk.answer("200 OK", [], "whole")
      }
    }
    self.server = server
    let plugin = HTTPPlugin(
      origins: try HTTPOrigins([], local: ["http://*:\(server.port)"]), limits: HTTPLimits(),
      addresses: Dictionary(uniqueKeysWithValues: (0..<300).map { ("h\($0).test", "127.0.0.1") }))
    let bridge = Bridge()
    bridge.register(plugin)
    func caller() -> Connection {
      let (left, right) = LoopbackTransport.pair()
      _ = bridge.connect(left, permissions: .all)
      return Bridge().connect(right, permissions: .all)
    }
    (greedy, modest) = (caller(), caller())
    #expect(try await get(0, by: greedy) == "whole")
    #expect(try await get(0, by: modest) == "whole")
  }

  func url(_ host: Int, _ path: String = "/") -> String { "http://h\(host).test:\(server.port)\(path)" }

  func get(_ host: Int, _ path: String = "/", by caller: Connection) async throws -> String {
    let options: BridgeObject = ["url": .string(url(host, path))]
    let answer = try await caller.call("http.get", BridgeValue.object(options), returning: BridgeValue.self)
    guard case .object(let members) = answer, case .string(let text)? = members["data"] else { return "\(answer)" }
    return text
  }

  /// Waits, for ten seconds at most, until no socket is open.
  func settle() async throws {
    let end = ContinuousClock.now + .seconds(10)
    while Quota.sockets.held > 0 {
      try #require(ContinuousClock.now < end, "\(Quota.sockets.held) sockets are still open")
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}
#endif
