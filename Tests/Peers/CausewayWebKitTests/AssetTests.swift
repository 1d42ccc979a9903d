#if WebView
import Causeway
import Glibc
import TestSupport
import Testing

@testable import CausewayWebKit

/// The files of a folder, as responses to requests.
@Suite struct AssetTests {
  private func site() throws -> Site {
    try Site([
      "index.html": "<p>home", "app.js": "1", "sub/index.html": "<p>sub", "sub/data.json": "{}", ".secret": "no",
    ])
  }

  private func text(_ site: Site, _ path: String) -> String {
    site.folder.response(to: .init(path: path)).text
  }

  @Test(arguments: [
    ("/usr/share", "share-"), ("/usr/../usr//share/", "share-"), ("/No/such Folder.é", "suchfolder-"), ("/", "folder-"),
    ("/" + String(repeating: "long", count: 60), String(repeating: "long", count: 8) + "-"),
  ])
  func `each folder has a host with its name`(path: String, start: String) throws {
    let host = AssetFolder(path).host
    #expect(host.hasPrefix(start) && host.count == start.count + 16)
    #expect(WebOrigin("app://\(host)")?.description == "app://\(host)")
    #expect((host == AssetFolder("/usr/share").host) == (start == "share-"))
  }

  @Test(arguments: [
    ("/", "<p>home"), ("/index.html", "<p>home"), ("/app.js", "1"), ("/sub", "<p>sub"), ("/sub/", "<p>sub"),
    ("//sub//data.json", "{}"), ("/s%75b/data%2ejson", "{}"),
  ])
  func `a file is found by its path`(path: String, text: String) throws {
    let site = try site()
    defer { site.remove() }
    #expect(self.text(site, path) == text)
  }

  @Test(arguments: [
    "/../etc/passwd", "/%2e%2e/etc/passwd", "/sub/../../etc/passwd", "/..%2fetc%2fpasswd", "/sub%2fdata.json",
    "/.secret",
    "/./.secret", "/%00", "/app.js%00.html", "/app.js/", "/app.js/x", "/link", "/linked/data.json", "/pipe", "/missing",
    "/%",
    "/%zz", "/\u{202E}", "/" + String(repeating: "a", count: 5000), String(repeating: "/sub", count: 3000),
  ])
  func `a path outside of the folder or without a file is not found`(path: String) throws {
    let site = try site()
    defer { site.remove() }
    symlink("/etc/passwd", site.path + "/link")
    symlink(site.path + "/sub", site.path + "/linked")
    mkfifo(site.path + "/pipe", 0o600)
    let response = site.folder.response(to: .init(path: path))
    // A slash after a file's name is ignored, as between names.
    #expect(response.status == (path == "/app.js/" ? 200 : 404))
    #expect(!response.text.contains("root:"))
  }

  @Test(.timeLimit(.minutes(1))) func `a folder whose page is a FIFO does not block`() throws {
    let site = try Site(["sub/a.html": ""])
    defer { site.remove() }
    mkfifo(site.path + "/index.html", 0o600)
    mkfifo(site.path + "/sub/index.html", 0o600)
    for path in ["/", "/sub/"] { #expect(site.folder.response(to: .init(path: path)).status == 404) }
  }

  @Test func `a file with any bytes in its name can be loaded by its URL`() throws {
    let site = try site()
    defer { site.remove() }
    for byte in UInt8.min...UInt8.max where byte != 0 && byte != UInt8(ascii: "/") {
      let name = [UInt8(ascii: "a"), byte]
      try site.write(name, "\(byte)")
      let url = AssetScheme.url("x", name)
      #expect(text(site, String(url.dropFirst("app://x".count))) == "\(byte)")
    }
  }

  @Test(
    arguments: [
      ("bytes=0-0", 206, "0", "bytes 0-0/10"), ("bytes=2-4", 206, "234", "bytes 2-4/10"),
      ("bytes=7-", 206, "789", "bytes 7-9/10"), ("bytes=-3", 206, "789", "bytes 7-9/10"),
      ("bytes=0-99", 206, "0123456789", "bytes 0-9/10"), ("bytes=-99", 206, "0123456789", "bytes 0-9/10"),
      ("bytes=10-", 416, "The file has 10 bytes.\n", "bytes */10"),
      ("bytes=-0", 416, "The file has 10 bytes.\n", "bytes */10"),
      ("bytes=99999999999999999999-", 416, "The file has 10 bytes.\n", "bytes */10"),
      ("bytes=4-2", 200, "0123456789", nil),
      ("bytes=0-1,3-4", 200, "0123456789", nil), ("bytes=a-b", 200, "0123456789", nil),
      ("bytes=-", 200, "0123456789", nil),
      ("bytes=", 200, "0123456789", nil), ("lines=0-1", 200, "0123456789", nil), ("", 200, "0123456789", nil),
    ] as [(String, UInt32, String, String?)])
  func `a range request returns the requested part`(
    range: String, status: UInt32, text: String, contentRange: String?
  ) throws {
    let site = try Site(["ten": "0123456789"])
    defer { site.remove() }
    let response = site.folder.response(to: .init(path: "/ten", range: range))
    #expect(response.status == status)
    #expect(response.text == text)
    #expect(response.headers["Content-Range"] == contentRange)
  }

  @Test(arguments: [
    ("a.html", "text/html; charset=utf-8"), ("A.JS", "text/javascript; charset=utf-8"), ("a.svg", "image/svg+xml"),
    ("a.wasm", "application/wasm"), ("a.tar.gz", "application/octet-stream"), ("a", "application/octet-stream"),
    ("a.html.", "application/octet-stream"),
  ])
  func `a file has the type of its name`(name: String, type: String) throws {
    let site = try Site([name: ""])
    defer { site.remove() }
    #expect(site.folder.response(to: .init(path: "/\(name)")).type == type)
  }

  @Test(arguments: [
    ("/a.ts", "const a         = 1"), ("/a.js", "const a         = 1"), ("/b.mjs", "\nexport {};"),
    ("/c.jsx", "h(\"p\", null)"), ("/sub/d.js", "import { default as React }"),
  ])
  func `a file of TypeScript or JSX is JavaScript, also by its name without types`(path: String, text: String) throws {
    let site = try Site([
      "a.ts": "const a: number = 1", "b.mts": "type B = 1", "c.tsx": "<p/>", "c.jsx": "<p/>",
      "sub/d.tsx": "import React from './react.js'; export const d = <p/>",
      "tsconfig.json": #"{"compilerOptions": {"jsx": "react", "jsxFactory": "h"}}"#,
      "sub/tsconfig.json": #"{"compilerOptions": {"jsx": "react"}}"#,
    ])
    defer { site.remove() }
    let response = site.folder.response(to: .init(path: path))
    #expect(response.status == 200 && response.type == "text/javascript; charset=utf-8")
    #expect(response.text.contains(text), "\(response.text)")
    #expect(site.folder.response(to: .init(method: "HEAD", path: path)).type == response.type)
  }

  @Test func `a video with the extension of TypeScript is served as it is`() throws {
    let site = try Site(["b.js": "1", "b.ts": "let b: number"])
    defer { site.remove() }
    let video: [UInt8] = [0x47, 0x40, 0xFF, 0x10, 0xC0]
    let file = try #require(fopen(site.path + "/a.ts", "w"))
    #expect(fwrite(video, 1, video.count, file) == video.count)
    fclose(file)
    let response = site.folder.response(to: .init(path: "/a.ts", range: "bytes=0-1"))
    #expect(response.status == 206 && response.type == "application/octet-stream")
    // A file of the name itself counts first.
    #expect(text(site, "/b.js") == "1")
  }

  @Test func `an error of a file is a text whose only error has the message`() throws {
    let site = try Site([
      "a.ts": "1;\n  let let = 1", "b.tsx": "<a/>", "tsconfig.json": "{}", "sub/c.ts": "", "sub/tsconfig.json": "{",
    ])
    defer { site.remove() }
    #expect(text(site, "/a.ts").hasPrefix("\n0 \"a.ts:2:7: "))
    #expect(text(site, "/sub/c.ts").contains("sub/tsconfig.json is not valid JSON"))
  }

  @Test func `files are read-only`() throws {
    let site = try site()
    defer { site.remove() }
    #expect(site.folder.response(to: .init(method: "POST", path: "/")).status == 405)
    let head = site.folder.response(to: .init(method: "HEAD", path: "/"))
    #expect(head.status == 200 && head.text.isEmpty)
  }
}

/// Files in a real view.
@Suite(.needsDisplay, .timeLimit(.minutes(5))) struct AssetViewTests {
  @Test func `a page and its workers load TypeScript and JSX`() async throws {
    let site = try Site([
      "index.html": "<!doctype html><script type=module src=main.js></script>",
      "main.tsx":
        """
      import { h, type Node } from './h.js';
      import Twice, { join as together } from './twice.ts';
      const node: Node = <p title="a &amp; b">{together('x', Twice)}</p>;
      const worker = new Worker('./worker.ts', { type: 'module' });
      window.answer = new Promise<string>((done) => {
        worker.onmessage = ({ data }: MessageEvent) => done(JSON.stringify([node, data]));
      });
      """,
      "h.ts": "export interface Node {}\nexport const h = (...a: unknown[]): unknown => a;",
      "twice.ts": "export default 2 as number;\nconst join = (a: string, b: number) => a.repeat(b);\nexport { join };",
      "worker.ts": "enum Kind { one = 1 }\npostMessage(Kind[1] as string);",
      "broken.html": "<!doctype html><script src=broken.ts></script>", "broken.ts": "1;\nlet x: = 1",
      "tsconfig.json": #"{"compilerOptions": {"jsx": "react", "jsxFactory": "h"}}"#,
    ])
    defer { site.remove() }
    try site.serve()
    let lab = try await Lab(permissions: [site.origin: .all])
    try await lab.view.load(site.url())
    try await eventually("the module has run") { try await lab.value("typeof answer") != "undefined" }
    #expect(try await lab.value("answer") == #"[["p",{"title":"a & b"},"xx"],"one"]"#)
    // The policy allows no eval: what the page would run has the message as its only error.
    let broken = try await lab.value("fetch('broken.ts').then((response) => response.text())")
    #expect(broken.hasPrefix("\n0 \"broken.ts:2:8: "), "\(broken)")
    await lab.close()
  }

  @Test func `a page of a folder has its files, the bridge and the policy`() async throws {
    var site = try Site([
      "index.html": "<!doctype html><script>window.inline = 1</script><script src=app.js></script>",
      "app.js": "window.own = bridge.call('echo', 'file')", "ten": "0123456789",
    ])
    defer { site.remove() }
    site.folder.contentSecurityPolicy = AssetFolder("").contentSecurityPolicy
    try site.serve()
    let lab = try await Lab(permissions: [site.origin: .all])
    try await lab.view.load(site.url())
    #expect(try await lab.value("own") == "file")
    #expect(
      try await lab.value("fetch('app.js').then((r) => r.headers.get('content-type'))")
        == "text/javascript; charset=utf-8")
    #expect(try await lab.value("typeof inline") == "undefined")
    #expect(try await lab.value("location.origin + isSecureContext") == "\(site.origin)true")
    #expect(
      try await lab.value(
        "fetch('ten', { headers: { Range: 'bytes=2-4' } }).then(async (r) => r.status + await r.text() + r.headers.get('content-range'))"
      )
        == "206234bytes 2-4/10")
    #expect(try await lab.value("fetch('../../../../etc/passwd').then((r) => r.status)") == "404")
    #expect(try await lab.value("fetch('https://example.org/').catch((e) => e.name)") == "TypeError")
    #expect(
      try await lab.value("(() => { try { eval('1'); return 'ran' } catch (e) { return e.name } })()") == "EvalError")
    #expect(try await lab.value("bridge.call('echo', 'still')") == "still")
    await lab.close()
  }

  @Test func `a file that is larger than the memory is streamed`() async throws {
    let site = try Site(["index.html": "", "film": "0123"])
    defer { site.remove() }
    try #require(truncate(site.path + "/film", 1 << 42) == 0)
    try site.serve()
    let lab = try await Lab(permissions: [site.origin: .all])
    try await lab.view.load(site.url())
    _ = try await lab.value("fetch('film').then((r) => { window.reader = r.body.getReader() })")
    let first = "reader.read().then(({ value }) => String.fromCharCode(...value.slice(0, 4)))"
    #expect(try await lab.value(first) == "0123")
    try await lab.view.load(site.url())
    #expect(try await lab.value("bridge.call('echo', 'alive')") == "alive")
    await lab.close()
  }

  @Test func `the page of a missing file has the bridge of its origin`() async throws {
    let site = try Site([:])
    defer { site.remove() }
    try site.serve()
    let lab = try await Lab(permissions: [site.origin: .all])
    try await lab.view.load(site.url("missing.html"))
    #expect(try await lab.value("document.body.innerText.trim()") == "The file does not exist.")
    await lab.close()
  }

  @Test func `a screenshot of the page is a PNG of its size`() async throws {
    let window = try await WebViewWindow(bridge: Bridge(), permissions: [Lab.origin: .all], size: .init(320, 200))
    try await window.view.load(html: "<body style='background: rgb(1, 2, 3)'>", as: Lab.origin)
    let picture = try await window.view.snapshot()
    #expect(Array(picture.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    func number(at offset: Int) -> Int { picture[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    #expect([number(at: 16), number(at: 20)] == [320, 200])
    await window.close()
    await window.closed()
  }
}

extension AssetFolder.Response {
  /// The text of the body.
  fileprivate var text: String {
    switch body {
    case .text(let text): return text
    case .file(let file, let part):
      var bytes = [UInt8](repeating: 0, count: part.count)
      let count = pread(file.descriptor, &bytes, part.count, part.lowerBound)
      return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
  }
}
#endif
