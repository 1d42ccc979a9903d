import Foundation
import Testing

@Suite struct PluginTests {
  @Test func `the table names every method with its permission`() throws {
    let result = try CommandLine.run("plugins")
    #expect(result.status == 0)
    let line = result.output.split(separator: "\n").first { $0.hasPrefix("network.status ") } ?? ""
    #expect(line.split(separator: " ") == ["network.status", "method", "network.status", "yes"])
  }

  @Test func `declarations are printed, and compared with a file`() throws {
    let printed = try CommandLine.run("types")
    #expect(printed.status == 0)
    #expect(printed.output.contains("readonly network: NetworkPlugin;"))
    #expect(printed.output.contains("ssid(params?: WiFiFilter | null, options?: CallOptions): Promise<string | null>;"))
    let scratch = try Scratch()
    let fresh = try scratch.file("plugins.d.ts", printed.output)
    #expect(try CommandLine.run("types", "--check", fresh.path).status == 0)
    let stale = try scratch.file("stale.d.ts", printed.output + " ")
    let result = try CommandLine.run("types", "--check", stale.path)
    #expect(result.status == 1)
    #expect(result.errors.contains("is stale"))
    #expect(try CommandLine.run("types", "--check", "no-such-file.d.ts").status == 2)
    #expect(try CommandLine.run("types", "--format", "yaml").status == 2)
  }

  @Test func `a module and an OpenRPC document are printed too`() throws {
    #expect(try CommandLine.run("types", "--format", "js").output.contains("export const connect ="))
    let document = try CommandLine.run("types", "--format", "openrpc").output
    let object = try JSONSerialization.jsonObject(with: Data(document.utf8)) as? [String: Any]
    #expect(object?["openrpc"] as? String == "1.3.2")
  }
}
