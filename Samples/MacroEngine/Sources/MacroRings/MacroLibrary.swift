import Foundation
import MacroEngine

/// The macros of the four buttons, edited and saved.
struct MacroLibrary {
  /// The number of earlier sources that are kept for each macro; 50.
  static let maximumHistory = 50

  private let store: MacroStore
  private(set) var macros: [Macro]
  /// A message about a damaged file; nil if there is none.
  private(set) var problem: String?

  init(store: MacroStore) {
    self.store = store
    let (contents, problem) = store.load()
    self.problem = problem
    macros = Macro.standard.map { macro in
      var macro = macro
      guard let saved = contents.macros[macro.key], saved.javascript.utf16.count <= MacroSyntax.maximumLength else {
        return macro
      }
      macro.javascript = saved.javascript
      macro.earlier = saved.earlier.suffix(MacroLibrary.maximumHistory)
      return macro
    }
  }

  func macro(_ key: String) throws -> Macro { macros[try index(key)] }

  private func index(_ key: String) throws -> Int {
    guard let index = macros.firstIndex(where: { $0.key == key }) else { throw MacroApplicationError.noSuchMacro(key) }
    return index
  }

  /// Sets the source of a macro.
  ///
  /// - Parameter revision: the revision that was edited; throws if the macro has changed since.
  mutating func edit(_ key: String, _ javascript: String, revision: Int) throws {
    let index = try index(key)
    guard macros[index].revision == revision else { throw MacroApplicationError.editedElsewhere(macros[index]) }
    change(index, to: javascript)
  }

  /// Restores the original source of a macro.
  mutating func restore(_ key: String) throws {
    change(try index(key), to: Macro.standard(key)!.javascript)
  }

  /// Restores the source of a macro before its last change; no effect if there is none.
  mutating func undo(_ key: String) throws {
    let index = try index(key)
    guard let earlier = macros[index].earlier.popLast() else { return }
    macros[index].javascript = earlier
    macros[index].revision += 1
    save()
  }

  private mutating func change(_ index: Int, to javascript: String) {
    guard macros[index].javascript != javascript else { return }
    macros[index].earlier.append(macros[index].javascript)
    if macros[index].earlier.count > MacroLibrary.maximumHistory { macros[index].earlier.removeFirst() }
    macros[index].javascript = javascript
    macros[index].revision += 1
    save()
  }

  private mutating func save() {
    let edited = macros.filter { !$0.earlier.isEmpty || $0.javascript != Macro.standard($0.key)?.javascript }
    let entries = edited.map { ($0.key, MacroStore.Contents.Entry(javascript: $0.javascript, earlier: $0.earlier)) }
    do {
      try store.save(MacroStore.Contents(macros: Dictionary(uniqueKeysWithValues: entries)))
      problem = nil
    } catch {
      problem = """
        The macros could not be saved in \(store.file.path) (\(error.brief)). Your edits are kept until the \
        program ends.
        """
    }
  }
}
