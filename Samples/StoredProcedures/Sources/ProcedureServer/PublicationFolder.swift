public import Foundation
import Crypto
import Glibc
import ProcedureExchange

/// The state that a server keeps between two runs: its private key and its last manifest.
///
/// With a new key, or with a sequence number that starts again, clients would reject its manifests.
public struct PublicationFolder: Sendable {
  private let folder: URL

  /// Creates the folder if it does not exist; only this user can access it.
  public init(_ folder: URL) throws {
    self.folder = folder
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  private var keyFile: URL { folder.appendingPathComponent("private.key") }
  private var manifestFile: URL { folder.appendingPathComponent("manifest.json") }

  /// Makes a publication with the stored key and the stored sequence number.
  ///
  /// - Throws: `PublicationError` if a file is damaged: clients would reject a new key and a new sequence number.
  public func publication() throws -> Publication {
    let key = try key()
    var earlier: Manifest?
    if FileManager.default.fileExists(atPath: manifestFile.path) {
      let signed = try? JSONDecoder().decode(SignedManifest.self, from: Data(contentsOf: manifestFile))
      guard let manifest = try? signed?.verified(by: key.publicKey) else {
        throw PublicationError(description: "\(manifestFile.path) is damaged, or signed by another key. Restore it.")
      }
      earlier = manifest
    }
    return try Publication(key: key, after: earlier, file: manifestFile)
  }

  /// The private key, created at the first start.
  private func key() throws -> Curve25519.Signing.PrivateKey {
    if FileManager.default.fileExists(atPath: keyFile.path) {
      guard let data = try? Data(contentsOf: keyFile),
        let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: data)
      else { throw PublicationError(description: "\(keyFile.path) is damaged: it is not a private key. Restore it.") }
      return key
    }
    let key = Curve25519.Signing.PrivateKey()
    try key.rawRepresentation.writeWhole(to: keyFile, mode: 0o600)
    return key
  }
}

/// The reason why a publication cannot be served.
public struct PublicationError: Error, CustomStringConvertible {
  /// One sentence.
  public let description: String

  init(description: String) { self.description = description }

  /// Makes the error for a folder that cannot be read, from the system's error.
  init(_ folder: URL, _ error: any Error) {
    let reason = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    let said = reason.map { String(cString: strerror(CInt($0.code))) } ?? error.localizedDescription
    self.init(description: "The folder \(folder.path) cannot be read: \(said).")
  }
}
