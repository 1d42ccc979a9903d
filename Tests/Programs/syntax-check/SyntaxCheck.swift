import Glibc
import JavaScriptSyntax

/// Says of each file of a list whether it parses.
///
///     syntax-check LIST            a line for each: `accept` or `reject`, the file, the error
///     syntax-check --time FILE     the time of the fastest of ten passes, in MB a second
///     syntax-check --memory FILE   the most memory that one pass takes, and what it leaves, beside its text
///     syntax-check --print FILE    the text of the module's or script's function
///     syntax-check --texts LIST    a line of JSON for each: `{"path", "code"}` or `{"path", "error"}`
///
/// A line of the list is `script PATH`, `strict PATH`, `module PATH`, `typescript PATH`, `commonjs PATH`, `tsx-RUNTIME PATH` with the runtime of
/// JSX, `tsx-body-RUNTIME PATH` for a CommonJS module, or `page PATH` and `page-tsx PATH` for a file that a web view loads, and `experimental PATH` for a TypeScript script with older decorators, `experimental-assigned PATH` with assigned fields too, and `typescript-experimental PATH` for such a module. A `strict` text is parsed behind a `"use strict"` of its own.
@main
struct SyntaxCheck {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count >= 2 else { return print("usage: syntax-check [--time|--memory|--print|--texts] FILE") }
    switch arguments[1] {
    case "--time": time(arguments[2], isModule: arguments.count > 3)
    case "--memory": measureMemory(arguments[2])
    case "--print": printText(arguments[2])
    case "--texts":
      for line in String(decoding: read(arguments[2]), as: UTF8.self).split(separator: "\n") {
        let fields = line.split(separator: " ", maxSplits: 1)
        printJSON(String(fields[0]), String(fields[1]))
      }
    default:
      for line in String(decoding: read(arguments[1]), as: UTF8.self).split(separator: "\n") {
        let fields = line.split(separator: " ", maxSplits: 1)
        check(String(fields[0]), String(fields[1]))
      }
    }
  }

  private static func check(_ kind: String, _ path: String) {
    do {
      _ = try parse(kind, read(path))
      print("accept \(kind) \(path)")
    } catch {
      print("reject \(kind) \(path) \(error.code.rawValue) \(error)")
    }
  }

  private static func printJSON(_ kind: String, _ path: String) {
    do {
      print("{\"path\":\(json(path)),\"code\":\(json(try parse(kind, read(path))))}")
    } catch {
      print("{\"path\":\(json(path)),\"error\":\(json(error.description))}")
    }
  }

  /// A string of JSON, in ASCII.
  private static func json(_ text: String) -> String {
    var result = "\""
    for unit in text.utf16 {
      if unit >= 0x20, unit < 0x7F, unit != 0x22, unit != 0x5C, let scalar = Unicode.Scalar(unit) {
        result.unicodeScalars.append(scalar)
      } else {
        let digits = String(unit, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return result + "\""
  }

  /// The edited text; of a CommonJS module, its exports and re-exports, a line each.
  private static func parse(_ kind: String, _ bytes: [UInt8]) throws(SyntaxError) -> String {
    // The main thread has 8 MB.
    var options = ParserOptions(stackBudget: 4 << 20)
    if ["typescript", "page", "page-tsx"].contains(kind) || kind.contains("experimental") {
      options.language = .typeScript
    }
    options.experimentalDecorators = kind.contains("experimental")
    options.definesFields = kind != "experimental-assigned"
    if kind == "page-tsx" { options.jsx = JSXOptions() }
    if kind.hasPrefix("tsx-") {
      options.language = .typeScript
      options.jsx = JSXOptions(
        runtime: kind.split(separator: "-").last.flatMap { JSXOptions.Runtime(rawValue: "\($0)") })
      options.jsx?.fileName = "a.tsx"
    }
    return switch kind {
    case "page", "page-tsx": try PageText(parsing: bytes.span, isModule: false, options: options).code
    case "tsx-body-automatic", "tsx-body-classic", "tsx-body-development":
      try ScriptText(parsing: bytes.span, kind: .functionBody, importFunction: "i", options: options).code
    case "module", "typescript", "typescript-experimental", "tsx-automatic", "tsx-classic", "tsx-development":
      try ModuleText(parsing: bytes.span, options: options).code
    case "commonjs":
      try {
        () throws(SyntaxError) in
        let exports = try CommonJSExports(parsing: bytes.span)
        return (exports.names.map { "export \($0)" } + exports.reexports.map { "reexport \($0)" }).joined(
          separator: "\n")
      }()
    case "experimental", "experimental-assigned":
      try ScriptText(parsing: bytes.span, importFunction: "i", options: options).code
    case "strict": try ScriptText(parsing: (Array("\"use strict\";\n".utf8) + bytes).span, importFunction: "i").code
    default: try ScriptText(parsing: bytes.span, importFunction: "i").code
    }
  }

  private static func kind(of path: String) -> String {
    path.hasSuffix(".tsx")
      ? "tsx-automatic"
      : path.hasSuffix(".ts") || path.hasSuffix(".mts") ? "typescript" : path.hasSuffix(".mjs") ? "module" : "script"
  }

  private static func printText(_ path: String) {
    do {
      print(try parse(kind(of: path), read(path)))
    } catch {
      print("\(path):\(error)")
      exit(1)
    }
  }

  private static func time(_ path: String, isModule: Bool) {
    let bytes = read(path)
    let clock = ContinuousClock()
    var best = Duration.seconds(1_000)
    for _ in 0..<10 {
      let start = clock.now
      do {
        _ = try parse(isModule ? "module" : kind(of: path), bytes)
      } catch {
        print("\(path):\(error)")
        exit(1)
      }
      best = min(best, clock.now - start)
    }
    let seconds = Double(best.components.attoseconds) / 1e18 + Double(best.components.seconds)
    print("\(path): \(bytes.count) bytes in \(best), \((Double(bytes.count) / seconds / 1e6).rounded()) MB/s")
  }

  /// Prints bytes of memory for each byte of the source: those of the process, so a little more than the parser's own.
  private static func measureMemory(_ path: String) {
    let bytes = read(path)
    let before = status("VmRSS")
    // Source: proc_pid_clear_refs(5): resets the peak.
    if let file = fopen("/proc/self/clear_refs", "w") {
      fputs("5", file)
      fclose(file)
    }
    var length = 0
    do {
      length = try parse(kind(of: path), bytes).utf8.count
    } catch {
      print("\(path):\(error)")
      exit(1)
    }
    let peak = status("VmHWM") - before
    // The module map of glibc leaves it out.
    if let trim = dlsym(nil, "malloc_trim") {
      _ = unsafeBitCast(trim, to: (@convention(c) (Int) -> CInt).self)(0)
    }
    let rest = status("VmRSS") - before
    func ratio(_ count: Int) -> Double { (Double(count) / Double(bytes.count) * 100).rounded() / 100 }
    print(
      "\(path): \(bytes.count) bytes; at most \(ratio(peak)) bytes for each, of which the copy of the source and the "
        + "edited text are \(ratio(bytes.count + length)); \(ratio(max(0, rest))) left")
  }

  /// A number of bytes of /proc/self/status.
  private static func status(_ name: String) -> Int {
    let lines = String(decoding: read("/proc/self/status"), as: UTF8.self).split(separator: "\n")
    let line = lines.first { $0.hasPrefix(name + ":") }
    return (line?.split(separator: " ").dropFirst().first).flatMap { Int($0) }.map { $0 << 10 } ?? 0
  }

  private static func read(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else {
      print("cannot read \(path)")
      exit(1)
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { return bytes }
      bytes.append(contentsOf: buffer[..<count])
    }
  }
}
