extension ModuleConfiguration {
  /// Loads a URL, and checks the size and the integrity of the module.
  package func source(of url: ModuleURL, as format: ModuleFormat?) async throws(ModuleError) -> ModuleSource {
    if url.scheme == DataModule.scheme { return try checked(DataModule.source(of: url, as: format), url) }
    let source: ModuleSource
    do {
      source = try await loader.load(url, as: format)
    } catch {
      throw failure(error, of: url)
    }
    return try checked(source, url)
  }

  /// Loads a URL synchronously, with the same checks.
  package func sourceNow(of url: ModuleURL, as format: ModuleFormat?) throws(ModuleError) -> ModuleSource {
    if url.scheme == DataModule.scheme { return try checked(DataModule.source(of: url, as: format), url) }
    let source: ModuleSource
    do {
      source = try loader.loadNow(url, as: format)
    } catch {
      throw failure(error, of: url)
    }
    return try checked(source, url)
  }

  private func checked(_ source: ModuleSource, _ url: ModuleURL) throws(ModuleError) -> ModuleSource {
    guard source.bytes.count <= limits.sourceBytes else {
      throw .tooLarge("\(url)", source.bytes.count, limits.sourceBytes)
    }
    if let hashes = importMap?.integrity(of: url) {
      try ModuleIntegrity.check(source.bytes, of: url, against: hashes)
    }
    return source
  }

  private func failure(_ error: any Error, of url: ModuleURL) -> ModuleError {
    if let error = error as? ModuleError { return error }
    let shown = showsLoaderErrors ? "\(error)" : "\(type(of: error))"
    return ModuleError(.unknown, "The loader cannot load \(url): \(shown)")
  }
}
