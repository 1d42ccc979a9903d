#if WebView
import Foundation
import TestSupport
import Testing

/// The program behind `causeway open` and `causeway screenshot`, built with these tests.
@Suite struct ViewCommandTests {
  private struct Result {
    let status: Int32
    let errors: String
  }

  private func run(_ arguments: [String], environment: [String: String]? = nil) throws -> Result {
    let process = Process()
    process.executableURL = Bundle.main.executableURL!.deletingLastPathComponent().appending(path: "causeway-view")
    process.arguments = arguments
    if let environment { process.environment = environment }
    let errors = FileManager.default.temporaryDirectory.appending(path: "causeway-view-\(UUID()).txt")
    defer { try? FileManager.default.removeItem(at: errors) }
    _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run(forAtMost: 300)
    process.waitUntilExit()
    return Result(status: process.terminationStatus, errors: try String(contentsOf: errors, encoding: .utf8))
  }

  private var sample: String {
    repositoryFile("Samples/WifiPage").standardized.path
  }

  @Test func `without a display the error explains what to do`() throws {
    let result = try run(["open", sample], environment: ["PATH": "/usr/bin"])
    #expect(result.status == 1)
    #expect(result.errors.contains("There is no display. Set DISPLAY or WAYLAND_DISPLAY"))
  }

  @Test func `wrong usage gives exit status 2 and a message`() throws {
    for arguments in [
      ["open"], ["open", sample, "--size", "big"], ["open", "https:///x"], ["screenshot", sample],
      ["screenshot", sample, "/tmp/x.y.JPG"],
    ] {
      let result = try run(arguments)
      #expect(result.status == 2, "\(arguments)")
      #expect(result.errors.contains("Usage: causeway \(arguments[0]) "))
    }
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["DISPLAY"] != nil, "There is no display: run under xvfb-run."))
  func `what a page prints does not command the terminal`() throws {
    let folder = try Folder([
      "page.html": #"<script>console.log("A\u001b[31mB\u0007C"); console.error("D\u009b2J\u202eE")</script>"#
    ])
    let program = Bundle.main.executableURL!.deletingLastPathComponent().appending(path: "causeway-view").path
    // It gives the program a terminal.
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/script")
    process.arguments = [
      "-qec", "'\(program)' screenshot '\(folder.path)/page.html' '\(folder.path)/page.png'", "/dev/null",
    ]
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run(forAtMost: 300)
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(text.contains(#"A\u{1b}[31mB\u{7}C"#) && text.contains(#"D\u{9b}2J\u{202e}E"#), "\(text.debugDescription)")
    #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{9B}" || $0 == "\u{202E}" })
  }

  @Test func `the error of a missing page has its path`() throws {
    let result = try run(["screenshot", "/nowhere/page.html", "/tmp/x.png"])
    #expect(result.status == 2)
    #expect(result.errors.contains("\"/nowhere/page.html\" is neither a file nor a folder"))
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["DISPLAY"] != nil, "There is no display: run under xvfb-run."))
  func `a folder without a page and a page that is not served are errors`() throws {
    let folder = try Folder(["page.html": "<p>page"])
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/link.html", withDestinationPath: "\(folder.path)/page.html")
    for (page, name) in [(folder.path, "index.html"), (folder.path + "/link.html", "link.html")] {
      let result = try run(["screenshot", page, "\(folder.path)/page.png", "--delay", "0"])
      #expect(result.status == 2)
      #expect(
        result.errors.contains("causeway: There is no page \"\(name)\" in \"\(folder.path)\""), "\(result.errors)")
      #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/page.png"))
    }
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["DISPLAY"] != nil, "There is no display: run under xvfb-run."))
  func `the screenshot of a page with a dialog shows the page without an answer`() throws {
    let folder = try Folder([
      "index.html": """
      <script>
      if (alert("a") === undefined && confirm("b") === false && prompt("c") === null) print();
      else throw "answered";
      console.log("went on")
      </script>
      """
    ])
    let command = try RunningCommand(["screenshot", folder.path, "\(folder.path)/page.png", "--delay", "0"])
    try command.wait(for: "went on")
    #expect(command.waitForEnd() == 0)
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["DISPLAY"] != nil, "There is no display: run under xvfb-run."))
  func `a download writes no file`() throws {
    let folder = try Folder([
      "index.html": """
      <a download="planted.desktop">x</a><iframe src="data.bin"></iframe>
      <script>
      const link = document.querySelector("a");
      link.href = URL.createObjectURL(new Blob(["planted"]));
      onload = () => { link.click(); console.log("clicked"); };
      </script>
      """, "data.bin": "planted as well",
    ])
    let home = try Folder(["empty.txt": ""])
    let command = try RunningCommand(
      ["screenshot", folder.path, "\(folder.path)/page.png", "--delay", "1"], environment: ["HOME": home.path])
    try command.wait(for: "clicked")
    #expect(command.waitForEnd() == 0)
    #expect(!FileManager.default.fileExists(atPath: "\(home.path)/planted.desktop"))
    #expect(!FileManager.default.fileExists(atPath: "\(home.path)/data.bin"))
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["DISPLAY"] != nil, "There is no display: run under xvfb-run."))
  func `a page that is never ready times out and leaves no process`() throws {
    let folder = try Folder([
      "loop.html": "<script>console.log('loops'); for (;;);</script>",
      "late.html": "<script>onload = () => setTimeout(() => { console.log('loops'); for (;;); })</script>",
    ])
    for page in ["loop.html", "late.html"] {
      let command = try RunningCommand([
        "screenshot", "\(folder.path)/\(page)", "\(folder.path)/page.png", "--delay", "1", "--timeout", "4",
      ])
      try command.wait(for: "loops")
      let processes = try command.webProcesses()
      #expect(!processes.isEmpty)
      try command.wait(for: "causeway: The page was not ready within 5.0 seconds.")
      #expect(command.waitForEnd() == 1)
      try eventually(blocking: "every web process has ended") { processes.allSatisfy { kill($0, 0) != 0 } }
    }
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["DISPLAY"] != nil, "There is no display: run under xvfb-run."))
  func `a server that never answers times out`() throws {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        listen(socket, 1) == 0 && getsockname(socket, $0, &size) == 0
      }
    }
    try #require(isListening)
    let url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/"
    let result = try run(["screenshot", url, "/tmp/x.png", "--timeout", "0.5"])
    #expect(result.status == 1)
    #expect(result.errors.contains("causeway: The page was not ready within 1.5 seconds."))
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["DISPLAY"] != nil, "There is no display: run under xvfb-run."))
  func `screenshots of the sample's pages work without console output`() throws {
    for page in ["", "/article.html"] {
      let picture = FileManager.default.temporaryDirectory.appending(path: "causeway-view-\(UUID()).png")
      defer { try? FileManager.default.removeItem(at: picture) }
      let result = try run(["screenshot", sample + page, picture.path, "--size", "400x300", "--delay", "0"])
      #expect(result.status == 0)
      #expect(!result.errors.contains("causeway:"))
      #expect(try Data(contentsOf: picture).prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
    }
  }
}
#endif
