extension Bridge {
  /// Everything that this bridge offers at the moment.
  ///
  /// Members of plugins are described as declared, other handlers by their types, without documentation.
  public var description: BridgeDescription { describe { _ in true } }

  /// The part that a connection with these permissions may use.
  package func describe(for permissions: Permissions) -> BridgeDescription { describe { permissions.allows($0) } }

  func describe(_ isIncluded: (_ permission: String) -> Bool) -> BridgeDescription {
    var catalog = TypeCatalog()
    var records = plugins.records
    let known = Set(records.map(\.name))
    records += registry.all.filter { !known.contains($0.name) }.map(MemberRecord.init)
    let members = records.filter { isIncluded($0.permission) }.sorted { $0.name < $1.name }
      .map { $0.describe(in: &catalog) }
    let names = Set(members.map(\.plugin))
    return BridgeDescription(
      members: members, types: catalog.definitions.values.sorted { $0.name < $1.name },
      plugins: plugins.documentation.filter { names.contains($0.key) && !$0.value.isEmpty }, gaps: catalog.gaps.sorted()
    )
  }

  /// What distinguishes this bridge's members from others of the same names.
  var contract: Contract { plugins.contract(after: registry.generation) { Contract(describe { _ in true }) } }
}

extension MemberRecord {
  /// What the types of a handler tell that no plugin declared.
  init(_ handler: Handler) {
    let types = handler.types
    let kind: MemberDescription.Kind = handler.isStream ? .stream : .method
    let declaration = MemberDeclaration(
      kind, handler.name,
      parameters: { catalog in
        guard let types else { return .unknown }
        guard let params = types.params else { return .none }
        return .value(FieldDescription("params", catalog.describe(any: params)))
      },
      result: { catalog in
        guard let types else { return .any }
        return types.result.map { catalog.describe(any: $0) } ?? .nothing
      })
    self.init(name: handler.name, permission: handler.permission, declaration: declaration)
  }
}
