/// What a process and its worker say to each other beside the calls of their JavaScript: methods and events whose names
/// no script can use.
package enum WorkerMessage {
  /// Asks for a runtime; answered by ``WorkerStarted``.
  package static let start = "$/start"
  /// Runs a ``WorkerScript`` with `await` at its top level.
  package static let run = "$/run"
  /// Evaluates a ``WorkerScript`` in the global scope.
  package static let evaluate = "$/evaluate"
  /// Evaluates a ``WorkerScript`` in the global scope and answers with its value.
  package static let value = "$/value"
  /// Answered when the JavaScript thread has a turn for it.
  package static let turn = "$/turn"
  /// An event: what `console` printed.
  package static let console = "$/console"
  /// An event: an error that reached nobody.
  package static let uncaught = "$/uncaught"

  /// The variable that tells a program to be a worker; its standard input is the connection then.
  package static let variable = "CAUSEWAY_WORKER"
}

/// How the worker makes its runtime.
package struct WorkerOptions: Codable, Sendable {
  package var name: String
  package var isPage: Bool
  package var allowsEval: Bool
  package var isConfined: Bool
  package var messageBytes: Int
  package var depth: Int
  package var nodes: Int
  package var callsInFlight: Int
  /// What the parent offers (``Bridge/contractText(for:limits:)``); nil when it does not fit into the message.
  package var contract: String?
  /// Seconds after which the kernel ends the worker, should its parent not have; nil for never.
  package var processorSeconds: Int?
}

/// What the worker says when it has started.
package struct WorkerStarted: Codable, Sendable {
  /// What it has given up, in words: `file system`, `network`, `programs`, `other processes`.
  package var confinement: [String]
  package init(confinement: [String]) { self.confinement = confinement }
}

/// A script and what errors call it.
package struct WorkerScript: Codable, Sendable {
  package var source: String
  package var url: String
}

/// One text of the console's.
package struct WorkerOutput: Codable, Sendable {
  package var level: String
  package var text: String
  package init(level: String, text: String) {
    self.level = level
    self.text = text
  }
}
