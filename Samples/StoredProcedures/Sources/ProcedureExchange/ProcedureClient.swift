public import Crypto
public import Foundation
public import StoredProcedures
import Synchronization

/// Keeps a folder of procedures up to date with a server.
///
///     let client = try ProcedureClient(server: url, key: key, folder: folder)
///     host.install(all: client.procedures)          // the last good ones, without the server
///     if try await client.sync() == .changed { host.install(all: client.procedures) }
public final class ProcedureClient: Sendable {
  /// The options of a client; every property has a default.
  public struct Configuration: Sendable {
    /// Hosts to which a redirect may lead, besides the server's own.
    public var redirectHosts: Set<String> = []
    /// The number of attempts before the server counts as unavailable.
    public var attempts = 4
    /// The time before the second attempt.
    ///
    /// It doubles with each attempt, up to a minute, and varies by a quarter.
    public var backoff = Duration.milliseconds(250)
    /// The timeout for one answer.
    public var timeout = Duration.seconds(20)
    /// The largest accepted procedure, in bytes.
    public var maximumProcedureSize = 4 << 20
    /// The clock for the time between attempts.
    public var clock: any Clock<Duration> = ContinuousClock()

    /// Makes the default configuration.
    public init() {}
  }

  /// The result of a sync.
  public enum Outcome: Sendable, Equatable {
    /// The folder was up to date.
    case unchanged
    /// The names of the downloaded procedures; others may have been removed.
    case changed(downloaded: [String])
  }

  private let download: Download
  private let key: Curve25519.Signing.PublicKey
  private let folder: ProcedureFolder
  private let configuration: Configuration

  /// Makes a client for a server and a folder, to which no other program writes.
  ///
  /// - Parameter key: the public key that must have signed the manifest.
  public init(
    server: URL, key: Curve25519.Signing.PublicKey, folder: URL, _ configuration: Configuration = Configuration()
  ) throws(SyncError) {
    download = Download(server: server, configuration)
    self.key = key
    self.folder = try ProcedureFolder(folder)
    self.configuration = configuration
  }

  /// The procedures of the last successful sync; empty before the first.
  ///
  /// Files that were damaged since are skipped, and downloaded by the next sync.
  public var procedures: [Procedure] {
    while true {
      guard let manifest = current else { return [] }
      let found = manifest.procedures.compactMap { entry in
        folder.content(entry).map { content in
          Procedure(
            name: entry.name, version: entry.version, source: String(decoding: content, as: UTF8.self),
            isFolder: entry.isFolder ?? false, access: entry.access)
        }
      }
      // A concurrent sync has removed files that its own manifest does not name, so that manifest is read again.
      if found.count == manifest.procedures.count || current == manifest { return found }
    }
  }

  /// The current manifest; nil before the first sync.
  public var current: Manifest? { folder.state.flatMap { try? $0.signed.verified(by: key) } }

  /// Downloads the changes.
  ///
  /// - Parameter onProgress: called with the name of each downloaded procedure, and the fraction of all bytes, 0 to 1.
  /// - Throws: `SyncError`; the folder is then unchanged. `ABORTED` while another sync of the folder runs, in this or
  ///   another process.
  public func sync(
    onProgress: @Sendable (_ name: String, _ fraction: Double) -> Void = { _, _ in }
  ) async throws(SyncError) -> Outcome {
    let lock = try folder.lock()
    defer { folder.unlock(lock) }
    let state = folder.state
    let known = current
    let isWhole = known.map { $0.procedures.allSatisfy { folder.content($0) != nil } } ?? false
    // If local files are damaged, "not modified" would not repair them.
    let asked = isWhole ? state : nil
    guard let answer = try await download.manifest(etag: asked?.etag, lastModified: asked?.lastModified) else {
      return .unchanged
    }
    guard let signed = try? JSONDecoder().decode(SignedManifest.self, from: answer.body) else {
      throw SyncError(.dataLoss, "The server's answer (\(answer.body.count) bytes) is not a signed manifest.")
    }
    let manifest = try signed.verified(by: key)
    try check(manifest, isNoOlderThan: known)
    let downloaded = try await fetch(manifest, onProgress: onProgress)
    let next = ProcedureFolder.State(signed: signed, etag: answer.etag, lastModified: answer.lastModified)
    if next != state { try folder.write(next, keeping: manifest.procedures) }
    return manifest == known && downloaded.isEmpty ? .unchanged : .changed(downloaded: downloaded)
  }

  /// An older manifest has a valid signature too; only its sequence number shows that it is outdated.
  private func check(_ manifest: Manifest, isNoOlderThan known: Manifest?) throws(SyncError) {
    guard Set(manifest.procedures.map(\.name)).count == manifest.procedures.count else {
      throw SyncError(.dataLoss, "The manifest names a procedure twice.")
    }
    for entry in manifest.procedures where entry.size > configuration.maximumProcedureSize || entry.size < 0 {
      throw SyncError(
        .resourceExhausted,
        "\(entry.name) has \(entry.size) bytes; the limit is \(configuration.maximumProcedureSize).")
    }
    guard let known else { return }
    guard manifest.sequence > known.sequence || manifest == known else {
      throw SyncError(
        .outdated,
        "The server sent manifest \(manifest.sequence), but \(known.sequence) is already known: it is rejected."
      )
    }
    for entry in manifest.procedures {
      guard let old = known.procedures.first(where: { $0.name == entry.name }) else { continue }
      guard entry.version > old.version || (entry.version == old.version && entry.sha256 == old.sha256) else {
        throw SyncError(
          .outdated,
          "\(entry.name) would go back from version \(old.version) to \(entry.version): the manifest is rejected.")
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
        throw SyncError(.dataLoss, "\(entry.name) is not UTF-8 text.")
      }
      try folder.write(content, of: entry)
      done += entry.size
      onProgress(entry.name, Double(done) / Double(total))
    }
    return missing.map(\.name)
  }
}
