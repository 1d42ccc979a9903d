import Causeway
import CausewayJavaScript
import JavaScriptRuntime
let bridge = Bridge()
bridge.handle("later") { (x: Double) async -> Double in
      await Task.yield()
      return x + 1
    }
struct Point: Codable, Sendable { var x: Double; var label: String; var list: [Double] }
bridge.handle("point") { (x: Point) in x }
bridge.handle("double") { (x: Double) in x * 2 }
bridge.handle("echo") { (x: BridgeValue) in x }
let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
StandardError.write("made" + "\n")
try await runtime.evaluate("console.log('hello'); console.log(1, {a:1})")
StandardError.write("evaluated" + "\n")
try await runtime.runToEnd(CommandLine.arguments[1])
StandardError.write("end" + "\n")
await runtime.close()
