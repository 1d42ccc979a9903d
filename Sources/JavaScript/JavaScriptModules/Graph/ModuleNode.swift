import JavaScriptSyntax

/// The states of ECMA-262, without the loading states: a module is added when its text is loaded.
package enum ModuleStatus: Sendable {
  case unlinked, linking, linked, evaluating, evaluatingAsync, evaluated
}

/// A module's record, prepared for name lookup.
///
/// A class, because nodes are copied often and this never changes.
final class ModuleFacts: Sendable {
  let record: ModuleRecord
  /// Local exports by name.
  let locals: Set<ExactText>
  let indirects: [ExactText: Int]

  init(_ record: ModuleRecord) {
    self.record = record
    locals = Set(record.localExports.map { ExactText($0) })
    indirects = Dictionary(
      record.indirectExports.enumerated().map { (ExactText($1.name), $0) }, uniquingKeysWith: { first, _ in first })
  }
}

/// A module of a ``ModuleGraph``.
///
/// Not generic, so that it is copied and read without metadata at run time.
struct ModuleNode {
  /// When an asynchronous module's turn comes among its kind.
  enum AsyncOrder {
    case unset, number(Int), done

    var number: Int? { if case .number(let number) = self { number } else { nil } }
  }

  let facts: ModuleFacts
  /// The module of each request; nil until it is loaded.
  var targets: [ModuleID?]
  var status = ModuleStatus.unlinked
  var ancestorIndex = 0
  var cycleRoot: ModuleID?
  var order = AsyncOrder.unset
  var hasCapability = false
  var asyncParents: [ModuleID] = []
  var pendingDependencies = 0
  /// Whether the module, or one that it requests, is CommonJS.
  var reachesCommonJS = false
  /// See ``ModuleGraph/isInstantiatedLate(_:)``.
  var isInstantiatedLate = false
  /// Which evaluation the module belongs to, while it is evaluating.
  var search = 0

  init(_ record: ModuleRecord) {
    facts = ModuleFacts(record)
    targets = Array(repeating: nil, count: record.requests.count)
  }

  var record: ModuleRecord { facts.record }
  var locals: Set<ExactText> { facts.locals }
  var indirects: [ExactText: Int] { facts.indirects }
}
