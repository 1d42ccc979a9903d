/// The messages between a process and its child, besides calls of JavaScript: methods and events with names that
/// scripts cannot use.
package enum ChildMessage {
  /// Requests a runtime; answered by ``ChildStarted``.
  package static let start = "$/start"
  /// Runs a ``ChildScript`` with `await` at its top level to its end.
  package static let run = "$/run"
  /// Evaluates a ``ChildScript`` with `await` at its top level.
  package static let program = "$/program"
  /// Evaluates a ``ChildScript`` in the global scope.
  package static let evaluate = "$/evaluate"
  /// Evaluates a ``ChildScript`` in the global scope and answers with its value.
  package static let value = "$/value"
  /// Imports a module: a ``ChildImport``.
  package static let `import` = "$/import"
  /// Answered by the next event-loop turn of the JavaScript thread.
  package static let turn = "$/turn"
  /// The requests of a child; other calls of the parent are of handlers in JavaScript.
  package static let requests: Set<String> = [start, run, program, evaluate, value, `import`, turn]
  /// An event: output of `console`.
  package static let console = "$/console"
  /// An event: an uncaught error.
  package static let uncaught = "$/uncaught"

  // Calls of the child itself, over its own connection: see ``ControlTransport``.

  /// Resolves specifiers: a ``ModuleQuestion``, answered by a list of ``ModuleAddress``.
  package static let resolveModules = "$/modules.resolve"
  /// Loads a module: a ``ModuleRequest``, answered by a ``ModulePart``.
  package static let loadModule = "$/modules.load"
  /// The next part of a module: the number of its ``ModuleRequest``, answered by a ``ModulePart``.
  package static let continueModule = "$/modules.continue"
  /// Discards the parts of a module that have not been asked for: the number of its ``ModuleRequest``.
  package static let dropModule = "$/modules.drop"

  /// The environment variable that makes a program a child; its standard input is then the connection.
  package static let variable = "CAUSEWAY_CHILD"
}

/// The options of the child's runtime.
package struct ChildOptions: Codable, Sendable {
  package var name: String
  package var locale: String?
  package var isPage: Bool
  package var allowsEval: Bool
  package var isConfined: Bool
  package var messageBytes: Int
  package var depth: Int
  package var nodes: Int
  package var callsInFlight: Int
  /// The parent's contract (``Bridge/contractText(for:limits:)``); nil if it does not fit into the message.
  package var contract: String?
  /// The methods whose globals are defined: see `Connection.methodsForGlobals`.
  package var methods: [String]
  /// Nil for a child without modules.
  package var modules: ChildModules?
  /// The seconds after which the kernel kills the child, if its parent has not; nil for never.
  package var processorSeconds: Int?
}

/// The child's answer when it has started.
package struct ChildStarted: Codable, Sendable {
  /// The resources that it has given up: `file system`, `network`, `programs`, `other processes`.
  package var confinement: [String]
  package init(confinement: [String]) { self.confinement = confinement }
}

/// A script, and its name in errors.
package struct ChildScript: Codable, Sendable {
  package var source: String
  package var url: String
}

/// One console text.
package struct ChildOutput: Codable, Sendable {
  package var level: String
  package var text: String
  package init(level: String, text: String) {
    self.level = level
    self.text = text
  }
}
