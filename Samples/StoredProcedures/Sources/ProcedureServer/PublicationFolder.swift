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
  public func publication() throws -> Publication {
    let key = try key()
    guard let data = try? Data(contentsOf: manifestFile) else { return try Publication(key: key) }
    let signed = try JSONDecoder().decode(SignedManifest.self, from: data)
    return try Publication(key: key, after: try signed.verified(by: key.publicKey))
  }

  /// Keeps what is offered now.
  public func keep(_ publication: Publication) throws {
    try publication.signedManifest.body.write(to: manifestFile, options: .atomic)
  }

  /// The key that was made at the first start.
  private func key() throws -> Curve25519.Signing.PrivateKey {
    if let data = try? Data(contentsOf: keyFile) { return try Curve25519.Signing.PrivateKey(rawRepresentation: data) }
    let key = Curve25519.Signing.PrivateKey()
    let isMade = FileManager.default.createFile(
      atPath: keyFile.path, contents: key.rawRepresentation, attributes: [.posixPermissions: 0o600])
    guard isMade else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: keyFile.path]) }
    return key
  }
}
