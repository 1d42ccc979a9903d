import JavaScriptSyntax

/// An import map: resolves specifiers as the HTML Standard specifies.
///
/// `imports` and `scopes` map specifiers, and prefixes that end in a slash, to URLs; null blocks a specifier.
/// `integrity` contains hashes of modules. Unlike in a browser, every malformed entry is an error.
public struct ImportMap: Sendable {
  /// The URLs of specifiers and prefixes; nil for those that are forbidden.
  private typealias Entries = PrefixMap<ModuleURL?>

  private let imports: Entries
  private let scopes: PrefixMap<[Entries]>
  private var hashes: [ExactText: String] = [:]

  /// Reads a map.
  ///
  /// - Parameters:
  ///   - text: JSON in UTF-8.
  ///   - url: the map's own URL, against which its relative addresses are resolved.
  ///   - check: throws for an address that the map must not contain, such as one outside the root.
  /// - Throws: `INVALID_ARGUMENT` for an invalid import map, `RESOURCE_EXHAUSTED` for one that exceeds a limit.
  public init(
    _ text: [UInt8], url: ModuleURL, limits: ModuleLimits = ModuleLimits(),
    check: @escaping (ModuleURL) throws(ModuleError) -> Void = { (_) in }
  ) throws(ModuleError) {
    guard text.count <= limits.manifestBytes else { throw .tooLarge("\(url)", text.count, limits.manifestBytes) }
    var reader = Reader(url: url, room: limits.importMapEntries, check: check)
    guard case .object(let members) = try JSONText(text, named: "\(url)") else {
      throw reader.wrong("it is not a JSON object")
    }
    if let unknown = members.names.first(where: { !["imports", "scopes", "integrity"].contains($0) }) {
      throw reader.wrong("its members are imports, scopes and integrity, not \(unknown)")
    }
    imports = try reader.entries(members["imports"], named: "imports")
    var scopes: [(key: String, value: [Entries])] = []
    for (prefix, value) in try reader.members(members["scopes"], named: "scopes") {
      guard let scope = url.resolving(prefix) else { throw reader.wrong("the scope \(prefix) is not a valid URL") }
      scopes.append((scope.description, [try reader.entries(value, named: "the scope \(prefix)")]))
    }
    self.scopes = PrefixMap(scopes, uniquingKeysWith: +)
    for (address, value) in try reader.members(members["integrity"], named: "integrity") {
      guard let module = url.resolving(address), let hash = value.string else {
        throw reader.wrong("integrity must map URLs to strings of hashes, unlike the entry \(address)")
      }
      hashes[ExactText(module.description)] = hash
    }
  }

  /// The URL of a specifier; nil if the map has no entry for it.
  ///
  /// - Throws: `FAILED_PRECONDITION` for a specifier that the map blocks, `INVALID_ARGUMENT` for one that leads outside
  ///   its prefix.
  public func resolve(_ specifier: String, from referrer: ModuleURL) throws(ModuleError) -> ModuleURL? {
    let url = referrer.resolving(specifier)
    let key = url?.description ?? specifier
    let found = try scopes.first(referrer.description) { (scopes, _) throws(ModuleError) in
      for scope in scopes { if let found = try match(key, in: scope) { return found } }
      return nil
    }
    return if let found { found } else { try match(key, in: imports) }
  }

  /// The hashes of a module, one of which its bytes must match; nil if the map contains none.
  public func integrity(of url: ModuleURL) -> String? { hashes[ExactText(url.description)] }

  private func match(_ key: String, in entries: Entries) throws(ModuleError) -> ModuleURL? {
    try entries.first(key) { (address, length) throws(ModuleError) in
      guard let address else { throw ModuleError(.failedPrecondition, "The import map blocks \(key).") }
      if length == key.utf8.count { return address }
      // URLs with a prefix are hierarchical, so that the rest of one has a meaning.
      let rest = key.from(byte: length)
      guard let url = address.resolving("./" + rest), url.description.begins(with: address.description) else {
        throw ModuleError(.invalidArgument, "\(key) leads outside \(address), to which the import map maps its prefix.")
      }
      return url
    }
  }

  private struct Reader {
    let url: ModuleURL
    var room: Int
    let check: (ModuleURL) throws(ModuleError) -> Void

    func wrong(_ problem: String) -> ModuleError {
      ModuleError(.invalidArgument, "\(url) is not a valid import map: \(problem).", referrer: url.description)
    }

    mutating func members(_ value: JSONText?, named name: String) throws(ModuleError) -> [(String, JSONText)] {
      guard let value else { return [] }
      guard case .object(let members) = value else { throw wrong("\(name) is not an object") }
      room -= members.names.count
      guard room >= 0 else {
        throw ModuleError(.resourceExhausted, "\(url) has more entries than the limit for an import map.")
      }
      return members.names.map { ($0, members[$0] ?? .null) }
    }

    mutating func entries(_ value: JSONText?, named name: String) throws(ModuleError) -> Entries {
      var entries: [(key: String, value: ModuleURL?)] = []
      for (key, value) in try members(value, named: name) {
        guard !key.isEmpty else { throw wrong("\(name) has an empty specifier") }
        let key = url.resolving(key)?.description ?? key
        guard value != .null else {
          entries.append((key, nil))
          continue
        }
        guard let text = value.string, let address = url.resolving(text) else {
          throw wrong("the address of \(key) is not a valid URL; a relative URL begins with ./, ../ or /")
        }
        guard !key.ends(with: "/") || address.description.ends(with: "/") else {
          throw wrong("the address of \(key) does not end in a slash")
        }
        do throws(ModuleError) {
          try check(address)
        } catch {
          throw error.requested(key, by: url.description)
        }
        entries.append((key, address))
      }
      // Of keys that mean the same the first counts.
      return PrefixMap(entries) { first, _ in first }
    }
  }
}
