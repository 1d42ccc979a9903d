/// The limits of a program's modules.
public struct ModuleLimits: Sendable, Hashable {
  /// The bytes of one module; 32 MB by default, because the largest common packages have 10.
  public var sourceBytes = 32 << 20
  /// The bytes of all modules of one context together; 512 MB by default.
  public var totalBytes = 512 << 20
  /// The number of modules in one context; 20,000 by default.
  public var modules = 20_000
  /// The bytes of a package.json, a tsconfig.json or an import map; 4 MB by default.
  public var manifestBytes = 4 << 20
  /// The number of entries of an import map, in all its scopes; 50,000 by default.
  public var importMapEntries = 50_000
  /// The number of modules that are loaded at the same time; 16 by default.
  public var concurrentLoads = 16

  /// Makes the default limits.
  public init() {}
}

extension ModuleLimits {
  /// - Throws: `RESOURCE_EXHAUSTED` for more modules, or more bytes of text, than the limits.
  package func check(count: Int, bytes: Int) throws(ModuleError) {
    guard count <= modules else {
      throw ModuleError(.resourceExhausted, "The program has more modules than the limit of \(modules).")
    }
    guard bytes <= totalBytes else {
      throw ModuleError(
        .resourceExhausted, "The modules together exceed the limit of \(totalBytes) bytes of text.")
    }
  }
}
