#if Plugins
import Foundation
import Testing

/// The external resources of a program.
@Suite struct ServiceTests {
  @Test func `a store keeps its values between runs`() throws {
    let scratch = try Scratch()
    let store = scratch.directory.appendingPathComponent("store.db").path
    let first = try CommandLine.run(
      "run", "--store", store, "-e", "await bridge.plugins.storage.set({ key: 'a', value: [1n] })")
    #expect(first.status == 0, "\(first.errors)")
    let second = try CommandLine.run(
      "run", "--store", store, "-e", "console.log((await bridge.plugins.storage.get({ key: 'a' })).value[0] + 1n)")
    #expect(second.output == "2n\n")
  }

  @Test func `the default store needs a permission, and creates no file without it`() throws {
    let result = try CommandLine.run("run", "-e", "await bridge.call('storage.get', { key: 'a' })")
    #expect(result.status == 1)
    #expect(result.errors.contains("storage.read"))
  }

  @Test func `a server that is not listed is not connected`() throws {
    let result = try CommandLine.run(
      "run", "--local-origin", "http://localhost:2", "-e",
      "await bridge.plugins.http.get({ url: 'http://localhost:1/' })")
    #expect(result.status == 1)
    #expect(result.errors.contains("http://localhost:1 is not on the list of allowed origins"))
  }

  @Test(arguments: ["localhost", "http://localhost", "https://a/b", "ftp://a"])
  func `an invalid origin is a usage error`(origin: String) throws {
    let result = try CommandLine.run("run", "--origin", origin, "-e", "1")
    #expect(result.status == 2)
    #expect(result.errors.contains("is not an origin"))
  }

  @Test func `the plugins are in the table and in the declarations`() throws {
    let table = try CommandLine.run("plugins").output
    for name in ["storage.commit", "storage.changed", "http.stream"] {
      #expect(table.contains("\n\(name) "), "\(name)")
    }
    #expect(try CommandLine.run("types").output.contains("readonly storage: StoragePlugin;"))
  }
}
#endif
