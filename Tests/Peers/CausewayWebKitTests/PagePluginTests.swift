#if WebView
import Causeway
import CausewayWebKit
import Testing

/// Plugins in a page equal those in a runtime of this process: they are available before its first script.
@Suite(.needsDisplay, .timeLimit(.minutes(5))) struct PagePluginTests {
  /// A plugin like the result of `@Plugin`, written by hand: this target has no macros.
  private final class Radio: BridgePlugin {
    static let pluginName = "radio"
    static let pluginDocumentation = ""
    static let pluginPermission: String? = nil

    func register(in registrar: PluginRegistrar) {
      registrar.method(
        MemberDeclaration(.method, "sum", parameters: { _ in .positional([.init("a", .number), .init("b", .number)]) })
      ) { try $0.answer($0.value([Double].self).reduce(0, +)) }
      registrar.constant(MemberDeclaration(.constant, "driver")) { "</script> \u{2028}\"`${1}" }
      registrar.stream(MemberDeclaration(.stream, "count")) { arguments, _ in
        let end: Int = try arguments.value()
        return AsyncStream<Int> { items in
          for item in 0..<end { items.yield(item) }
          items.finish()
        }
      }
    }
  }

  private static let first = """
    const { radio } = bridge.plugins;
    globalThis.first = (async () => {
      const items = [];
      for await (const item of radio.count(3)) items.push(item);
      return JSON.stringify([Object.keys(bridge.plugins), Object.keys(radio), radio.driver, items, await radio.sum(1, 2)]);
    })();
    """

  @Test func `a page's first script lists plugins, reads constants, iterates streams, and passes positional arguments`()
    async throws
  {
    let lab = try await Lab(permissions: [Lab.origin: ["radio.*"]]) { $0.register(Radio()) }
    try await lab.show(Self.first)
    let expected = #"[["radio"],["count","driver","sum"],"</script> \#u{2028}\"`${1}",[0,1,2],3]"#
    #expect(try await lab.value("await first") == expected)
    // The next page knows the new members, and this page after a call of contract().
    lab.bridge.handle("radio.volume") { 5 }
    #expect(
      try await lab.value("JSON.stringify(Object.keys(bridge.plugins.radio))") == #"["count","driver","sum"]"#)
    #expect(
      try await lab.value("await bridge.contract(), JSON.stringify(Object.keys(bridge.plugins.radio))")
        == #"["count","driver","sum","volume"]"#)
    try await lab.view.reload()
    #expect(
      try await lab.value("JSON.stringify(Object.keys(bridge.plugins.radio))")
        == #"["count","driver","sum","volume"]"#)
    try await lab.show("globalThis.names = JSON.stringify(Object.keys(bridge.plugins.radio));")
    #expect(try await lab.value("names") == #"["count","driver","sum","volume"]"#)
    await lab.close()
  }

  @Test func `each origin has the contract of its own permissions only`() async throws {
    let other: WebOrigin = "https://example.org"
    let lab = try await Lab(permissions: [Lab.origin: ["radio.*"], other: ["radio.sum"]]) { $0.register(Radio()) }
    let names = "globalThis.names = JSON.stringify(Object.keys(bridge.plugins.radio));"
    try await lab.show(names)
    #expect(try await lab.value("names") == #"["count","driver","sum"]"#)
    try await lab.show(names, as: other)
    #expect(try await lab.value("names") == #"["sum"]"#)
    await lab.close()
  }
}
#endif
