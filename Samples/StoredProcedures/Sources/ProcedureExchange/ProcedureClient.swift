public import Crypto
public import Foundation
public import StoredProcedures
import Synchronization

/// Keeps a folder of procedures as a server has them.
///
///     let client = try ProcedureClient(server: url, key: key, folder: folder)
///     host.install(all: client.procedures)          // the last good ones, without the server
///     if try await client.sync() == .changed { host.install(all: client.procedures) }
public final class ProcedureClient: Sendable {
  /// What a client is made with; every property has a default.
  public struct Configuration: Sendable {
    /// Hosts that a redirect may lead to, beside the server's own.
    public var redirectHosts: Set<String> = []
    /// How often a request is made before the server counts as absent.
    public var attempts = 4
    /// The time before the second attempt; it doubles with each, up to a minute, and varies by a quarter.
    public var backoff = Duration.milliseconds(250)
    /// The longest time for one answer.
    public var timeout = Duration.seconds(20)
    /// The largest procedure that is taken, in bytes.
    public var largestProcedure = 4 << 20
    /// Waits between attempts.
    public var clock: any Clock<Duration> = ContinuousClock()

    /// The defaults.
    public init() {}
  }

  /// What came of a sync.
  public enum Outcome: Sendable, Equatable {
    /// The folder has what the server has.
    case unchanged
    /// These were downloaded; others may have gone.
    case changed(downloaded: [String])
  }

  private let download: Download
  private let key: Curve25519.Signing.PublicKey
  private let folder: ProcedureFolder
  private let configuration: Configuration

  /// A client of a server, for a folder that nobody else writes to.
  ///
  /// - Parameter key: whose signature a manifest must have.
  public init(
    server: URL, key: Curve25519.Signing.PublicKey, folder: URL, _ configuration: Configuration = Configuration()
  ) throws(SyncError) {
    download = Download(server: server, configuration)
    self.key = key
    self.folder = try ProcedureFolder(folder)
    self.configuration = configuration
  }

  /// The procedures of the last good sync; none before the first.
  ///
  /// What was damaged on the disk since is left out, and downloaded by the next sync.
  public var procedures: [Procedure] {
    while true {
      guard let manifest = current else { return [] }
      let found = manifest.procedures.compactMap { entry in
        folder.content(entry).map { content in
          Procedure(
            name: entry.name, version: entry.version, source: String(decoding: content, as: UTF8.self),
            access: entry.access)
        }
      }
      // A sync that came between has taken away what its own manifest does not name: that one counts now.
      if found.count == manifest.procedures.count || current == manifest { return found }
    }
  }

  /// The manifest that is in force; nil before the first sync.
  public var current: Manifest? { folder.state.flatMap { try? $0.signed.verified(by: key) } }

  /// Downloads what has changed.
  ///
  /// - Parameter onProgress: hears the name of each procedure that has come, and the part of all bytes, 0 to 1.
  /// - Throws: `SyncError`; the folder is then as it was. `ABORTED` while another sync of the folder is at work, in this
  ///   process or another.
  public func sync(
    onProgress: @Sendable (_ name: String, _ fraction: Double) -> Void = { _, _ in }
  ) async throws(SyncError) -> Outcome {
    let lock = try folder.lock()
    defer { folder.unlock(lock) }
    let state = folder.state
    let known = current
    let isWhole = known.map { $0.procedures.allSatisfy { folder.content($0) != nil } } ?? false
    // With something amiss here, "not modified" would be no help.
    let asked = isWhole ? state : nil
    guard let answer = try await download.manifest(etag: asked?.etag, lastModified: asked?.lastModified) else {
      return .unchanged
    }
    guard let signed = try? JSONDecoder().decode(SignedManifest.self, from: answer.body) else {
      throw SyncError(.dataLoss, "The server's manifest is none: \(answer.body.count) bytes that cannot be read.")
    }
    let manifest = try signed.verified(by: key)
    try check(manifest, isNoOlderThan: known)
    let downloaded = try await fetch(manifest, onProgress: onProgress)
    let next = ProcedureFolder.State(signed: signed, etag: answer.etag, lastModified: answer.lastModified)
    if next != state { try folder.write(next, keeping: manifest.procedures) }
    return manifest == known && downloaded.isEmpty ? .unchanged : .changed(downloaded: downloaded)
  }

  /// A manifest of yesterday is signed as well: only its number tells it from today's.
  private func check(_ manifest: Manifest, isNoOlderThan known: Manifest?) throws(SyncError) {
    guard Set(manifest.procedures.map(\.name)).count == manifest.procedures.count else {
      throw SyncError(.dataLoss, "The manifest names a procedure twice.")
    }
    for entry in manifest.procedures where entry.size > configuration.largestProcedure || entry.size < 0 {
      throw SyncError(
        .resourceExhausted, "\(entry.name) has \(entry.size) bytes, over \(configuration.largestProcedure).")
    }
    guard let known else { return }
    guard manifest.sequence > known.sequence || manifest == known else {
      throw SyncError(
        .outdated,
        "The server sent manifest \(manifest.sequence), and number \(known.sequence) is known already: it is not taken."
      )
    }
    for entry in manifest.procedures {
      guard let old = known.procedures.first(where: { $0.name == entry.name }) else { continue }
      guard entry.version > old.version || (entry.version == old.version && entry.sha256 == old.sha256) else {
        throw SyncError(
          .outdated, "\(entry.name) would go back from version \(old.version) to \(entry.version): nothing is taken.")
      }
    }
  }

  private func fetch(
    _ manifest: Manifest, onProgress: @Sendable (String, Double) -> Void
  ) async throws(SyncError) -> [String] {
    let missing = manifest.procedures.filter { folder.content($0) == nil }
    let total = max(1, missing.reduce(0) { $0 + $1.size })
    var done = 0
    for entry in missing {
      let content = try await download.file(entry)
      guard String(validating: content, as: UTF8.self) != nil else {
        throw SyncError(.dataLoss, "\(entry.name) is no text in UTF-8.")
      }
      try folder.write(content, of: entry)
      done += entry.size
      onProgress(entry.name, Double(done) / Double(total))
    }
    return missing.map(\.name)
  }
}
