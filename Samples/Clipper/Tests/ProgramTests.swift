import Foundation
import Testing

/// The two programs, as a person calls them.
@Suite(.timeLimit(.minutes(5))) struct ProgramTests {
  @Test func `a file becomes a note in the vault, by way of the queue`() async throws {
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

  @Test func `a page's title is shown, and not obeyed by the terminal`() async throws {
    let folder = try TestFolder()
    try Data("<title>&#27;[2J &#8238;gpj</title><p>text".utf8).write(
      to: URL(fileURLWithPath: folder.file("page.html")))
    let clip = try await run(Build.program("clip"), ["--queue", folder.file("q"), folder.file("page.html")])
    #expect(clip.output == "Clipped “\\u{1b}[2J \\u{202e}gpj”.\n")
  }

  @Test func `a reader that has gone is no crash`() async throws {
    let folder = try TestFolder()
    // By a look into the network the program has taken no notice of SIGPIPE any more.
    let shell = try await run(
      "/bin/bash",
      [
        "-c", "exec 3> >(exec true); wait $!; \"$0\" --queue \"$1\" http://127.0.0.1:1/ 2>&3; echo $?",
        Build.program("clip"), folder.file("q"),
      ])
    #expect(shell.output == "1\n")
  }

  @Test func `what is written is told at once, into a pipe too`() async throws {
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

  @Test func `what goes wrong is said, and what can be done is done`() async throws {
    let folder = try TestFolder()
    try Data("<p>fine".utf8).write(to: URL(fileURLWithPath: folder.file("fine.html")))
    let clip = try await run(
      Build.program("clip"), ["--queue", folder.file("q"), "missing.html", folder.file("fine.html")])
    #expect(clip.status == 1)
    #expect(clip.errors == "clip: missing.html: NOT_FOUND: There is no file missing.html that can be read.\n")
    #expect(clip.output == "Clipped “fine”.\n")
    let app = try await run(Build.program("clipper-app"), ["--queue", folder.file("q"), folder.file("vault")])
    #expect(app.status == 1)
    #expect(
      app.errors == """
        clipper-app: NOT_FOUND: The vault \(folder.file("vault")) is not there. Is its disk connected? It is not made anew. \
        1 clips wait in the queue.

        """)
  }
}
