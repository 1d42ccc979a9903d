import Dispatch
public import Foundation
import Glibc
public import Testing

extension Process {
  /// Starts the program; fails the test and kills it, with the processes of its group, when it runs for too long.
  ///
  /// Whoever waits for its end, or for the end of what it says, goes on then.
  public func run(forAtMost seconds: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try run()
    let identifier = processIdentifier
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) { [weak self] in
      guard let self, self.isRunning else { return }
      Issue.record(
        "It did not end within \(seconds) seconds: \(self.executableURL?.lastPathComponent ?? "a program")",
        sourceLocation: sourceLocation)
      kill(-identifier, SIGKILL)
      kill(identifier, SIGKILL)
    }
  }
}
