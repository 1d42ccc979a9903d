public import Crypto
public import Foundation
public import ProcedureExchange
public import StoredProcedures
import Synchronization

/// The procedures that a server offers now, and their signed manifest.
///
/// All methods may be called on any thread.
public final class Publication: Sendable {
  private struct State {
    var manifest = Manifest(sequence: 0, procedures: [])
    var files: [String: Data] = [:]
    var signed: Data
    var changed: Date
  }

  /// Something that can be asked for, with what tells one version of it from another.
  struct Document {
    var body: Data
    var etag: String
    var changed: Date
  }

  private let key: Curve25519.Signing.PrivateKey
  private let file: URL?
  private let state: Mutex<State>

  /// Offers nothing yet.
  ///
  /// - Parameters:
  ///   - earlier: what was offered before the server's last end; its numbers are gone on from.
  ///   - file: has each signed manifest before it is offered; nil for none. What cannot be written is not offered: clients
  ///     that know more than the server remembers would take all that comes for yesterday's.
  public init(key: Curve25519.Signing.PrivateKey, after earlier: Manifest? = nil, file: URL? = nil) throws {
    self.key = key
    self.file = file
    let manifest = earlier ?? Manifest(sequence: 0, procedures: [])
    state = Mutex(
      State(
        manifest: manifest, signed: try JSONEncoder().encode(SignedManifest(manifest, by: key)), changed: Date()))
  }

  /// Offers a procedure, in place of another of that name; its version counts up when its text has changed.
  public func publish(_ procedure: Procedure) throws {
    try state.withLock { state in
      var manifest = state.manifest
      manifest.offer(procedure)
      try offer(manifest, [procedure], &state)
    }
  }

  /// Offers every `.js` file of a folder, and nothing else; hidden ones are an editor's.
  ///
  /// - Throws: `PublicationError`, `ProcedureError`; what was offered stays.
  public func publish(folder: URL) throws {
    let files: [URL]
    do {
      files = try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    } catch {
      throw PublicationError(folder, error)
    }
    let procedures = try files.filter { $0.pathExtension == "js" }.map { try Procedure(contentsOf: $0) }
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

  /// Whose signature clients have to ask for.
  public var publicKey: Curve25519.Signing.PublicKey { key.publicKey }

  /// What is offered.
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
  /// Lists a procedure as it is now, by name.
  ///
  /// One that is new begins at the manifest's own number: under its name there may have been one before.
  fileprivate mutating func offer(_ procedure: Procedure) {
    let old = procedures.first { $0.name == procedure.name }
    let entry = Entry(
      name: procedure.name, version: (old?.version ?? sequence) + 1, file: Data(procedure.source.utf8),
      access: procedure.access)
    if let old, old.sha256 == entry.sha256, old.access == entry.access { return }
    procedures.removeAll { $0.name == procedure.name }
    procedures.append(entry)
    procedures.sort { $0.name < $1.name }
  }
}
