import Foundation
import JavaScriptCore
import JavaScriptSyntax

/// The modules as scripts of the engine, without a loader, a graph and errors.
///
/// The value of each script is a function. The functions are called in the order of evaluation.
struct EngineAlone {
  private let scripts: [String]

  /// - Parameter texts: the modules, in which `m0.js` is the first; none is in a cycle.
  init(_ texts: [String: String]) throws {
    scripts = try (0..<texts.count).map { number in
      let text = try ModuleText(parsing: texts["m\(number).js"] ?? "")
      let body = text.code.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast()
      let targets = text.requests.map { $0.specifier.filter(\.isNumber) }.joined(separator: ",")
      return "modules[\(number)] = { exports: { __proto__: null }, targets: [\(targets)], make: \(text.plainPrefix)"
        + body.joined(separator: "\n") + text.plainSuffix + "}"
    }
  }

  private static let link = """
    for (let number = modules.length - 1; number >= 0; number--) {
      const { exports, targets, make } = modules[number];
      const values = (values) => {
        for (const name of Reflect.ownKeys(values)) {
          Reflect.defineProperty(exports, name, { value: values[name], writable: false, enumerable: true, configurable: false });
        }
      };
      make({ values }, ...targets.map((target) => modules[target].exports));
    }
    """

  /// Nanoseconds of one run in a new context.
  func run() throws -> Double {
    guard let context = JSContext() else { throw ToolError(message: "There is no context.") }
    context.evaluateScript("var modules = []")
    let start = ContinuousClock.now
    for (number, script) in scripts.enumerated() {
      context.evaluateScript(script, withSourceURL: URL(string: "file:///m\(number).js"))
    }
    context.evaluateScript(EngineAlone.link)
    let duration = ContinuousClock.now - start
    if let exception = context.exception { throw ToolError(message: "The modules cannot be evaluated: \(exception)") }
    return duration / .nanoseconds(1)
  }
}
