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
  /// Reads and writes the snapshots of the tests; nil where these are refused.
  package var snapshots: (any TestSnapshotStore)?
  /// Called on the JavaScript thread with an event as JSON, and the error of a failed test.
  package var onEvent: @Sendable (_ event: String, _ error: JavaScriptError?) -> Void

  package init(onEvent: @escaping @Sendable (_ event: String, _ error: JavaScriptError?) -> Void) {
    self.onEvent = onEvent
  }
}

/// Reads and writes the snapshots of a program's tests, on the JavaScript thread.
package protocol TestSnapshotStore: Sendable {
  /// What a run does with snapshots.
  var mode: TestSnapshotMode { get }
  /// The text of a snapshot file; nil if it does not exist.
  func read(_ place: TestSnapshotPlace) throws(TestSnapshotError) -> String?
  /// Writes a snapshot file, or removes it for nil.
  func write(_ text: String?, to place: TestSnapshotPlace) throws(TestSnapshotError)
}

/// What a run does with snapshots.
package enum TestSnapshotMode: String, Sendable {
  /// Those that do not exist are written.
  case new
  /// Others are written as well, and those that nothing uses are removed.
  case all
  /// Nothing is written.
  case none
}

/// Where a snapshot is.
package enum TestSnapshotPlace: Sendable, Hashable {
  /// The snapshots of the file in Node's format.
  case node
  /// The snapshots of the file in the format of Jest.
  case jest
  /// A file of its own, at a path that the program names.
  case file(String)
  /// Calls in the source of the tests; the text is a list of places and snapshots in JSON.
  case inline
}

/// A snapshot file cannot be read or written.
package struct TestSnapshotError: Error {
  package let message: String

  package init(_ message: String) { self.message = message }
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
    line.raw(",\"only\":\(observer.runsOnly),\"leaks\":\(observer.checksLeaks),\"snapshots\":")
    line.string(observer.snapshots?.mode.rawValue)
    line.raw("}")
    return realm.makeJSON(utf8: line.utf8)
  }

  /// Passes an event on: its JSON, and the error of a failed test or undefined.
  func sendTestEvent(_ arguments: JSArguments) {
    guard let observer = testObserver, let event = realm.text(arguments[0])?.string else { return }
    let error = realm.kind(of: arguments[1]) == .undefined ? nil : host.failure(thrown: arguments[1], operation: "test")
    observer.onEvent(event, error)
  }

  /// Reads a snapshot file: its kind and its path.
  func readSnapshots(_ arguments: JSArguments) throws(ModuleFailure) -> JSLocal? {
    guard let store = testObserver?.snapshots, let place = place(arguments) else { return realm.null }
    do throws(TestSnapshotError) {
      guard let text = try store.read(place) else { return realm.null }
      return realm.make(text)
    } catch {
      throw failure(error)
    }
  }

  /// Writes a snapshot file: its kind, its path and its text, or null to remove it.
  func writeSnapshots(_ arguments: JSArguments) throws(ModuleFailure) {
    guard let store = testObserver?.snapshots, let place = place(arguments) else { return }
    let text = realm.kind(of: arguments[2]) == .null ? nil : realm.text(arguments[2])?.string ?? ""
    do throws(TestSnapshotError) {
      try store.write(text, to: place)
    } catch {
      throw failure(error)
    }
  }

  private func place(_ arguments: JSArguments) -> TestSnapshotPlace? {
    switch realm.text(arguments[0])?.string {
    case "node": .node
    case "jest": .jest
    case "inline": .inline
    case "file": .file(realm.text(arguments[1])?.string ?? "")
    default: nil
    }
  }

  private func failure(_ error: TestSnapshotError) -> ModuleFailure {
    .thrown(realm.keep(realm.makeError(error.message)))
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
