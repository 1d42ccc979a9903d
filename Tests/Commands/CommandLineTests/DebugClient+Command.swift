import DebugSupport
import Foundation

extension DebugClient {
  /// Runs `causeway dap`.
  convenience init(variables: [String: String] = [:]) throws {
    let input = Pipe()
    let started = try CommandLine.start(["dap"], input: input, variables: variables)
    self.init(started.process, input: input, output: started.output, errors: started.errors)
  }
}
