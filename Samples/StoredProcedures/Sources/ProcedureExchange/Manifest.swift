public import Crypto
public import Foundation
public import StoredProcedures

/// What a server offers, in the order in which it came to offer it.
public struct Manifest: Sendable, Codable, Equatable {
  /// One procedure, and how to know that what was downloaded is it.
  public struct Entry: Sendable, Codable, Equatable {
    /// The procedure's name.
    public var name: String
    /// Counts up with each change of the procedure.
    public var version: Int
    /// Bytes of its file.
    public var size: Int
    /// SHA-256 of its file, in lower-case hexadecimal.
    public var sha256: String
    /// What the procedure may do to the database.
    public var access: DatabaseAccess

    /// An entry for a file's bytes.
    public init(name: String, version: Int, file: Data, access: DatabaseAccess) {
      self.name = name
      self.version = version
      size = file.count
      sha256 = file.sha256
      self.access = access
    }

    /// Whether these are the bytes that the entry means.
    public func describes(_ file: Data) -> Bool { file.count == size && file.sha256 == sha256 }
  }

  /// Counts up with each change of anything in it.
  public var sequence: Int
  /// The procedures, by name.
  public var procedures: [Entry]

  /// A manifest of these.
  public init(sequence: Int, procedures: [Entry]) {
    self.sequence = sequence
    self.procedures = procedures
  }
}

/// A manifest as it travels: its text, and the signature of just this text.
public struct SignedManifest: Sendable, Codable, Equatable {
  /// The manifest as JSON.
  public var manifest: String
  /// Ed25519 over the UTF-8 of `manifest`.
  public var signature: Data

  /// Signs a manifest.
  public init(_ manifest: Manifest, by key: Curve25519.Signing.PrivateKey) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let text = try encoder.encode(manifest)
    self.manifest = String(decoding: text, as: UTF8.self)
    signature = try key.signature(for: text)
  }

  /// The manifest, if the owner of the key signed it.
  ///
  /// - Throws: `SyncError` with `UNAUTHENTICATED`; `DATA_LOSS` for a signed text that is no manifest.
  public func verified(by key: Curve25519.Signing.PublicKey) throws(SyncError) -> Manifest {
    guard key.isValidSignature(signature, for: Data(manifest.utf8)) else {
      throw SyncError(.unauthenticated, "The manifest is not signed by the expected key. Nothing was taken from it.")
    }
    do {
      return try JSONDecoder().decode(Manifest.self, from: Data(manifest.utf8))
    } catch {
      throw SyncError(.dataLoss, "The manifest is signed, but cannot be read: \(error)")
    }
  }
}

extension Data {
  /// SHA-256 in lower-case hexadecimal.
  package var sha256: String { SHA256.hash(data: self).map { String(format: "%02x", $0) }.joined() }
}
