public import Foundation
import Crypto
import Glibc
import ProcedureExchange

/// What a server keeps from one start to the next: its private key, and the manifest that it offered last.
///
/// With another key its clients would believe it no more, and with numbers that begin anew they would take what it offers
/// for yesterday's.
public struct PublicationFolder: Sendable {
  private let folder: URL

  /// Makes the folder where there is none; only this user may look into it.
  public init(_ folder: URL) throws {
    self.folder = folder
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  private var keyFile: URL { folder.appendingPathComponent("private.key") }
  private var manifestFile: URL { folder.appendingPathComponent("manifest.json") }

  /// A publication that goes on where the last one ended, with the same key.
  ///
  /// - Throws: `PublicationError` for what is damaged: with a new key, or new numbers, clients would believe nothing more.
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

  /// The key that was made at the first start.
  private func key() throws -> Curve25519.Signing.PrivateKey {
    if FileManager.default.fileExists(atPath: keyFile.path) {
      guard let data = try? Data(contentsOf: keyFile),
        let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: data)
      else { throw PublicationError(description: "\(keyFile.path) is damaged: it is no private key. Restore it.") }
      return key
    }
    let key = Curve25519.Signing.PrivateKey()
    try key.rawRepresentation.writeWhole(to: keyFile, mode: 0o600)
    return key
  }
}

/// Why nothing can be offered.
public struct PublicationError: Error, CustomStringConvertible {
  /// One sentence.
  public let description: String

  init(description: String) { self.description = description }

  /// A folder that cannot be read, with the system's reason.
  init(_ folder: URL, _ error: any Error) {
    let reason = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    let said = reason.map { String(cString: strerror(CInt($0.code))) } ?? error.localizedDescription
    self.init(description: "The folder \(folder.path) cannot be read: \(said).")
  }
}
