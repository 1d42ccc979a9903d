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

  func write(_ content: Data, of entry: Manifest.Entry) throws(SyncError) { try write(content, to: file(entry)) }

  /// Puts a state in force, then removes the files that it does not name.
  func write(_ state: State, keeping entries: [Manifest.Entry]) throws(SyncError) {
    guard let text = try? JSONEncoder().encode(state) else {
      throw SyncError(.dataLoss, "The state cannot be written.")
    }
    try write(text, to: stateFile)
    let kept = Set(entries.map { file($0).lastPathComponent } + [stateFile.lastPathComponent])
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] where !kept.contains(name) {
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
  }

  /// Writes a file as a whole or not at all, and returns when it is on the disk.
  private func write(_ content: Data, to file: URL) throws(SyncError) {
    let temporary = folder.appendingPathComponent(".\(UUID().uuidString)")
    let descriptor = open(temporary.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw ProcedureFolder.failure(errno, folder) }
    var problem: CInt = 0
    content.withUnsafeBytes { bytes in
      var offset = 0
      while offset < bytes.count, problem == 0 {
        let count = Glibc.write(descriptor, bytes.baseAddress! + offset, bytes.count - offset)
        if count > 0 { offset += count } else if errno != EINTR { problem = errno }
      }
    }
    if problem == 0, fsync(descriptor) != 0 { problem = errno }
    close(descriptor)
    if problem == 0, rename(temporary.path, file.path) != 0 { problem = errno }
    guard problem == 0 else {
      unlink(temporary.path)
      throw ProcedureFolder.failure(problem, folder)
    }
    let directory = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if directory >= 0 {
      fsync(directory)
      close(directory)
    }
  }

  private static func failure(_ problem: CInt, _ folder: URL) -> SyncError {
    let said = String(cString: strerror(problem))
    switch problem {
    case ENOSPC, EDQUOT, EFBIG:
      return SyncError(
        .resourceExhausted, "There is no room in \(folder.path) (\(said)). The procedures that were there stay in use.")
    default: return SyncError(.unavailable, "\(folder.path) cannot be written: \(said).")
    }
  }
}
