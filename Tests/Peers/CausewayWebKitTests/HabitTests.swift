#if WebView
import Causeway
import CausewayPageMessages
import CausewayWebKit
import Foundation
import Synchronization
import TestSupport
import Testing

/// Pages that were written for WKWebView, unchanged.
@Suite(.needsDisplay, .timeLimit(.minutes(5))) struct HabitTests {
  /// A plugin like the result of `@Plugin`, written by hand: this target has no macros.
  private final class Console: BridgePlugin {
    static let pluginName = "console"
    static let pluginDocumentation = ""
    static let pluginPermission: String? = nil
    let lines = Mutex<[String]>([])

    func register(in registrar: PluginRegistrar) {
      registrar.method(MemberDeclaration(.method, "log")) { [self] arguments in
        let line: String = try arguments.value()
        lines.withLock { $0.append(line) }
        return try arguments.answer(line)
      }
      registrar.asyncMethod(MemberDeclaration(.method, "slow")) { arguments, _ in
        let members = try arguments.named(["text", "turns"])
        let text = try members.member(0, as: String.self)
        for _ in 0..<(try members.member(1, as: Int.self)) { await Task.yield() }
        return try arguments.answer(text)
      }
    }
  }

  /// The functions that such pages contain.
  private static let older = """
    var queue = [];
    function perform(className, functionName, data) {
      return new Promise(function (resolve, reject) {
        queue.push({ onSuccess: resolve, onError: reject });
        webkit.messageHandlers.native.postMessage({ className, functionName, taskId: queue.length - 1, data });
      });
    }
    function fireTask(id, text) { queue[id].onSuccess(JSON.parse(text)); }
    function onError(id, message) { queue[id].onError(message); }
    """

  @Test func `a page names a class and a function, and is answered with its task id`() async throws {
    let console = Console()
    let lab = try await Lab(permissions: [Lab.origin: ["native", "console.*"]]) { bridge in
      bridge.register(console)
      bridge.handlePluginMessages("native")
    }
    try await lab.show(Self.older)
    let line = "It's a \"quote\" \\ </script> ${x} \u{1F309}"
    #expect(
      try await lab.value("perform('Console', 'log', `It's a \"quote\" \\\\ <\\/script> \\${x} \u{1F309}`)") == line)
    #expect(console.lines.withLock { $0 } == [line])
    #expect(
      try await lab.value(
        "Promise.all([['a', 40], ['b', 1], ['c', 0]].map(([text, turns]) => perform('console', 'slow', { text, turns }))).then(String)"
      ) == "a,b,c")
    #expect(
      try await lab.value("perform('Consol', 'log', 'x').catch(String)")
        == #"There is no plugin "Consol": did you mean Console?"#)
    #expect(
      try await lab.value("perform('Console', 'lines').catch(String)")
        == #"The plugin console has no method "lines"."#)
    await lab.close()
  }

  @Test func `one handler answers through its promise and through the page's function`() async throws {
    let lab = try await Lab { bridge in
      bridge.handle("getCurrentWifiSsid") { () async throws in "Home" }
      bridge.answerRequests(to: "getCurrentWifiSsid", by: .function("handleNativeResponse"))
    }
    try await lab.show(
      """
      const callbacks = {};
      window.handleNativeResponse = (id, value, error) => { callbacks[id](value, error); delete callbacks[id]; };
      window.old = () => new Promise((resolve) => {
        callbacks.r1 = (value, error) => resolve(`${value} ${error} ${Object.keys(callbacks).length}`);
        webkit.messageHandlers.getCurrentWifiSsid.postMessage({ requestId: 'r1' });
      });
      """)
    #expect(try await lab.value("webkit.messageHandlers.getCurrentWifiSsid.postMessage({})") == "Home")
    #expect(try await lab.value("old()") == "Home null 1")
    await lab.close()
  }

  /// The text of the article's page after the call.
  private func shown(_ register: (Bridge) -> Void) async throws -> String {
    let page = repositoryFile("Samples/WifiPage/article.html")
    let lab = try await Lab { bridge in
      register(bridge)
      bridge.answerRequests(to: "getCurrentWifiSsid", by: .function("handleNativeResponse"))
    }
    try await lab.view.load(html: String(contentsOf: page, encoding: .utf8), as: Lab.origin)
    let text = try await lab.value(
      """
      new Promise((resolve) => {
        const name = document.getElementById('ssid');
        const look = () => name.innerText !== '...' && resolve(name.innerText);
        new MutationObserver(look).observe(name, { childList: true });
        look();
      })
      """)
    await lab.close()
    return text
  }

  @Test(arguments: [nil, "Caf\u{e9} \"Fritz's\" <b>"] as [String?])
  func `the article's page shows the network's name`(ssid: String?) async throws {
    let text = try await shown { $0.handle("getCurrentWifiSsid") { () async throws in ssid } }
    #expect(text == ssid ?? "Not connected to WiFi")
  }

  @Test func `the article's page shows the error without a name`() async throws {
    let text = try await shown { bridge in
      bridge.handle("getCurrentWifiSsid") { () async throws -> String? in
        throw BridgeError(.unavailable, "The radio's \"off\".")
      }
    }
    #expect(text == "Error: The radio's \"off\".")
  }
}
#endif
