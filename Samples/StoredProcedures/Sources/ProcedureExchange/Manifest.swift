public import Crypto
public import Foundation
public import StoredProcedures

/// The procedures that a server offers, with a sequence number.
public struct Manifest: Sendable, Codable, Equatable {
  /// A procedure, with the values that verify its download.
  public struct Entry: Sendable, Codable, Equatable {
    /// The procedure's name.
    public var name: String
    /// The version, which increases with each change of the procedure.
    public var version: Int
    /// The size of the file, in bytes.
    public var size: Int
    /// The SHA-256 of the file, in lower-case hexadecimal.
    public var sha256: String
    /// The procedure's access to the database.
    public var access: DatabaseAccess
    /// Whether the file contains a folder of modules, in the format of ``Procedure/source``; nil means false.
    public var isFolder: Bool?

    /// Makes an entry for a file's bytes.
    public init(name: String, version: Int, file: Data, access: DatabaseAccess, isFolder: Bool = false) {
      self.name = name
      self.version = version
      size = file.count
      sha256 = file.sha256
      self.access = access
      self.isFolder = isFolder ? true : nil
    }

    /// Whether the bytes match the entry.
    public func describes(_ file: Data) -> Bool { file.count == size && file.sha256 == sha256 }
  }

  /// The sequence number, which increases with each change.
  public var sequence: Int
  /// The procedures, by name.
  public var procedures: [Entry]

  /// Makes a manifest.
  public init(sequence: Int, procedures: [Entry]) {
    self.sequence = sequence
    self.procedures = procedures
  }
}

/// A manifest as it is transferred: its JSON text and the signature of this text.
public struct SignedManifest: Sendable, Codable, Equatable {
  /// The manifest as JSON text.
  public var manifest: String
  /// The Ed25519 signature of the UTF-8 of `manifest`.
  public var signature: Data

  /// Signs a manifest.
  public init(_ manifest: Manifest, by key: Curve25519.Signing.PrivateKey) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let text = try encoder.encode(manifest)
    self.manifest = String(decoding: text, as: UTF8.self)
    signature = try key.signature(for: text)
  }

  /// The manifest, if the signature is by this key.
  ///
  /// - Throws: `SyncError` with `UNAUTHENTICATED`; `DATA_LOSS` if the signed text is not a manifest.
  public func verified(by key: Curve25519.Signing.PublicKey) throws(SyncError) -> Manifest {
    guard key.isValidSignature(signature, for: Data(manifest.utf8)) else {
      throw SyncError(.unauthenticated, "The manifest is not signed by the expected key. It is rejected.")
    }
    do {
      return try JSONDecoder().decode(Manifest.self, from: Data(manifest.utf8))
    } catch {
      throw SyncError(.dataLoss, "The manifest is signed, but cannot be read: \(error)")
    }
  }
}

extension Data {
  /// The SHA-256 in lower-case hexadecimal.
  package var sha256: String { SHA256.hash(data: self).map { String(format: "%02x", $0) }.joined() }
}
