import FoundationEssentials
import Glibc
import JavaScriptEngine

/// The versions for a bug report.
enum Versions {
  static var all: [(name: String, version: String)] {
    [("Causeway", Version.text), ("Swift", swift), ("Engine", engine), ("Kernel", kernel), ("System", system)]
  }

  /// The compiler that built this command.
  private static var swift: String {
    #if compiler(>=6.4)
    "6.4 or later"
    #elseif compiler(>=6.3)
    "6.3"
    #else
    "6.2"
    #endif
  }

  private static var engine: String {
    "JavaScriptCore, WebKitGTK " + (EngineVersion.loaded?.description ?? "of unknown version")
  }

  private static var kernel: String {
    var names = utsname()
    guard unsafe uname(&names) == 0 else { return "unknown" }
    return "\(text(&names.sysname)) \(text(&names.release)) \(text(&names.machine))"
  }

  /// The text in a C array of fixed size, which ends at its first NUL.
  private static func text<Characters>(_ characters: inout Characters) -> String {
    unsafe withUnsafeBytes(of: &characters) { unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  private static var system: String { release("PRETTY_NAME") ?? "unknown" }

  /// A value of os-release(5).
  static func release(_ name: String) -> String? {
    guard let text = try? String(contentsOfFile: "/etc/os-release", encoding: .utf8) else { return nil }
    let line = text.split(separator: "\n").first { $0.hasPrefix(name + "=") }
    return line.map { $0.dropFirst(name.count + 1).filter { $0 != "\"" } }
  }
}
