import Foundation
import Glibc
import StoredProcedures

/// The procedures on this machine's disk: the last good manifest, and a file for each of its entries.
///
/// Files are named for their content and never change. What is in force is said by one small file, which is replaced as a
/// whole: after a crash at any moment either the old state is there or the new one.
struct ProcedureFolder {
  /// What is in force, and how to ask the server for anything newer.
  struct State: Codable, Equatable {
    var signed: SignedManifest
    var etag: String?
    var lastModified: String?
  }

  let folder: URL

  /// Makes the folder where there is none.
  init(_ folder: URL) throws(SyncError) {
    self.folder = folder
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw SyncError(.unavailable, "The folder \(folder.path) cannot be made: \(error.localizedDescription)")
    }
  }

  /// Keeps other syncs out, of this process and of others, until ``unlock(_:)`` or the end of the process.
  func lock() throws(SyncError) -> CInt {
    let directory = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { throw SyncError(errno, folder) }
    guard flock(directory, LOCK_EX | LOCK_NB) == 0 else {
      let reason = errno
      close(directory)
      guard reason != EWOULDBLOCK else {
        throw SyncError(.aborted, "Another sync of \(folder.path) is at work: what it brings counts.")
      }
      throw SyncError(reason, folder)
    }
    return directory
  }

  /// Lets others in again.
  func unlock(_ lock: CInt) { close(lock) }

  private var stateFile: URL { folder.appendingPathComponent("state.json") }
  private func file(_ entry: Manifest.Entry) -> URL { folder.appendingPathComponent("\(entry.sha256).js") }

  /// What is in force; nil when nothing is, or what is there cannot be read.
  var state: State? {
    (try? Data(contentsOf: stateFile)).flatMap { try? JSONDecoder().decode(State.self, from: $0) }
  }

  /// The bytes of an entry, if they are there and undamaged.
  func content(_ entry: Manifest.Entry) -> Data? {
    (try? Data(contentsOf: file(entry))).flatMap { entry.describes($0) ? $0 : nil }
  }

  func write(_ content: Data, of entry: Manifest.Entry) throws(SyncError) { try content.writeWhole(to: file(entry)) }

  /// Puts a state in force, then removes the files that it does not name.
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
