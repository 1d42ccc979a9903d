#if Plugins
import Causeway
import Foundation
import Glibc
import Testing

@testable import CausewayPlugins

/// Temporary files of processes that end while they write.
@Suite(.timeLimit(.minutes(5))) struct LeftoverTests {
  private func scopedPath(_ files: Files, _ path: String = "a.txt") throws -> ScopedPath {
    ScopedPath(scope: try FileScope("notes", at: files.inside, allowing: [.write]), path: try RelativePath(path))
  }

  @Test func `nothing remains of a file whose writer is killed`() async throws {
    let files = try Files()
    await #expect(processExitsWith: .signal(SIGKILL)) { [inside = files.inside as String] in
      let scope = try FileScope("notes", at: inside, allowing: [.write])
      let replacement = try Replacement(of: ScopedPath(scope: scope, path: try RelativePath("a.txt")))
      try replacement.write(Array("half".utf8))
      kill(getpid(), SIGKILL)
    }
    #expect(try files.scratch.names("notes") == ["a.txt", "sub"])
    #expect(try files.scratch.text("notes/a.txt") == "alpha")
  }

  /// As on file systems without `O_TMPFILE`.
  @Test func `a temporary name of a killed process is removed by the next writer in the folder`() async throws {
    let files = try Files()
    await #expect(processExitsWith: .signal(SIGKILL)) { [inside = files.inside as String] in
      let scope = try FileScope("notes", at: inside, allowing: [.write])
      let scopedPath = ScopedPath(scope: scope, path: try RelativePath("a.txt"))
      let replacement = try Replacement(of: scopedPath, isNamed: true)
      try replacement.write(Array("half".utf8))
      kill(getpid(), SIGKILL)
    }
    #expect(try files.scratch.names("notes").count == 3)
    try scopedPath(files).write(Array("new".utf8), isRecursive: false)
    #expect(try files.scratch.names("notes") == ["a.txt", "sub"])
    #expect(try files.scratch.text("notes/a.txt") == "new")
  }

  @Test(arguments: [false, true]) func `a file that another process writes is kept`(isNamed: Bool) async throws {
    let files = try Files()
    let replacement = try Replacement(of: scopedPath(files), isNamed: isNamed)
    try replacement.write(Array("mine".utf8))
    await #expect(processExitsWith: .success) { [inside = files.inside as String] in
      let scope = try FileScope("notes", at: inside, allowing: [.write])
      try ScopedPath(scope: scope, path: try RelativePath("b.txt")).write(Array("other".utf8), isRecursive: false)
    }
    try replacement.finish()
    #expect(try files.scratch.names("notes") == ["a.txt", "b.txt", "sub"])
    #expect(try files.scratch.text("notes/a.txt") == "mine")
  }

  @Test(arguments: [false, true]) func `an unfinished file is removed when it is released`(isNamed: Bool) throws {
    let files = try Files()
    do {
      let replacement = try Replacement(of: scopedPath(files), isNamed: isNamed)
      try replacement.write([1])
      #expect(try files.scratch.names("notes").count == (isNamed ? 3 : 2))
    }
    #expect(try files.scratch.names("notes") == ["a.txt", "sub"])
  }

  @Test func `a folder with more files than one batch is removed`() async throws {
    let files = try Files()
    for number in 0..<2_500 { try files.scratch.write("notes/many/\(number)", []) }
    for number in 0..<40 { try files.scratch.write("notes/many/in/\(number)/x", []) }
    let lines = try await files.lines(
      "await files.rmdir({ path: 'many', directory, recursive: true }); console.log(await names(''))")
    #expect(lines == ["a.txt,sub"])
  }
}
#endif
