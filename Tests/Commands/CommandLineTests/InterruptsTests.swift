import Glibc
import Testing

@testable import CausewayCommand

/// Tests of waiting for signals.
@Suite(.timeLimit(.minutes(5))) struct InterruptsTests {
  @Test(.timeLimit(.minutes(1)), arguments: [SIGINT, SIGTERM])
  func `a signal right after the start of the wait is not missed`(signal: Int32) async {
    await #expect(processExitsWith: .success) { [signal] in
      let interrupts = Interrupts()
      kill(getpid(), signal)
      #expect(await interrupts.next())
    }
  }
}
