/// A loader whose answers come from elsewhere, so that many questions are better asked at once.
package protocol DistantModuleLoader: ModuleLoader {
  /// Fetches what `resolve` will be asked for a module's imports; an error is the answer of `resolve` then.
  func prepare(_ specifiers: [String], from referrer: ModuleURL) async
}
