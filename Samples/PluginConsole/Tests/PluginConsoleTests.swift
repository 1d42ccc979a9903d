#if WebView
import Causeway
import CausewayWebKit
import Foundation
import SampleTestSupport
import Testing

@testable import plugin_console

/// The sample's page, in a window as its program opens it.
@Suite(
  .enabled(
    if: ProcessInfo.processInfo.environment["DISPLAY"] != nil, "There is no display: run the tests under xvfb-run."),
  .timeLimit(.minutes(5)))
struct PluginConsoleTests {
  /// The sample's window, after the page's scripts have run.
  private func openWindow() async throws -> WebViewWindow {
    let window = try await PluginConsole.open()
    _ = try await window.view.evaluate(
      """
      if (document.readyState === "complete") return "";
      return new Promise((resolve) => addEventListener("load", () => resolve(""), { once: true }));
      """)
    return window
  }

  /// The changed text of an element, after a button was pressed.
  private func text(
    of element: String, after button: String, in window: WebViewWindow
  ) async throws -> String {
    try await window.view.evaluate(
      """
      const element = document.querySelector("\(element)");
      const before = element.textContent;
      return new Promise((resolve) => {
        new MutationObserver((_, observer) => {
          const { textContent } = element;
          if (textContent === before || textContent.startsWith("Counting")) return;
          observer.disconnect();
          resolve(textContent);
        }).observe(element, { childList: true, characterData: true, subtree: true });
        document.querySelector("\(button)").click();
      });
      """)
  }

  @Test(arguments: ["older", "today"]) func `each half of the page works`(half: String) async throws {
    let window = try await openWindow()
    func press(_ button: String, _ answer: String) async throws -> String {
      try await text(of: "#\(half) [data-answer=\(answer)]", after: "#\(half) \(button)", in: window)
    }
    let line = try await text(of: "#written", after: "#\(half) .card:nth-of-type(2) button", in: window)
    #expect(line == #"It’s a "quote" <b> \ ${x}"#)
    #expect(try await press(".card:nth-of-type(3) button", "count") == "148,933 primes")
    #expect(try await press("[data-do=start]", "beat") == "1")
    #expect(try await press("[data-do=unknown]", "error").lowercased().contains("\"consol"))
    #expect(try await press("[data-do=refused]", "error").contains("console.clear is not allowed on this connection."))
    _ = try await window.view.evaluate(
      "document.querySelector('#\(half) [name=below]').value = 1; return ''")
    #expect(try await press(".card:nth-of-type(3) button", "count").contains("There is no prime below 2"))
    await window.close()
  }

  @Test func `a terminal obeys nothing that a page writes`() {
    #expect(Console.printable("\u{1b}[2Jé\u{202e}\u{9b}") == #"\u{1b}[2Jé\u{202e}\u{9b}"#)
  }

  @Test func `without a display the program says so, and ends`() async throws {
    let program = Process()
    program.executableURL = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "plugin-console")
    program.environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""]
    let errors = Pipe()
    program.standardError = errors
    try program.run(forAtMost: 300)
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    program.waitUntilExit()
    #expect(text.hasPrefix("plugin-console: There is no display.") && text.split(separator: "\n").count == 1, "\(text)")
    #expect(program.terminationReason == .exit && program.terminationStatus == 1)
  }

  /// Makes the picture of the README: `PICTURE=page.png make test-samples`.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["PICTURE"] != nil, "PICTURE names no file."))
  func `the page can be pictured`() async throws {
    let window = try await openWindow()
    for half in ["older", "today"] {
      for (button, element) in [
        (".card:nth-of-type(2) button", "#written"), (".card:nth-of-type(3) button", "#\(half) [data-answer=count]"),
        ("[data-do=start]", "#\(half) [data-answer=beat]"), ("[data-do=refused]", "#\(half) [data-answer=error]"),
      ] {
        _ = try await text(of: element, after: "#\(half) \(button)", in: window)
      }
    }
    let bytes = try await window.view.snapshot(isWhole: true)
    try Data(bytes).write(to: URL(filePath: ProcessInfo.processInfo.environment["PICTURE"] ?? "page.png"))
    await window.close()
  }
}
#endif
