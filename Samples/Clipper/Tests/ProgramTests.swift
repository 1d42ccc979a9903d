import Foundation
import Testing

/// The two programs, run from a shell.
@Suite(.timeLimit(.minutes(5))) struct ProgramTests {
  @Test func `a file becomes a note in the vault, through the queue`() async throws {
    let folder = try TestFolder()
    let (queue, vault) = (folder.file("q"), try folder.folder("vault"))
    let page = Build.pages.appendingPathComponent("recipe.html").path
    let first = try await run(Build.program("clip"), ["--queue", queue, page])
    #expect(first.output == "Clipped “Weeknight Chickpea Stew”.\n" && first.errors == "" && first.status == 0)
    let again = try await run(Build.program("clip"), ["--queue", queue, page])
    #expect(again.output == "“Weeknight Chickpea Stew” has been clipped before; nothing changed.\n")
    let app = try await run(Build.program("clipper-app"), ["--queue", queue, vault, "--folder", "Clippings"])
    #expect(app.output == "Wrote Clippings/Weeknight Chickpea Stew.md\n" && app.status == 0)
    #expect(try folder.text("vault/Clippings/Weeknight Chickpea Stew.md").contains("| 2 cans | chickpeas, drained |"))
    let nothing = try await run(Build.program("clipper-app"), ["--queue", queue, vault])
    #expect(nothing.output == "" && nothing.status == 0)
  }

  @Test func `a page's title is printed without control characters`() async throws {
    let folder = try TestFolder()
    try Data("<title>&#27;[2J &#8238;gpj</title><p>text".utf8).write(
      to: URL(fileURLWithPath: folder.file("page.html")))
    let clip = try await run(Build.program("clip"), ["--queue", folder.file("q"), folder.file("page.html")])
    #expect(clip.output == "Clipped “\\u{1b}[2J \\u{202e}gpj”.\n")
  }

  @Test func `a closed output pipe does not crash the program`() async throws {
    let folder = try TestFolder()
    // When it uses the network, the program ignores SIGPIPE.
    let shell = try await run(
      "/bin/bash",
      [
        "-c", "exec 3> >(exec true); wait $!; \"$0\" --queue \"$1\" http://127.0.0.1:1/ 2>&3; echo $?",
        Build.program("clip"), folder.file("q"),
      ])
    #expect(shell.output == "1\n")
  }

  @Test func `each note is reported at once, into a pipe too`() async throws {
    let folder = try TestFolder()
    let page = Build.pages.appendingPathComponent("recipe.html").path
    _ = try await run(Build.program("clip"), ["--queue", folder.file("q"), page])
    let shell = try await run(
      "/bin/bash",
      [
        "-c", "exec 3< <(exec \"$0\" --queue \"$1\" \"$2\" --watch); read -t 30 line <&3; kill $!; echo \"$line\"",
        Build.program("clipper-app"), folder.file("q"), try folder.folder("vault"),
      ])
    #expect(shell.output == "Wrote Weeknight Chickpea Stew.md\n")
  }

  @Test func `an error is reported, and the other pages are clipped`() async throws {
    let folder = try TestFolder()
    try Data("<p>fine".utf8).write(to: URL(fileURLWithPath: folder.file("fine.html")))
    let clip = try await run(
      Build.program("clip"), ["--queue", folder.file("q"), "missing.html", folder.file("fine.html")])
    #expect(clip.status == 1)
    #expect(clip.errors == "clip: missing.html: NOT_FOUND: The file missing.html does not exist or cannot be read.\n")
    #expect(clip.output == "Clipped “fine”.\n")
    let app = try await run(Build.program("clipper-app"), ["--queue", folder.file("q"), folder.file("vault")])
    #expect(app.status == 1)
    #expect(
      app.errors == """
        clipper-app: NOT_FOUND: The vault \(folder.file("vault")) does not exist. Is its disk connected? \
        1 clip is waiting in the queue.

        """)
  }
}
