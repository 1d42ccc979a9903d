import DebugSupport
import Foundation

extension DebugClient {
  /// Runs `causeway dap`.
  convenience init() throws {
    let input = Pipe()
    let started = try CommandLine.start("dap", input: input)
    self.init(started.process, input: input, output: started.output, errors: started.errors)
  }
}
