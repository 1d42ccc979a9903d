import CausewayConcurrency
import JavaScriptEngine

/// The receiver of the results of `node:test`, and what it asks of a program's tests.
package struct TestObserver: Sendable {
  /// Regular expressions: only tests whose name matches one of them run; empty for all tests.
  package var filter: [String] = []
  /// Whether only tests with the option `only` run.
  package var runsOnly = false
  /// Whether a test that leaves resources open fails.
  ///
  /// Calls, streams and places are recorded only if the runtime was made inside a leak check.
  package var checksLeaks = false
  /// Called on the JavaScript thread with an event as JSON, and the error of a failed test.
  package var onEvent: @Sendable (_ event: String, _ error: JavaScriptError?) -> Void

  package init(onEvent: @escaping @Sendable (_ event: String, _ error: JavaScriptError?) -> Void) {
    self.onEvent = onEvent
  }
}

extension ModuleHost {
  /// The receiver for this context: workers have none, because their tests are not those of the program.
  private var testObserver: TestObserver? {
    host.configuration.workerScope == nil ? host.configuration.tests : nil
  }

  /// What the receiver asks of the tests, as JSON; JavaScript's null without one.
  func testSettings() -> JSLocal? {
    guard let observer = testObserver else { return realm.makeJSON(utf8: Array("null".utf8)) }
    var line = JSONLine()
    line.raw("{\"filter\":")
    line.list(observer.filter) { line, pattern in line.string(pattern) }
    line.raw(",\"only\":\(observer.runsOnly),\"leaks\":\(observer.checksLeaks)}")
    return realm.makeJSON(utf8: line.utf8)
  }

  /// Passes an event on: its JSON, and the error of a failed test or undefined.
  func sendTestEvent(_ arguments: JSArguments) {
    guard let observer = testObserver, let event = realm.text(arguments[0])?.string else { return }
    let error = realm.kind(of: arguments[1]) == .undefined ? nil : host.failure(thrown: arguments[1], operation: "test")
    observer.onEvent(event, error)
  }

  /// The open resources as JSON: a list of pairs of an identity and a text; an empty text if there is none.
  func openResources() -> JSLocal? {
    let resources = host.openResources(of: "")
    var line = JSONLine()
    if !resources.isEmpty {
      line.list(resources) { line, resource in
        line.raw("[")
        line.string("\(resource.kind.rawValue) \(resource.owner) \(resource.identity)")
        line.raw(",")
        line.string(resource.description)
        line.raw("]")
      }
    }
    return realm.make(String(decoding: line.utf8, as: UTF8.self))
  }
}
