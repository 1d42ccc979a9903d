#if Plugins
import Causeway
import CausewayJavaScript
import Foundation
import JavaScriptRuntime
import TestSupport
import Testing

@testable import CausewayPlugins
@testable import MessageBus

/// Dialogs of a portal on a private bus; the test acts as the user.
@Suite(.timeLimit(.minutes(1))) struct FilePickerTests {
  private static let small = {
    var limits = FileLimits()
    limits.fileBytes = 1_000
    return limits
  }()

  let scratch: Scratch
  let bus: MessageBus

  init() throws {
    scratch = try Scratch()
    bus = try MessageBus(in: scratch)
  }

  private func plugin(_ limits: FileLimits = FileLimits()) -> FilePickerPlugin {
    FilePickerPlugin(bus: SessionBus(address: bus.address), limits: limits)
  }

  private func uri(_ name: String) -> String { URL(filePath: "\(scratch.path)/\(name)").absoluteString }

  /// Runs a program, and answers its dialogs one after the other.
  private func run(
    _ source: String, answers: [[String]?], limits: FileLimits = FileLimits(), portal: FilePortal? = nil
  ) async throws -> [String] {
    let portal = try portal ?? FilePortal(bus.address)
    defer { portal.close() }
    let person = Task {
      for (number, answer) in answers.enumerated() { portal.answer(try await portal.dialog(number), answer) }
    }
    defer { person.cancel() }
    return try await Program.run("const { filePicker } = bridge.plugins; " + source, with: plugin(limits))
  }

  // MARK: Opening

  @Test func `chosen files have a name and content, but no path`() async throws {
    try scratch.write(["a b.txt": "one", "\u{e9}.png": "two"])
    let lines = try await run(
      """
      const { files } = await filePicker.pickFiles({ multiple: true });
      for (const { name, size, mimeType, mtime, data } of files) {
        console.log(name, size, mimeType, Date.now() - mtime < 60_000, data instanceof Uint8Array, new TextDecoder().decode(data));
      }
      console.log(JSON.stringify(files).includes("/tmp"));
      """, answers: [[uri("a b.txt"), uri("\u{e9}.png")]])
    #expect(lines == ["a b.txt 3 text/plain true true one", "\u{e9}.png 3 image/png true true two", "false"])
  }

  @Test func `files of any size are streamed in chunks, each file after its name`() async throws {
    try scratch.write(["large": String(repeating: "x", count: 300_000), "empty.txt": "", "small": "y"])
    let lines = try await run(
      """
      for await (const part of filePicker.pickFilesInChunks({ multiple: true, chunkSize: 200_000 })) {
        console.log(part.kind === "file" ? `${part.name} ${part.size} ${part.mimeType}` : part.bytes.length);
      }
      """, answers: [[uri("large"), uri("empty.txt"), uri("small")]], limits: FilePickerTests.small)
    #expect(
      lines == [
        "large 300000 application/octet-stream", "200000", "100000", "empty.txt 0 text/plain",
        "small 1 application/octet-stream", "1",
      ])
  }

  @Test func `the dialog has the requested options`() async throws {
    let portal = try FilePortal(bus.address)
    let lines = try await run(
      """
      await filePicker.pickFiles({ title: "Pictures", types: [".txt", "image/*"], multiple: true });
      console.log((await filePicker.pickFiles()).files.length);
      for await (const part of filePicker.pickFilesInChunks()) console.log(part.kind);
      console.log(JSON.stringify(await filePicker.saveFile({ data: "x", encoding: "utf8", name: "n.txt" })));
      """, answers: [nil, nil, nil, nil], portal: portal)
    #expect(lines == ["0", #"{"cancelled":true}"#])
    #expect(
      portal.dialogs.map { "\($0.member) \($0.arguments)" } == [
        "OpenFile ('', 'Pictures', {'filters': <[('.txt, image/*', [(uint32 0, '*.txt'), (1, 'image/*')])]>, 'handle_token': <'TOKEN'>, 'multiple': <true>})",
        "OpenFile ('', 'Open', {'handle_token': <'TOKEN'>, 'multiple': <false>})",
        "OpenFile ('', 'Open', {'handle_token': <'TOKEN'>, 'multiple': <false>})",
        "SaveFile ('', 'Save', {'current_name': <'n.txt'>, 'handle_token': <'TOKEN'>})",
      ])
    #expect(portal.closed == [])
  }

  @Test func `the error of an unreadable chosen file has its name and the reason`() async throws {
    try scratch.write(["folder/a": "1", "large": String(repeating: "x", count: 600)])
    let lines = try await run(
      "for (let i = 0; i < 6; i++) console.log(await failure(filePicker.pickFiles({ multiple: true })));",
      answers: [
        [uri("none")], [uri("folder")], ["sftp://host/a"], ["file://elsewhere/a"], ["file:///tmp/%ff"],
        [uri("large"), uri("large")],
      ], limits: FilePickerTests.small)
    #expect(
      lines == [
        #"NOT_FOUND: "chosen/none" cannot be read: no file or folder has this name."#,
        #"FAILED_PRECONDITION: "chosen/folder" is a folder, not a regular file."#,
        "FAILED_PRECONDITION: The chosen file is not on this machine, or its name is not UTF-8.",
        "FAILED_PRECONDITION: The chosen file is not on this machine, or its name is not UTF-8.",
        "FAILED_PRECONDITION: The chosen file is not on this machine, or its name is not UTF-8.",
        "RESOURCE_EXHAUSTED: The chosen files have 1200 bytes, over the limit fileBytes (1000): use pickFilesInChunks.",
      ])
  }

  @Test(.enabled(if: FilePickerTests.hugeFile != nil, "no file system here has files of eight exbibytes"))
  func `sizes whose sum overflows exceed the limit`() async throws {
    let path = try #require(FilePickerTests.hugeFile)
    defer { unlink(path) }
    let lines = try await run(
      "console.log(await failure(filePicker.pickFiles({ multiple: true })));",
      answers: [[URL(filePath: path).absoluteString, URL(filePath: path).absoluteString]])
    #expect(
      lines.count == 1 && lines[0].hasPrefix("RESOURCE_EXHAUSTED: The chosen files have 9223372036854775807 bytes"))
  }

  /// An empty sparse file in memory with the maximum size.
  private static let hugeFile: String? = {
    let path = "/dev/shm/causeway-\(UUID().uuidString)"
    guard FileManager.default.createFile(atPath: path, contents: nil) else { return nil }
    if truncate(path, .max) == 0 { return path }
    unlink(path)
    return nil
  }()

  // MARK: Saving

  @Test func `a saved file has the name that the user chose`() async throws {
    try scratch.write(["old.txt": "old", "folder/target": "t"])
    try scratch.link("link", to: "\(scratch.path)/folder/target")
    let lines = try await run(
      """
      const print = async (result) => console.log(JSON.stringify(await result));
      await print(filePicker.saveFile({ data: new Uint8Array([110, 101, 119]), name: "suggested" }));
      await print(filePicker.saveFile({ data: "\\u00e9", encoding: "utf8" }));
      bridge.handle("numbers", async function* () { for (let i = 0; i < 3; i++) yield new Uint8Array(100_000).fill(48 + i); });
      await print(filePicker.saveFileFromStream({ source: "numbers" }));
      """, answers: [[uri("old.txt")], [uri("link")], [uri("streamed")]])
    #expect(
      lines == [
        #"{"cancelled":false,"name":"old.txt","size":3}"#, #"{"cancelled":false,"name":"target","size":2}"#,
        #"{"cancelled":false,"name":"streamed","size":300000}"#,
      ])
    #expect(try scratch.text("old.txt") == "new")
    #expect(try scratch.text("folder/target") == "\u{e9}")
    #expect(try scratch.text("streamed") == "012".map { String(repeating: $0, count: 100_000) }.joined())
  }

  @Test func `a stream that fails leaves the old file`() async throws {
    try scratch.write(["old.txt": "old"])
    let lines = try await run(
      """
      bridge.handle("broken", async function* () { yield new Uint8Array(10); throw new Error("no more"); });
      console.log(await failure(filePicker.saveFileFromStream({ source: "broken" })));
      """, answers: [[uri("old.txt")]])
    #expect(lines.count == 1 && lines[0].hasSuffix("no more"))
    #expect(try scratch.text("old.txt") == "old")
    // The call may be answered before the last reference to the new file is released.
    try await eventually("the new file is removed") {
      try !scratch.names().contains { $0.hasPrefix(".causeway") }
    }
  }

  @Test(arguments: [
    (
      "pickFiles({ types: ['*.txt'] })",
      #"params.types[0]: expected an extension such as .txt or a type such as image/png or image/*, got "*.txt"."#
    ),
    (
      "pickFiles({ types: ['image/[a]'] })",
      #"params.types[0]: expected an extension such as .txt or a type such as image/png or image/*, got "image/[a]"."#
    ),
    ("pickFiles({ types: Array(65).fill('.a') })", "params.types: has more than 64 types."),
    ("pickFiles({ title: 'a\\0b' })", "params.title: expected at most 255 bytes, without a NUL."),
    (
      "saveFile({ data: 'x' })",
      #"params.encoding: is missing: write text with encoding: "utf8", and bytes without an encoding."#
    ),
    (
      "saveFile({ data: new Uint8Array(1), name: '../x' })",
      "params.name: expected a file name without a folder: at most 255 bytes, without a slash or a NUL."
    ),
    ("pickFiles({ path: '/etc' })", "params.path: filePicker.pickFiles has no such parameter"),
  ]) func `an invalid request is rejected before a dialog opens`(call: String, message: String) async throws {
    let portal = try FilePortal(bus.address)
    let lines = try await run("console.log(await failure(filePicker.\(call)))", answers: [], portal: portal)
    #expect(lines.count == 1 && lines[0].hasPrefix("INVALID_ARGUMENT: \(message)"), "\(lines)")
    #expect(portal.dialogs == [])
  }

  // MARK: Ends

  @Test func `a cancelled call closes its dialog, and the next dialog opens`() async throws {
    try scratch.write(["a": "1"])
    let portal = try FilePortal(bus.address)
    let uri = uri("a")
    let person = Task { portal.answer(try await portal.dialog(2), [uri]) }
    defer { person.cancel() }
    let lines = try await Program.run(
      """
      const { filePicker } = bridge.plugins;
      const opened = (number) => bridge.call("opened", number);
      const controller = new AbortController();
      const first = failure(filePicker.pickFiles({}, { signal: controller.signal }));
      await opened(0);
      console.log(await failure(filePicker.saveFile({ data: new Uint8Array(1) })));
      controller.abort();
      console.log((await first).split(":")[0]);
      await bridge.call("closed", 1);
      const stream = filePicker.pickFilesInChunks()[Symbol.asyncIterator]();
      const part = failure(stream.next());
      await opened(1);
      await stream.return();
      console.log(await part);
      await bridge.call("closed", 2);
      console.log((await filePicker.pickFiles()).files[0].name);
      """, with: plugin()
    ) { bridge in
      bridge.handle("opened") { (number: Int) async throws in _ = try await portal.dialog(number) }
      bridge.handle("closed") { (count: Int) async throws in
        try await eventually("\(count) dialogs are closed") { portal.closed.count >= count }
      }
    }
    #expect(
      lines == [
        "RESOURCE_EXHAUSTED: This connection already has an open dialog: wait for its answer, or cancel it.",
        "CANCELLED",
        "nothing", "a",
      ])
    #expect(portal.closed == portal.dialogs.prefix(2).map(\.handle))
    portal.close()
  }

  @Test func `a closed connection closes its dialog`() async throws {
    let portal = try FilePortal(bus.address)
    let bridge = Bridge()
    bridge.register(plugin())
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
    let program = Task { try await runtime.run("await bridge.plugins.filePicker.pickFiles()") }
    let dialog = try await portal.dialog()
    await runtime.close()
    _ = await program.result
    try await eventually("the dialog is closed") { !portal.closed.isEmpty }
    #expect(portal.closed == [dialog.handle])
    portal.close()
  }

  @Test func `another program on the bus cannot answer a dialog`() async throws {
    try scratch.write(["a": "1", "secret": "2"])
    let portal = try FilePortal(bus.address)
    let (real, secret) = (uri("a"), uri("secret"))
    let person = Task {
      let dialog = try await portal.dialog()
      let guess = dialog.handle.split(separator: "/").dropLast().joined(separator: "/")
      portal.respond("/\(guess)/causeway_0", [.unsigned(0), .dictionary(["uris": .strings([secret])])])
      portal.answer(dialog, [real])
    }
    defer { person.cancel() }
    let lines = try await Program.run(
      "console.log((await bridge.plugins.filePicker.pickFiles()).files[0].name)", with: plugin())
    #expect(lines == ["a"])
    portal.close()
  }

  @Test(
    arguments: [
      ([.unsigned(0), .dictionary(["uris": .bool(true)])], "The desktop portal's answer names no chosen file."),
      ([.unsigned(2), .dictionary([:])], "The desktop portal closed the dialog before the user answered."),
      ([.string("?")], "The desktop portal closed the dialog before the user answered."),
    ] as [([BusValue], String)]) func `an invalid answer is unavailable`(
      values: [BusValue], message: String
    ) async throws
  {
    let portal = try FilePortal(bus.address)
    let lines = try await failure { portal.respond(try await portal.dialog().handle, values) }
    #expect(lines == ["UNAVAILABLE: \(message)"])
    portal.close()
  }

  @Test func `a portal that ends while its dialog is open ends the call`() async throws {
    let portal = try FilePortal(bus.address)
    let lines = try await failure {
      _ = try await portal.dialog()
      portal.synchronize()
      portal.close()
    }
    #expect(lines == ["UNAVAILABLE: The desktop portal ended while the dialog was open."])
  }

  @Test func `a bus that ends while a dialog is open ends the call`() async throws {
    let portal = try FilePortal(bus.address)
    defer { portal.close() }
    let process = bus.identifier
    let lines = try await failure {
      _ = try await portal.dialog()
      portal.synchronize()
      kill(process, SIGKILL)
    }
    #expect(lines == ["UNAVAILABLE: The desktop session's message bus ended while the dialog was open."])
  }

  @Test func `a portal with other handle paths fails at once`() async throws {
    let portal = try FilePortal(bus.address, handles: "/elsewhere/")
    let lines = try await failure {}
    #expect(lines == ["UNAVAILABLE: The desktop portal predates 2018 and is not supported."])
    portal.close()
  }

  /// The error of a call while something else happens.
  private func failure(_ event: @escaping @Sendable () async throws -> Void) async throws -> [String] {
    let happening = Task { try await event() }
    defer { happening.cancel() }
    return try await Program.run("console.log(await failure(bridge.plugins.filePicker.pickFiles()))", with: plugin())
  }

  @Test func `a missing portal is distinguished from a missing session`() async throws {
    let program = "console.log(await failure(bridge.plugins.filePicker.pickFiles()))"
    let without = try await Program.run(program, with: plugin())
    #expect(without[0].hasPrefix("UNAVAILABLE: org.freedesktop.portal.Desktop did not answer: "))
    #expect(without[0].hasSuffix("such as xdg-desktop-portal-gtk."))
    bus.stop()
    let gone = try await Program.run(program, with: plugin())
    #expect(gone[0].hasPrefix("UNAVAILABLE: The desktop session's message bus cannot be reached: "))
  }

  @Test func `without the permission no dialog opens`() async throws {
    let portal = try FilePortal(bus.address)
    let lines = try await Program.run(
      """
      const { filePicker } = bridge.plugins;
      console.log(await failure(filePicker.saveFile({ data: new Uint8Array(1) })));
      """, permissions: ["filePicker.open"], with: plugin())
    #expect(lines.count == 1 && lines[0].hasPrefix("PERMISSION_DENIED") && lines[0].contains("filePicker.save"))
    #expect(portal.dialogs == [])
    portal.close()
  }
}
#endif
