import Glibc
import Testing

@testable import causeway

/// Tests of waiting for signals.
@Suite(.timeLimit(.minutes(5))) struct InterruptsTests {
  @Test(.timeLimit(.minutes(1)), arguments: [SIGINT, SIGTERM])
  func `a signal that comes as soon as it can be waited for is not missed`(signal: Int32) async {
    await #expect(processExitsWith: .success) { [signal] in
      let interrupts = Interrupts()
      kill(getpid(), signal)
      #expect(await interrupts.next())
    }
  }
}
