public import Crypto
public import Foundation
public import ProcedureExchange
public import StoredProcedures
import Synchronization

/// The procedures that a server offers, and their signed manifest.
///
/// Any thread may call the methods.
public final class Publication: Sendable {
  private struct State {
    var manifest = Manifest(sequence: 0, procedures: [])
    var files: [String: Data] = [:]
    var signed: Data
    var changed: Date
  }

  /// A document with the validators of its version.
  struct Document {
    var body: Data
    var etag: String
    var changed: Date
  }

  private let key: Curve25519.Signing.PrivateKey
  private let file: URL?
  private let state: Mutex<State>

  /// Makes an empty publication.
  ///
  /// - Parameters:
  ///   - earlier: the last manifest before the server was stopped; its sequence number is continued.
  ///   - file: each signed manifest is written to this file before it is published; nil for none. If the write fails,
  ///     the manifest is not published: after a restart with an older sequence number, clients would reject every
  ///     manifest.
  public init(key: Curve25519.Signing.PrivateKey, after earlier: Manifest? = nil, file: URL? = nil) throws {
    self.key = key
    self.file = file
    let manifest = earlier ?? Manifest(sequence: 0, procedures: [])
    state = Mutex(
      State(
        manifest: manifest, signed: try JSONEncoder().encode(SignedManifest(manifest, by: key)), changed: Date()))
  }

  /// Adds or replaces a procedure; the version increases if its text has changed.
  public func publish(_ procedure: Procedure) throws {
    try state.withLock { state in
      var manifest = state.manifest
      manifest.offer(procedure)
      try offer(manifest, [procedure], &state)
    }
  }

  /// Publishes the visible `.js` files in a folder, and the folders that have an `index.js` or `index.ts`; hidden files are
  /// temporary files of an editor.
  ///
  /// - Throws: `PublicationError`, `ProcedureError`; the publication is then unchanged.
  public func publish(folder: URL) throws {
    let files: [URL]
    do {
      files = try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    } catch {
      throw PublicationError(folder, error)
    }
    let procedures = try files.filter { $0.pathExtension == "js" || Procedure.isFolder(at: $0) }
      .map { try Procedure(contentsOf: $0) }
    if let name = Dictionary(grouping: procedures, by: \.name).first(where: { $0.value.count > 1 })?.key {
      throw PublicationError(description: "\(folder.path) has a file and a folder for \(name). Remove one of them.")
    }
    try state.withLock { state in
      var manifest = state.manifest
      manifest.procedures.removeAll { entry in !procedures.contains { $0.name == entry.name } }
      for procedure in procedures { manifest.offer(procedure) }
      try offer(manifest, procedures, &state)
    }
  }

  private func offer(_ manifest: Manifest, _ procedures: [Procedure], _ state: inout State) throws {
    for procedure in procedures {
      let file = Data(procedure.source.utf8)
      state.files[file.sha256] = file
    }
    guard manifest.procedures != state.manifest.procedures else { return }
    var manifest = manifest
    manifest.sequence += 1
    let signed = try JSONEncoder().encode(SignedManifest(manifest, by: key))
    if let file { try signed.writeWhole(to: file) }
    state.signed = signed
    state.manifest = manifest
    state.changed = Date()
  }

  /// The public key for the clients.
  public var publicKey: Curve25519.Signing.PublicKey { key.publicKey }

  /// The current manifest.
  public var manifest: Manifest { state.withLock { $0.manifest } }

  var signedManifest: Document {
    state.withLock { state in
      Document(body: state.signed, etag: "\"\(state.manifest.sequence)-\(state.signed.count)\"", changed: state.changed)
    }
  }

  func file(_ sha256: String) -> Document? {
    state.withLock { state in
      state.files[sha256].map { Document(body: $0, etag: "\"\(sha256)\"", changed: state.changed) }
    }
  }
}

extension Manifest {
  /// Adds the current state of a procedure to the manifest.
  ///
  /// A new procedure's version starts at the manifest's sequence number, because an earlier one may have had its name.
  fileprivate mutating func offer(_ procedure: Procedure) {
    let old = procedures.first { $0.name == procedure.name }
    let entry = Entry(
      name: procedure.name, version: (old?.version ?? sequence) + 1, file: Data(procedure.source.utf8),
      access: procedure.access, isFolder: procedure.isFolder)
    if let old, old.sha256 == entry.sha256, old.access == entry.access, old.isFolder == entry.isFolder { return }
    procedures.removeAll { $0.name == procedure.name }
    procedures.append(entry)
    procedures.sort { $0.name < $1.name }
  }
}
