#if Plugins
import Causeway
import Glibc
import Testing

@testable import CausewayPlugins

@Suite(.timeLimit(.minutes(5))) struct EnvironmentTests {
  private static let variables: [String: [UInt8]] = [
    "HOME": Array("/home/ana".utf8), "TOKEN": Array("secret".utf8), "QUOTE": Array("a \"b\" '\u{0301}\n".utf8),
    "EMPTY": [], "BYTES": [0x61, 0xff],
  ]

  private func plugin(_ names: Set<String>) -> EnvironmentPlugin {
    EnvironmentPlugin(allowing: names) { Self.variables[$0] }
  }

  @Test func `a listed variable is a string, or null if it is not set`() async throws {
    let lines = try await Program.run(
      """
      const { process } = bridge.plugins;
      console.log(await process.env("HOME"), await process.env("UNSET"), JSON.stringify(await process.env("EMPTY")));
      console.log(JSON.stringify(await process.env("QUOTE")));
      """, permissions: ["process.env"], with: plugin(["HOME", "UNSET", "EMPTY", "QUOTE"]))
    #expect(lines == ["/home/ana null \"\"", #""a \"b\" '\#u{0301}\n""#])
  }

  @Test(arguments: ["TOKEN", "home", "HOME ", "HOME=", "", "HOM*", "*", "HOME\\0TOKEN", "__proto__", "UNSET2"])
  func `an unlisted variable is rejected, whether it is set or not`(name: String) async throws {
    let lines = try await Program.run(
      "console.log(await failure(bridge.plugins.process.env('\(name)')))", with: plugin(["HOME", "UNSET"]))
    #expect(lines.count == 1)
    #expect(lines[0].hasPrefix("PERMISSION_DENIED: The variable \""))
    #expect(lines[0].hasSuffix("\"])."))
  }

  @Test func `the error of a denied variable names the needed list`() async throws {
    let lines = try await Program.run(
      "console.log(await failure(bridge.plugins.process.env('TOKEN')))", with: plugin([]))
    #expect(
      lines == [
        "PERMISSION_DENIED: The variable \"TOKEN\" may not be read. The host allows it with "
          + "EnvironmentPlugin(allowing: [\"TOKEN\"])."
      ])
  }

  @Test func `the connection's permission is checked before the list`() async throws {
    let lines = try await Program.run(
      "console.log(await failure(bridge.call('process.env', 'HOME')))", permissions: [], with: plugin(["HOME"]))
    #expect(lines[0].hasPrefix("PERMISSION_DENIED: process.env is not allowed on this connection."))
  }

  @Test func `invalid names and values are distinguished from missing ones`() async throws {
    let lines = try await Program.run(
      """
      const { process } = bridge.plugins;
      for (const name of [undefined, null, 1, {}, ['HOME']]) console.log((await failure(process.env(name))).slice(0, 24));
      console.log((await failure(process.env('x'.repeat(1 << 20)))).length < 300);
      console.log(await failure(process.env('BYTES')));
      console.log(await process.env('HOME'));
      """, with: plugin(["HOME", "BYTES"]))
    #expect(
      lines == Array(repeating: "INVALID_ARGUMENT: params", count: 5) + [
        "true", "DATA_LOSS: The value of \"BYTES\" is not UTF-8.", "/home/ana",
      ])
  }

  @Test func `a listed name with a NUL does not give access to another variable`() throws {
    let plugin = EnvironmentPlugin(allowing: ["PATH\0X", "PATH"])
    #expect(try plugin.env("PATH\0X") == nil)
    #expect(try plugin.env("PATH") == String(validatingCString: getenv("PATH")))
  }
}
#endif
