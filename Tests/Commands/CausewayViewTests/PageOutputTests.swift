#if WebView
import Foundation
import Testing

/// What pages print: the same as programs.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["DISPLAY"] != nil, "There is no display: run under xvfb-run."))
struct PageOutputTests {
  private func show(_ files: [String: String], until part: String = "the end") throws -> String {
    let folder = try Folder(files)
    let command = try RunningCommand(["screenshot", folder.path, "\(folder.path)/page.png", "--delay", "1"])
    try command.wait(for: part)
    // Errors may follow.
    #expect(command.waitForEnd() == 0)
    try command.readRest()
    return command.text
  }

  @Test func `a page's console prints as that of a program`() throws {
    let text = try show([
      "index.html": """
      <script src=app.js></script><iframe srcdoc="<script>console.log('frame', { b: 2 })</script>"></iframe>
      <script>onload = () => console.log('the end')</script>
      """,
      "app.js": """
      console.log({ a: [1, { b: { c: {} } }] }, "x", new Map([[1, "one"]]));
      console.log("%s is %d and %o", "it", "42", [1]);
      console.warn(function named() {}, Symbol("s"), -0, [undefined, null]);
      console.error(new TypeError("boom", { cause: 5 }));
      console.group("outer"); console.info("inner\\nlines"); console.groupEnd();
      console.table([{ a: 1 }]);
      console.count(); console.assert(false, "claim");
      (function traced() { console.trace("here"); })();
      """,
    ])
    for line in [
      "{ a: [ 1, { b: [Object] } ] } x Map(1) { 1 => 'one' }", "it is 42 and [ 1, [length]: 1 ]",
      "[Function: named] Symbol(s) -0 [ undefined, null ]", "TypeError: boom", "[cause]: 5", "outer\n  inner\n  lines",
      "│ 0       │ 1 │", "default: 1", "Assertion failed: claim", "Trace: here\n    at traced (app://",
      "frame { b: 2 }",
    ] {
      #expect(text.contains(line), "\(line): \(text)")
    }
    #expect(text.contains(/boom\n    at app:\/\/.*\/app.js:4:28/), "\(text)")
    #expect(!text.contains("CONSOLE") && !text.contains("user-script"), "\(text)")
  }

  @Test func `what a page does not catch is printed once, with its place`() throws {
    let text = try show([
      "index.html": """
      <script src=app.js></script>
      <script>is a syntax error</script>
      <script type=module>none.there</script>
      <script>setTimeout(() => console.log("the end"), 100)</script>
      """,
      "app.js": """
      function fail() { return Promise.reject(new RangeError("refused")); }
      fail();
      Promise.reject({ a: 1 });
      Promise.reject(new Error("caught later")).catch(() => {});
      setTimeout(() => { throw new TypeError("late"); });
      setTimeout(() => { throw { b: 2 }; });
      addEventListener("unhandledrejection", (event) => event.reason === "handled" && event.preventDefault());
      Promise.reject("handled");
      onerror = (message) => message.includes("handled") || undefined;
      setTimeout(() => { throw new Error("handled too"); });
      """,
    ])
    for pattern in [
      /Uncaught \(in promise\) RangeError: refused\n    at fail \(app:.*app.js:1:55\)\n    at app:.*app.js:2:5/,
      /Uncaught \(in promise\) \{ a: 1 \}/, /Uncaught TypeError: late\n    at app:.*app.js:5:39/,
      /Uncaught \{ b: 2 \}\n    at app:.*app.js:6/, /Uncaught SyntaxError: .*\n    at app:.*:2:/,
      /Uncaught ReferenceError: .*\n    at app:.*:3:/,
    ] {
      #expect(text.matches(of: pattern).count == 1, "\(text)")
    }
    #expect(!text.contains("handled") && !text.contains("caught later") && !text.contains("CONSOLE"), "\(text)")
  }

  @Test func `a document that is written anew still prints`() throws {
    let text = try show([
      "index.html": """
      <script>
      onload = () => {
        document.open();
        document.write("<script>console.log({ a: 1 }); setTimeout(() => console.log('the end'), 100); missing()</" + "script>");
        document.close();
      };
      </script>
      """
    ])
    #expect(text.contains("{ a: 1 }") && text.contains("Uncaught ReferenceError: "), "\(text)")
    #expect(text.ranges(of: "ReferenceError").count == 1 && text.ranges(of: "{ a: 1 }").count == 1, "\(text)")
  }

  @Test func `a page that prints without a pause does not fill the program`() throws {
    let folder = try Folder([
      "index.html": """
      <script>
      for (let i = 0; i < 100_000; i++) console.log(i);
      setInterval(() => console.log("the end"), 100);
      </script>
      """
    ])
    let command = try RunningCommand(["open", folder.path])
    try command.wait(for: "the end")
    #expect(command.text.contains("\n16383\n") && !command.text.contains("\n99999\n"))
    #expect(command.text.contains(/\n83[67]\d\d console messages were left out/))
  }

  @Test func `the page's own changes do not affect its console`() throws {
    let text = try show([
      "index.html": """
      <script>
      Array.prototype.push = Map.prototype.get = EventTarget.prototype.dispatchEvent = String.prototype.slice = null;
      Object.defineProperty(CharacterData.prototype, "data", { get() {}, set() {} });
      console.log({ a: 1 }, "the end");
      </script>
      """
    ])
    #expect(text.contains("{ a: 1 } the end"))
  }
}
#endif
