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
  private let state: Mutex<State>

  /// Offers nothing yet.
  public init(key: Curve25519.Signing.PrivateKey) throws {
    self.key = key
    let signed = try JSONEncoder().encode(SignedManifest(Manifest(sequence: 0, procedures: []), by: key))
    state = Mutex(State(signed: signed, changed: Date()))
  }

  /// Offers a procedure, in place of another of that name; its version counts up when its text has changed.
  public func publish(_ procedure: Procedure) throws {
    let file = Data(procedure.source.utf8)
    try state.withLock { state in
      var manifest = state.manifest
      let old = manifest.procedures.first { $0.name == procedure.name }
      let entry = Manifest.Entry(
        name: procedure.name, version: (old?.version ?? 0) + 1, file: file, access: procedure.access)
      if let old, old.sha256 == entry.sha256, old.access == entry.access { return }
      manifest.sequence += 1
      manifest.procedures.removeAll { $0.name == procedure.name }
      manifest.procedures.append(entry)
      manifest.procedures.sort { $0.name < $1.name }
      state.signed = try JSONEncoder().encode(SignedManifest(manifest, by: key))
      state.files[entry.sha256] = file
      state.manifest = manifest
      state.changed = Date()
    }
  }

  /// Offers every `.js` file of a folder.
  public func publish(folder: URL) throws {
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    for file in files.sorted(by: { $0.path < $1.path }) where file.pathExtension == "js" {
      try publish(Procedure(contentsOf: file))
    }
  }

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
