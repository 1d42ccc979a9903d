public import Foundation

/// The folder of this repository.
public let repository: URL = {
  var folder = URL(filePath: #filePath)
  while folder.path != "/", !FileManager.default.fileExists(atPath: folder.appending(path: "bridge-js").path) {
    folder.deleteLastPathComponent()
  }
  return folder.standardized
}()

/// A file or folder of this repository: `repositoryFile("Tests/Fixtures/wire")`.
public func repositoryFile(_ path: String) -> URL { repository.appending(path: path) }

/// The folder of a module's sources, from the repository's folder on, such as `Sources/Bridge/Causeway`; nil if there is none.
public func sourceFolder(of module: String) -> String? {
  let wings = (try? FileManager.default.contentsOfDirectory(atPath: repositoryFile("Sources").path)) ?? []
  return wings.map { "Sources/\($0)/\(module)" }
    .first { FileManager.default.fileExists(atPath: repositoryFile($0).path) }
}
