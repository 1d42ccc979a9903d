public import Causeway
import MacroEngine

extension MacroApplication {
  /// The permissions of a page.
  public static let permissions: Permissions = ["application.*", "macro.*", "macros.*", "rings.*", "console.*"]

  private struct Key: Decodable { var key: String }

  private struct Edit: Decodable {
    var key: String
    var javascript: String
    var revision: Int
  }

  private struct Source: Decodable { var javascript: String }

  /// Registers the methods for pages.
  nonisolated func offer(on bridge: Bridge) {
    bridge.handle("application.state") { [weak self] () async throws in try await Self.at(self).state }

    // The runner limits the time of a macro.
    bridge.handle("macro.run", timeout: .never) { [weak self] (params: Key) async throws -> String? in
      let application = try Self.at(self)
      do {
        // The caller may disconnect; the macro continues.
        return try await Task { try await application.run(params.key) }.value
      } catch let error as MacroError {
        throw BridgeError(.init(rawValue: error.code.description), error.description)
      }
    }
    bridge.handle("macro.stop") { [weak self] () async throws -> Bool in try await Self.at(self).stop() }
    bridge.handle("macro.check") { (params: Source) async throws -> MacroError? in
      MacroSyntax.check(params.javascript)
    }
    bridge.handle("macro.edit") { [weak self] (params: Edit) async throws in
      try await Self.at(self).edit(params.key, params.javascript, revision: params.revision)
    }
    bridge.handle("macro.undo") { [weak self] (params: Key) async throws in
      try await Self.at(self).undoEdit(params.key)
    }
    bridge.handle("macro.restore") { [weak self] (params: Key) async throws in
      try await Self.at(self).restore(params.key)
    }

    bridge.handle("rings.undo") { [document, changeNotifier] () -> Bool in
      defer { changeNotifier.notify() }
      return document.undo()
    }
    bridge.handle("rings.redo") { [document, changeNotifier] () -> Bool in
      defer { changeNotifier.notify() }
      return document.redo()
    }
  }

  private static func at(_ application: MacroApplication?) throws -> MacroApplication {
    guard let application else { throw BridgeError(.unavailable, "The program is ending.") }
    return application
  }
}
