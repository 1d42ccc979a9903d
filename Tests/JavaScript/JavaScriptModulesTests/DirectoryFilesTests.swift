import Glibc
import Testing

@testable import JavaScriptModules

@Suite struct DirectoryFilesTests {
  /// A directory with an application, and a file beside it that no module may reach.
  private final class Place {
    let path: String

    init() throws {
      var template = Array("/tmp/causeway-modules-XXXXXX".utf8CString)
      path = try #require(
        template.withUnsafeMutableBufferPointer { mkdtemp($0.baseAddress!) }.map { String(cString: $0) })
      for directory in ["app", "app/lib", "app/node_modules", "app/store", "app/store/dep"] {
        mkdir("\(path)/\(directory)", 0o755)
      }
      write("secret.js", "export default 'secret'")
      write("app/main.js", "export {}")
      write("app/lib/a.js", "1")
      write("app/package.json", #"{"type": "module"}"#)
      write("app/store/dep/index.js", "2")
      write("app/large.txt", String(repeating: "x", count: 5_000))
      symlink("../secret.js", "\(path)/app/out.js")
      symlink("\(path)/secret.js", "\(path)/app/absolute.js")
      symlink("../store/dep", "\(path)/app/node_modules/dep")
      symlink("lib/a.js", "\(path)/app/link.js")
      symlink("loop.js", "\(path)/app/loop.js")
      mkfifo("\(path)/app/fifo.js", 0o600)
    }

    deinit {
      for name in [
        "app/fifo.js", "app/loop.js", "app/link.js", "app/node_modules/dep", "app/absolute.js", "app/out.js",
        "app/large.txt",
        "app/store/dep/index.js", "app/package.json", "app/lib/a.js", "app/main.js", "secret.js",
      ] { unlink("\(path)/\(name)") }
      for name in ["app/store/dep", "app/store", "app/node_modules", "app/lib", "app", ""] { rmdir("\(path)/\(name)") }
    }

    private func write(_ name: String, _ text: String) {
      guard let file = fopen("\(path)/\(name)", "w") else { preconditionFailure("\(name) cannot be written") }
      fputs(text, file)
      fclose(file)
    }
  }

  private func code(_ body: () throws(ModuleError) -> [UInt8]) -> ModuleError.Code? {
    do throws(ModuleError) {
      _ = try body()
      return nil
    } catch {
      return error.code
    }
  }

  @Test func `files are read beneath the root and nowhere else`() throws {
    let place = try Place()
    let files = try DirectoryFiles(place.path + "/app")
    #expect(files.root == place.path + "/app")
    #expect(files.kind(of: "/main.js") == .file)
    #expect(files.kind(of: "/lib") == .directory)
    #expect(files.kind(of: "/") == .directory)
    #expect(files.kind(of: "/gone.js") == nil)
    #expect(files.kind(of: "/main.js/x") == nil)
    #expect(try files.read("/lib/a.js", maximum: 10) == Array("1".utf8))
    #expect(files.kind(of: "/link.js") == .file)
    #expect(files.canonicalPath(of: "/link.js") == "/lib/a.js")
    #expect(files.canonicalFile(at: "/link.js") == "/lib/a.js" && files.canonicalFile(at: "/lib/a.js") == "/lib/a.js")
    for path in ["/lib", "/gone.js", "/out.js", "/fifo.js"] { #expect(files.canonicalFile(at: path) == nil) }
    #expect(Set(files.names(in: "/lib/")) == ["a.js"])
    for path in ["/out.js", "/absolute.js", "/loop.js", "/../secret.js"] {
      #expect(files.kind(of: path) == .other)
      #expect(code { () throws(ModuleError) in try files.read(path, maximum: 100) } == .permissionDenied)
    }
    #expect(files.kind(of: "/fifo.js") == .other)
    #expect(code { () throws(ModuleError) in try files.read("/fifo.js", maximum: 100) } == .failedPrecondition)
    #expect(code { () throws(ModuleError) in try files.read("/lib", maximum: 100) } == .failedPrecondition)
  }

  @Test func `a large file is refused and one of the limit is not`() throws {
    let place = try Place()
    let files = try DirectoryFiles(place.path + "/app")
    #expect(try files.read("/large.txt", maximum: 5_000).count == 5_000)
    #expect(code { () throws(ModuleError) in try files.read("/large.txt", maximum: 4_999) } == .resourceExhausted)
    #expect(code { () throws(ModuleError) in try files.read("/large.txt", maximum: 0) } == .resourceExhausted)
  }

  @Test func `a package behind a link is the file that the link leads to`() throws {
    let place = try Place()
    let loader = try TreeModuleLoader.files(under: place.path + "/app")
    let url = try loader.resolve("dep", from: ModuleURL(filePath: place.path + "/app/main.js"), by: .import)
    #expect(url == ModuleURL(filePath: place.path + "/app/store/dep/index.js"))
    let error = #expect(throws: ModuleError.self) {
      try loader.resolve("./out.js", from: ModuleURL(filePath: place.path + "/app/main.js"), by: .import)
    }
    #expect(error?.code == .permissionDenied)
  }

  @Test func `a bundle hides where it is`() throws {
    let place = try Place()
    let loader = try TreeModuleLoader.bundle(place.path + "/app")
    let url = try loader.resolve("./lib/a.js", from: ModuleURL("bundle:///main.js")!, by: .import)
    #expect(url.description == "bundle:///lib/a.js")
    #expect(try loader.loadNow(url, as: nil).format == .module)
  }

  @Test func `a root that is none is an error`() throws {
    let place = try Place()
    for (path, code) in [("/gone", ModuleError.Code.notFound), ("/app/main.js", .notFound)] {
      let error = #expect(throws: ModuleError.self) { try TreeModuleLoader.files(under: place.path + path) }
      #expect(error?.code == code)
    }
  }
}
