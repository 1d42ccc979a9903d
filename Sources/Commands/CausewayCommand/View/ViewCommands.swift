import ArgumentParser
import Glibc

/// `causeway open`, implemented by the executable that links GTK.
struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Show a page that may call Swift handlers.",
    usage: "causeway open [--allow <list>] [--size <size>] [--devtools] [--watch] <page>")

  @Argument(parsing: .captureForPassthrough, help: "A folder with an index.html, an HTML file, or a URL.")
  var arguments: [String] = []

  func run() throws { try ViewProgram.run("open", arguments) }
}

/// `causeway screenshot`, implemented by the executable that links GTK.
struct ScreenshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "screenshot", abstract: "Write a screenshot of a page.",
    usage: "causeway screenshot [--allow <list>] [--size <size>] [--delay <seconds>] [--whole] <page> <picture>")

  @Argument(parsing: .captureForPassthrough, help: "The page, and the PNG file to write.")
  var arguments: [String] = []

  func run() throws { try ViewProgram.run("screenshot", arguments) }
}

/// The executable that shows pages: separate, so that all other commands run without GTK.
enum ViewProgram {
  private static let name = "causeway-view"

  /// Replaces this process with the program; returns only by throwing.
  static func run(_ command: String, _ arguments: [String]) throws -> Never {
    for path in places + [name] { execute(path, [name, command] + arguments) }
    Terminal.reportError(
      """
      causeway: UNAVAILABLE: \(name), which shows pages, is not installed. On Debian and Ubuntu: apt install \(name)
      In a clone of the project:
        Tools/install-packages libwebkit2gtk-4.1-dev && swift build --traits WebView --product \(name)
      """)
    throw ExitCode.failure
  }

  /// Where the program is; nil if it is not installed.
  static var path: String? { places.first { Environment.isExecutable($0) } ?? Environment.executable(name) }

  /// Beside this executable, as in a build, and where the Debian package has it.
  private static var places: [String] {
    ownFolder.map { ["\($0)/\(name)", "\($0)/../lib/causeway/\(name)"] } ?? []
  }

  /// The folder of this executable.
  private static var ownFolder: String? {
    let path = unsafe [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      let length = unsafe readlink("/proc/self/exe", buffer.baseAddress!, buffer.count)
      count = max(0, length)
    }
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return String(decoding: path[..<slash], as: UTF8.self)
  }

  private static func execute(_ path: String, _ arguments: [String]) {
    // The original bytes, because file names may not be UTF-8.
    var pointers = unsafe arguments.map { unsafe FileName($0).withPointer { unsafe strdup($0) } } + [nil]
    unsafe execvp(path, &pointers)
    // The program is not there.
    unsafe pointers.forEach { unsafe free($0) }
  }
}
