import JavaScriptSyntax
import NameSuggestions

/// A module that does not export a name, with the names that it exports.
private struct Exporter {
  /// For how many errors of a module similar names are looked for: a module with more has no typing errors.
  static let suggestions = 20

  let isComplete: Bool
  /// Without the default export.
  let names: [String]
  let hasDefault: Bool

  init(isComplete: Bool, names: [String]) {
    self.isComplete = isComplete
    self.names = names.filter { ExactText($0) != "default" }
    hasDefault = self.names.count < names.count
  }
}

extension ModuleGraph {
  private struct LinkFrame {
    let module: ModuleID
    let index: Int
    var next = 0
  }

  /// Link: checks that every imported name exists, in a module and in all modules that it requests.
  ///
  /// ``takeLinked()`` returns the modules that it linked.
  ///
  /// - Throws: `NOT_FOUND` for a name that no module exports; the modules that could not be linked may be tried again.
  package mutating func link(_ root: ModuleID) throws(ModuleError) {
    guard self[root].status == .unlinked else { return }
    var stack: [ModuleID] = []
    do throws(ModuleError) {
      try link(root, &stack)
    } catch {
      for module in stack { self[module].status = .unlinked }
      throw error
    }
  }

  /// InnerModuleLinking.
  private mutating func link(_ root: ModuleID, _ stack: inout [ModuleID]) throws(ModuleError) {
    var frames: [LinkFrame] = []
    var index = 0
    func enter(_ module: ModuleID, _ graph: inout ModuleGraph) {
      graph[module].status = .linking
      graph[module].ancestorIndex = index
      frames.append(LinkFrame(module: module, index: index))
      stack.append(module)
      index += 1
    }
    enter(root, &self)
    while var frame = frames.popLast() {
      let module = frame.module
      if frame.next < self[module].targets.count {
        let target = self[module].targets[frame.next]
        frame.next += 1
        frames.append(frame)
        guard let target else { preconditionFailure("A module is linked before its requests are loaded.") }
        switch self[target].status {
        case .unlinked: enter(target, &self)
        case .linking: self[module].ancestorIndex = min(self[module].ancestorIndex, self[target].ancestorIndex)
        default: break
        }
        continue
      }
      try checkNames(of: module)
      linked.append(module)
      if self[module].ancestorIndex == frame.index {
        var component: [ModuleID] = []
        while let last = stack.popLast() {
          self[last].status = .linked
          component.append(last)
          if last == module { break }
        }
        decideInstantiation(of: component)
      }
      if let parent = frames.last?.module, self[module].status == .linking {
        self[parent].ancestorIndex = min(self[parent].ancestorIndex, self[module].ancestorIndex)
      }
    }
  }

  /// Decides when the modules of a strongly connected component are instantiated; those below are decided already.
  private mutating func decideInstantiation(of component: [ModuleID]) {
    let reachesCommonJS = component.contains { module in
      self[module].record.isCommonJS
        || self[module].targets.contains { target in target.map { self[$0].reachesCommonJS } ?? false }
    }
    for module in component {
      self[module].reachesCommonJS = reachesCommonJS
      self[module].isInstantiatedLate =
        !reachesCommonJS && component.count == 1 && !self[module].targets.contains(module)
    }
  }

  /// The modules that were linked and whose functions must be instantiated now, requested modules first.
  package mutating func takeLinked() -> [ModuleID] {
    var seen: Set<ModuleID> = []
    // One that could not be linked at first is here twice; one that still is not stays out.
    let taken = linked.filter { self[$0].status == .linked && seen.insert($0).inserted }
    linked = []
    return taken
  }

  /// InitializeEnvironment, as far as it is about names.
  private func checkNames(of id: ModuleID) throws(ModuleError) {
    if let error = nameErrors(of: id, maximum: 1).first { throw error }
  }

  /// The errors of imports and re-exports of names that no module exports, in source order.
  ///
  /// The exports of a module whose requests are not all loaded are unknown: importing any name from it is not an error.
  package func nameErrors(of id: ModuleID, maximum: Int = .max) -> [ModuleError] {
    let record = self[id].record
    var errors: [ModuleError] = []
    var exporters: [ModuleID: Exporter] = [:]
    func exporter(_ target: ModuleID) -> Exporter {
      if let known = exporters[target] { return known }
      let exporter = Exporter(isComplete: isComplete(target), names: exportedNames(of: target))
      exporters[target] = exporter
      return exporter
    }
    func check(
      _ resolution: Resolution, _ name: String, of target: ModuleID, _ request: Int, _ position: ModuleText.Position
    ) {
      let suggests = errors.count < Exporter.suggestions
      guard let message = problem(resolution, name, of: target, exporter, suggests: suggests) else { return }
      errors.append(
        ModuleError(
          .notFound, message, specifier: record.requests[request].specifier, referrer: record.url,
          line: position.line, column: position.column, isSyntaxError: true))
    }
    for export in record.indirectExports where errors.count < maximum {
      guard case .name(let imported) = export.imported, let target = self[id].targets[export.request] else { continue }
      check(resolveExport(export.name, of: id), imported, of: target, export.request, export.position)
    }
    for item in record.imports where errors.count < maximum {
      guard case .name(let imported) = item.imported, let target = self[id].targets[item.request] else { continue }
      check(resolveExport(imported, of: target), imported, of: target, item.request, item.position)
    }
    return errors
  }

  /// Why a name cannot be imported from a module; nil if it can.
  private func problem(
    _ resolution: Resolution, _ name: String, of target: ModuleID, _ exporter: (ModuleID) -> Exporter, suggests: Bool
  ) -> String? {
    let record = self[target].record
    switch resolution {
    case .found: return nil
    case .ambiguous:
      return "\(record.url) has conflicting star exports named '\(name)'."
    case .missing: break
    }
    let exporter = exporter(target)
    guard exporter.isComplete else { return nil }
    var message = "\(record.url) has no export named '\(name)'."
    if suggests, let near = Suggestion.nearest(to: name, among: exporter.names) {
      message += " Did you mean '\(near)'?"
    } else if record.isCommonJS {
      message += " It is a CommonJS module, whose exports are detected from its text: import its default export."
    } else if ExactText(name) == "default", !exporter.names.isEmpty {
      message += " It has named exports only: use import { … } or import * as."
    } else if exporter.hasDefault {
      message += " It has a default export: import it without braces."
    }
    return message
  }

  /// Whether all modules are loaded that a module passes names on of.
  private func isComplete(_ id: ModuleID) -> Bool {
    var seen: Set<ModuleID> = [id]
    var open = [id]
    while let module = open.popLast() {
      let record = self[module].record
      for request in record.starExports + record.indirectExports.map(\.request) {
        guard let target = self[module].targets[request] else { return false }
        if seen.insert(target).inserted { open.append(target) }
      }
    }
    return true
  }
}
