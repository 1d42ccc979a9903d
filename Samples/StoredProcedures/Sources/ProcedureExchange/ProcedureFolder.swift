import Foundation
import Glibc
import StoredProcedures

/// The procedures on disk: the current manifest, and a file for each of its entries.
///
/// Files are named by their content's hash and never change. One small file names the current state and is replaced
/// atomically, so that after a crash there is either the old state or the new one.
struct ProcedureFolder {
  /// The current manifest, with the validators for the next request.
  struct State: Codable, Equatable {
    var signed: SignedManifest
    var etag: String?
    var lastModified: String?
  }

  let folder: URL

  /// Creates the folder if it does not exist.
  init(_ folder: URL) throws(SyncError) {
    self.folder = folder
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw SyncError(.unavailable, "The folder \(folder.path) cannot be created: \(error.localizedDescription)")
    }
  }

  /// Locks the folder against other syncs in any process, until ``unlock(_:)`` or the end of the process.
  func lock() throws(SyncError) -> CInt {
    let directory = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw SyncError(errno, folder) }
    guard flock(directory, LOCK_EX | LOCK_NB) == 0 else {
      let reason = errno
      close(directory)
      guard reason != EWOULDBLOCK else {
        throw SyncError(.aborted, "Another sync of \(folder.path) is already running.")
      }
      throw SyncError(reason, folder)
    }
    return directory
  }

  /// Releases the lock.
  func unlock(_ lock: CInt) { close(lock) }

  private var stateFile: URL { folder.appendingPathComponent("state.json") }
  private func file(_ entry: Manifest.Entry) -> URL { folder.appendingPathComponent("\(entry.sha256).js") }

  /// The current state; nil if there is none or it cannot be read.
  var state: State? {
    (try? Data(contentsOf: stateFile)).flatMap { try? JSONDecoder().decode(State.self, from: $0) }
  }

  /// The bytes of an entry; nil if the file is missing or damaged.
  func content(_ entry: Manifest.Entry) -> Data? {
    (try? Data(contentsOf: file(entry))).flatMap { entry.describes($0) ? $0 : nil }
  }

  func write(_ content: Data, of entry: Manifest.Entry) throws(SyncError) { try content.writeWhole(to: file(entry)) }

  /// Makes a state the current one, then removes the files that it does not name.
  func write(_ state: State, keeping entries: [Manifest.Entry]) throws(SyncError) {
    guard let text = try? JSONEncoder().encode(state) else {
      throw SyncError(.dataLoss, "The state cannot be written.")
    }
    try text.writeWhole(to: stateFile)
    let kept = Set(entries.map { file($0).lastPathComponent } + [stateFile.lastPathComponent])
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] where !kept.contains(name) {
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
  }
}
