/// The imports and exports of a text, as the parser collects them.
struct ModuleRecord {
  struct Binding {
    var local: Name
    var request: Int
    var imported: ModuleText.ImportedName
    var position: ModuleText.Position
    /// Whether nothing uses its value, so that TypeScript elides it.
    var isElided = false
  }

  struct LocalExport {
    var name: String
    var local: Name
    var start: Int
    var position: ModuleText.Position
    /// An index into `Parser.references`, or -1: `export const`.
    var reference = -1
  }

  /// What `export default` is.
  enum DefaultKind { case none, value, function }

  var requests: [ModuleText.Request] = []
  private var requestIndices: [ModuleText.Request: Int] = [:]
  var bindings: [Binding] = []
  var typedImports: [TypedImport] = []
  var localExports: [LocalExport] = []
  var indirectExports: [ModuleText.IndirectExport] = []
  var starExports: [Int] = []
  /// `import "x"`: indices into `requests`.
  var bareImports: [Int] = []
  var exportedNames: Set<Name> = []
  var defaultKind = DefaultKind.none
  /// The use of the name that `export default` is, and the declaration.
  var defaultName: (reference: Int32, range: Range<Int>)?
  /// Where the first `await` at the top level is, or -1.
  var firstAwait = -1
  var usesMeta = false
  var hasDynamicImport = false
  /// The resources of its top level.
  var resources = ResourceList(.block)
  var hasDeclarations = false
  var callsEval = false
  var hasWith = false
  /// Uses of `arguments` that belong to no function: indices into `Parser.references`.
  var freeArguments: [Int32] = []

  /// The index of the request for a module.
  mutating func request(
    _ specifier: String, _ attributes: [String: String], _ position: ModuleText.Position
  ) -> Int {
    let key = ModuleText.Request(
      specifier: specifier, attributes: attributes, position: ModuleText.Position(line: 0, column: 0))
    if let index = requestIndices[key] { return index }
    requestIndices[key] = requests.count
    requests.append(ModuleText.Request(specifier: specifier, attributes: attributes, position: position))
    return requests.count - 1
  }
}
