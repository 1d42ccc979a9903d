/// The messages between a process and its worker, besides calls of JavaScript: methods and events with names that
/// scripts cannot use.
package enum WorkerMessage {
  /// Requests a runtime; answered by ``WorkerStarted``.
  package static let start = "$/start"
  /// Runs a ``WorkerScript`` with `await` at its top level to its end.
  package static let run = "$/run"
  /// Evaluates a ``WorkerScript`` with `await` at its top level.
  package static let program = "$/program"
  /// Evaluates a ``WorkerScript`` in the global scope.
  package static let evaluate = "$/evaluate"
  /// Evaluates a ``WorkerScript`` in the global scope and answers with its value.
  package static let value = "$/value"
  /// Imports a module: a ``WorkerImport``.
  package static let `import` = "$/import"
  /// Answered by the next event-loop turn of the JavaScript thread.
  package static let turn = "$/turn"
  /// The requests of a worker; other calls of the parent are of handlers in JavaScript.
  package static let requests: Set<String> = [start, run, program, evaluate, value, `import`, turn]
  /// An event: output of `console`.
  package static let console = "$/console"
  /// An event: an uncaught error.
  package static let uncaught = "$/uncaught"

  // Calls of the worker itself, over its own connection: see ``ControlTransport``.

  /// Resolves specifiers: a ``ModuleQuestion``, answered by a list of ``ModuleAddress``.
  package static let resolveModules = "$/modules.resolve"
  /// Loads a module: a ``ModuleRequest``, answered by a ``ModulePart``.
  package static let loadModule = "$/modules.load"
  /// The next part of a module: the number of its ``ModuleRequest``, answered by a ``ModulePart``.
  package static let continueModule = "$/modules.continue"
  /// Discards the parts of a module that have not been asked for: the number of its ``ModuleRequest``.
  package static let dropModule = "$/modules.drop"

  /// The environment variable that makes a program a worker; its standard input is then the connection.
  package static let variable = "CAUSEWAY_WORKER"
}

/// The options of the worker's runtime.
package struct WorkerOptions: Codable, Sendable {
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
  /// Nil for a worker without modules.
  package var modules: WorkerModules?
  /// The seconds after which the kernel kills the worker, if its parent has not; nil for never.
  package var processorSeconds: Int?
}

/// The worker's answer when it has started.
package struct WorkerStarted: Codable, Sendable {
  /// The resources that it has given up: `file system`, `network`, `programs`, `other processes`.
  package var confinement: [String]
  package init(confinement: [String]) { self.confinement = confinement }
}

/// A script, and its name in errors.
package struct WorkerScript: Codable, Sendable {
  package var source: String
  package var url: String
}

/// One console text.
package struct WorkerOutput: Codable, Sendable {
  package var level: String
  package var text: String
  package init(level: String, text: String) {
    self.level = level
    self.text = text
  }
}
