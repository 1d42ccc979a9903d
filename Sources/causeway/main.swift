import Causeway
import CausewayJavaScript
import JavaScriptRuntime
let bridge = Bridge()
bridge.handle("later") { (x: Double) async -> Double in
      await Task.yield()
      return x + 1
    }
bridge.handle("double") { (x: Double) in x * 2 }
let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
print("made")
try await runtime.evaluate("console.log('hello'); console.log(1, {a:1})")
print("evaluated")
Task { while true { try await Task.sleep(for: .seconds(1)); print(try runtime.connection.statistics) } }
try await runtime.runToEnd(CommandLine.arguments[1])
print("end")
await runtime.close()
