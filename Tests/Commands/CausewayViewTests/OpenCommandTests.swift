#if WebView
import Foundation
import Glibc
import LinuxFiles
import TestSupport
import Testing

@testable import CausewayViewCommand

/// `causeway open` on a real display.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["DISPLAY"] != nil, "There is no display: run under xvfb-run."))
struct OpenCommandTests {
  @Test func `a watched folder is reloaded when a file changes, once for a burst`() throws {
    let folder = try Folder(["index.html": "<script src=sub/app.js></script>", "sub/app.js": "console.log('is one')"])
    let command = try RunningCommand(["open", folder.path, "--watch"])
    try command.wait(for: "is one")
    for step in 1...5 { try folder.write("sub/app.js", "console.log('is \(step)')") }
    try command.wait(for: "is 5")
    try folder.write("new.txt", "x")
    try command.wait(for: "is 5", times: 2)
    // A reload in between would have printed output.
    #expect(command.text.split(separator: "\n").count { $0.hasPrefix("is ") } == 3)
  }

  @Test func `a watched file is reloaded, also when its resources change`() throws {
    let folder = try Folder(["page.html": "<script src=app.js></script>", "app.js": "console.log('is one')"])
    let command = try RunningCommand(["open", "\(folder.path)/page.html", "--watch"])
    try command.wait(for: "is one")
    try folder.write("page.html", "<script>console.log('is two')</script>")
    try command.wait(for: "is two")
    try folder.write("page.html", "<script src=app.js></script>")
    try folder.write("app.js", "console.log('is three')")
    try command.wait(for: "is three")
  }

  @Test func `a watched file is reloaded while its script runs without end`() throws {
    let folder = try Folder(["page.html": "<script>console.log('is one'); while (true);</script>"])
    let command = try RunningCommand(["open", "\(folder.path)/page.html", "--watch"])
    try command.wait(for: "is one")
    try command.wait(for: "does not respond")
    try folder.write("page.html", "<script>console.log('is two'); while (true);</script>")
    try command.wait(for: "is two")
    try command.wait(for: "does not respond", times: 2)
    try folder.write("page.html", "<script>console.log('is three')</script>")
    try command.wait(for: "is three")
    #expect(command.text.split(separator: "\n").count { $0.hasPrefix("is ") } == 3)
  }

  @Test func `storage belongs to a folder, and survives a restart`() throws {
    let page = """
      <script>
      localStorage.seen = (localStorage.seen ?? '') + '|';
      console.log(`seen ${localStorage.seen}.`);
      </script>
      """
    let data = try Folder(["empty.txt": ""])
    let (one, other) = (try Folder(["index.html": page, "page.html": page]), try Folder(["index.html": page]))
    func show(_ path: String, _ seen: String, origins: Int) throws {
      let command = try RunningCommand(["open", path], environment: ["XDG_DATA_HOME": data.path])
      try command.wait(for: seen)
      // WebKit writes the storage with a delay.
      try eventually(blocking: "the page's storage is in a file") {
        try Set(data.files(holding: "seen").map { $0.deletingPathExtension() }).count >= origins
      }
    }
    try show(one.path, "seen |.", origins: 1)
    try show(other.path, "seen |.", origins: 2)
    try show("\(one.path)/page.html", "seen ||.", origins: 2)
  }

  @Test func `a URL cannot be watched`() throws {
    let command = try RunningCommand(["open", "https://example.org/", "--watch"])
    try command.wait(for: "--watch needs a folder or a file.")
  }

  @Test func `the page has the requested size, with and without the inspector`() throws {
    let folder = try Folder(["index.html": "<script>console.log(`is ${innerWidth}x${innerHeight}`)</script>"])
    for more in [[], ["--devtools"]] {
      let command = try RunningCommand(["open", folder.path, "--size", "412x311"] + more)
      try command.wait(for: "is 412x311")
    }
  }

  @Test func `a page may call only the allowed methods`() throws {
    let folder = try Folder([
      "index.html": """
      <script>
      for (const method of ['no.such', 'not.this', 'network.status'])
        bridge.call(method).then(() => 'OK', (error) => error.code).then((code) => console.log(`${method} ${code}`));
      </script>
      """
    ])
    let command = try RunningCommand(["open", folder.path, "--allow", "no.* network.nothing"])
    try command.wait(for: "no.such UNIMPLEMENTED")
    try command.wait(for: "not.this PERMISSION_DENIED")
    try command.wait(for: "network.status")
    #expect(command.count("network.status PERMISSION_DENIED") == 0)
  }

  @Test func `a page whose process is killed is reloaded once`() throws {
    let folder = try Folder(["index.html": "<script>bridge.call('x').catch(() => console.log('is here'))</script>"])
    let command = try RunningCommand(["open", folder.path])
    try command.wait(for: "is here")
    for process in try command.webProcesses() { kill(process, SIGKILL) }
    try command.wait(for: "causeway: The web process of the page crashed. Reloading it.")
    try command.wait(for: "is here", times: 2)
    for process in try command.webProcesses() { kill(process, SIGKILL) }
    try command.wait(for: "It is not reloaded: it crashed twice in ten seconds.")
  }

  @Test func `a page with any file name is opened`() throws {
    let name = "a b%20%zz#?&;+'\"<>\\\u{E9}\u{1F309}.html"
    let folder = try Folder([name: "<script src='app%20one.js'></script>", "app one.js": "console.log('is here')"])
    let command = try RunningCommand(["open", "\(folder.path)/\(name)"])
    try command.wait(for: "is here")
  }

  @Test func `a page with a missing resource reports it on its console, and continues`() throws {
    let folder = try Folder([
      "index.html": "<script src=missing.js></script><script>console.log('is here')</script><img src=../../etc/passwd>"
    ])
    let command = try RunningCommand(["open", folder.path])
    try command.wait(for: "is here")
    #expect(command.count("missing.js") > 0)
  }

  @Test func `a URL without a server is reported as an error`() throws {
    // A recently free port.
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutableBytes(of: &address) { bytes in
      let pointer = bytes.bindMemory(to: sockaddr.self).baseAddress!
      _ = bind(socket, pointer, size) + getsockname(socket, pointer, &size)
    }
    close(socket)
    let command = try RunningCommand(["open", "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/"])
    try command.wait(for: "causeway: http://127.0.0.1:")
    try command.wait(for: "could not be loaded")
  }
}

/// The changes that `--watch` reports.
@Suite(.timeLimit(.minutes(5))) struct FolderChangesTests {
  /// The number of events so far: a new watch starts after all earlier events were delivered.
  private func count(_ changes: FolderChanges, _ folder: borrowing Folder) throws -> Int {
    withExtendedLifetime(try FileEvents.shared.watch(folder.path, Int(IN_DELETE_SELF)) { _ in }) {}
    return changes.eventCount
  }

  @Test func `hidden files are ignored, and names may contain any bytes`() throws {
    let folder = try Folder(["a": "1", "sub/b": "2", ".hidden/file": "1"])
    let changes = FolderChanges(folder.path)
    for name in [".hidden/file", ".swap"] {
      let descriptor = open("\(folder.path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      try #require(descriptor >= 0)
      close(descriptor)
    }
    #expect(try count(changes, folder) == 0)
    let name = Array(folder.path.utf8CString.dropLast()) + [47, -1, -2, 10, 0]
    let descriptor = name.withUnsafeBufferPointer { open($0.baseAddress!, O_WRONLY | O_CREAT, 0o600) }
    try #require(descriptor >= 0)
    close(descriptor)
    let first = try count(changes, folder)
    #expect(first > 0)
    try folder.write("sub/b", "22")
    #expect(try count(changes, folder) > first)
  }

  @Test func `a change is reported when the files are stable, also in a new folder`() async throws {
    let folder = try Folder(["a": "1"])
    var changes = FolderChanges(folder.path).changes().makeAsyncIterator()
    try folder.write("a", "22")
    #expect(await changes.next() != nil)
    try folder.write("later/b", "1")
    #expect(await changes.next() != nil)
    try folder.write("later/b", "22")
    #expect(await changes.next() != nil)
  }

  @Test func `a folder that is removed and created again is still watched`() async throws {
    let parent = try Folder(["site/a": "1"])
    let site = parent.path + "/site"
    var changes = FolderChanges(site + "/").changes().makeAsyncIterator()
    try FileManager.default.removeItem(atPath: site)
    #expect(await changes.next() != nil)
    try parent.write("site/a", "2")
    #expect(await changes.next() != nil)
    try parent.write("site/a", "33")
    #expect(await changes.next() != nil)
  }
}
#endif
