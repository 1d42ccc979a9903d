import Causeway
import CausewayJavaScript
import CausewayTesting
import Foundation
import Synchronization
import Testing

@testable import guestbook

@Suite(.timeLimit(.minutes(5))) struct GuestbookTests {
  private let directory = URL(filePath: #filePath).appending(path: "../../app").standardized.path

  @Test func `the program signs the book`() async throws {
    let bridge = Bridge()
    bridge.add(Guestbook())
    let printed = Mutex<[String]>([])
    let greeting = try await GuestbookApp.run(
      directory, on: bridge, console: .handler { _, text in printed.withLock { $0.append(text) } })
    #expect(printed.withLock { $0 } == ["1 entry", "INVALID_ARGUMENT text", "Ada: What a bridge."])
    #expect(greeting == "Welcome, Grace!")
  }

  @Test func `a book that does not answer fails the call after thirty seconds`() async throws {
    let clock = VirtualClock()
    var configuration = Bridge.Configuration()
    configuration.clock = clock
    let bridge = Bridge(configuration)
    MockScript(["book.sign": [.never]]).install(on: bridge)
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: ["book.*"])
    let error = await #expect(throws: JavaScriptError.self) {
      try await clock.runFreely {
        let _: Int = try await runtime.evaluate("bridge.call('book.sign', {})", returning: Int.self)
      }
    }
    #expect(error?.bridgeError.code == .deadlineExceeded)
    #expect(clock.now.offset == .seconds(30))
    await runtime.close()
  }
}
