#if Plugins
import Causeway
import Glibc
import TestSupport
import Testing

@testable import CausewayHTTP

/// More requests than the process has sockets; each test runs in a process with a low `RLIMIT_NOFILE`.
@Suite(.timeLimit(.minutes(5))) struct LoadTests {
  @Test(.timeLimit(.minutes(1)))
  func `of 300 unread responses those beyond the limit fail, and other connections are served`() async {
    await #expect(processExitsWith: .success) {
      let load = try await LoadTest(descriptors: 256)
      var kept: [BridgeStream<BridgeValue>.Iterator] = []
      var refusals: [String: Int] = [:]
      for host in 0..<300 {
        let options: BridgeObject = ["url": .string(load.url(host, "/endless"))]
        var answer = load.greedy.stream("http.stream", BridgeValue.object(options), of: BridgeValue.self)
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
      #expect(try await load.get(0, by: load.modest) == "whole")
      kept = []
      try await load.settle()
      #expect(try await load.get(1, by: load.greedy) == "whole")
    }
  }

  @Test(.timeLimit(.minutes(1))) func `200 concurrent requests wait for free sockets`() async {
    await #expect(processExitsWith: .success) {
      let load = try await LoadTest(descriptors: 256)
      let answers = try await withThrowingTaskGroup(of: String.self) { group in
        for host in 0..<200 { group.addTask { try await load.get(host, by: load.greedy) } }
        return try await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
      }
      #expect(answers == ["whole": 200])
      try await load.settle()
    }
  }

  @Test(.timeLimit(.minutes(1))) func `idle connections leave sockets for new ones`() async {
    await #expect(processExitsWith: .success) {
      let load = try await LoadTest(descriptors: 256)
      for host in 0..<200 {
        #expect(try await load.get(host, "/kept", by: load.greedy) == "whole")
        #expect(Quota.sockets.held <= 40)
      }
      #expect(Quota.sockets.held >= 8)
      #expect(try await load.get(299, by: load.modest) == "whole")
    }
  }
}

/// Two callers of one plugin with a server that has 300 names.
private struct LoadTest {
  let server: RawServer
  let greedy: Connection
  let modest: Connection

  /// - Parameter descriptors: the new soft limit of this process.
  init(descriptors: UInt) async throws {
    // Sockets of other tests that the parent process did not mark as close-on-exec.
    for number in Int32(3)..<4_096 {
      var status = stat()
      if fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK { close(number) }
    }
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = min(rlim_t(descriptors), limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let server = try await RawServer { exchange in
      switch exchange.line {
      case "GET /endless":
        try await exchange.send("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf")
        await exchange.closed()
      case "GET /kept":
        try await exchange.send("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nwhole")
        if exchange.header("connection") != "close" { await exchange.closed() }
      default: try await exchange.answer("200 OK", [], "whole")
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

  /// Waits until no socket is open.
  func settle() async throws { try await eventually("no socket is open") { Quota.sockets.held == 0 } }
}
#endif
