/// A loader whose answers come from another process, so that requests should be batched.
package protocol DistantModuleLoader: ModuleLoader {
  /// Fetches the results that `resolve` will need for a module's imports; `resolve` then throws an error of this fetch.
  func prepare(_ specifiers: [String], from referrer: ModuleURL) async

  /// The URL of `import.meta.resolve`, for which the other process has the import map.
  func address(of specifier: String, from referrer: ModuleURL) throws(ModuleError) -> ModuleURL
}
