import Glibc
import LinuxFiles
import Synchronization

/// Reports when one of the files of a program was written, replaced, moved into place or created.
///
/// Directories are watched, not files, because many editors replace a file when they save it. Where a directory does not exist yet,
/// the nearest one above it is watched for it. The deletion of a file is not a change: an editor may be about to write it again.
final class FileChanges: Sendable {
  /// A watched directory.
  private final class Folder: Sendable {
    /// The entries that matter.
    let names = Mutex<Set<[UInt8]>>([])
    let watch = Mutex<FileEvents.Watch?>(nil)
  }

  private struct State {
    var folders: [[UInt8]: Folder] = [:]
    var count = 0
    /// The file whose change was reported last.
    var latest: [UInt8]?
  }

  /// How many files are followed at most.
  private static let limit = 100_000
  private let mainFolder: [UInt8]
  private let mainName: [UInt8]
  private let broadcast = Broadcast()
  private let state = Mutex(State())

  /// Starts watching; nil if the directory cannot be watched.
  init?(of path: String) {
    let file = FileName(path)
    // Without links, as the paths of modules are: two watches would report a change twice.
    let folder = unsafe file.folder.withPointer { path -> [UInt8] in
      guard let real = unsafe realpath(path, nil) else { return [] }
      defer { unsafe free(real) }
      return unsafe Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
    }
    guard !folder.isEmpty else { return nil }
    mainFolder = folder
    mainName = file.last
    guard watch(folder: mainFolder, name: mainName) == 0 else { return nil }
  }

  /// Forgets the files of the previous run, but for the main one, and changes up to now.
  func restart() {
    let old = state.withLock { state in
      defer {
        state.folders = [:]
        state.count = 0
      }
      return state.folders
    }
    // The old watches end afterwards, so that no change is missed.
    withExtendedLifetime(old) { _ = watch(folder: mainFolder, name: mainName) }
    broadcast.reset()
  }

  /// Follows a file too, whether it exists or not; call it before the file is read.
  ///
  /// - Parameter path: absolute.
  func follow(_ path: String) { follow(Array(path.utf8)) }

  private func follow(_ path: [UInt8]) {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")), slash < path.count - 1 else { return }
    let folder = slash == 0 ? [UInt8(ascii: "/")] : Array(path[..<slash])
    let name = Array(path[(slash + 1)...])
    let failure = watch(folder: folder, name: name)
    guard failure == ENOENT || failure == ENOTDIR else { return }
    // The directory is an entry of its own parent. It may have appeared just before that was watched.
    follow(folder)
    if FileChanges.status(of: folder) != nil { _ = watch(folder: folder, name: name) }
  }

  /// Waits for the next change; false if the waiting task is cancelled.
  func next() async -> Bool { await broadcast.next() }

  /// Returns an event that its receiver did not use.
  func putBack() { broadcast.send() }

  /// The path of the file whose change was reported last.
  var latest: String? { state.withLock { $0.latest.map { String(decoding: $0, as: UTF8.self) } } }

  /// Waits for the next change; false if Ctrl-C comes first.
  func next(unless interrupts: Interrupts) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask { await self.next() }
      group.addTask {
        _ = await interrupts.next(); return false
      }
      defer { group.cancelAll() }
      return await group.next() ?? false
    }
  }

  // MARK: Watching

  /// Watches for an entry of a directory; the `errno` if that is not possible.
  private func watch(folder path: [UInt8], name: [UInt8]) -> Int32 {
    let folder: Folder? = state.withLock { state in
      let folder = state.folders[path] ?? Folder()
      guard state.count < FileChanges.limit else { return nil }
      state.folders[path] = folder
      if folder.names.withLock({ $0.insert(name).inserted }) { state.count += 1 }
      return folder
    }
    guard let folder else { return ENOSPC }
    if folder.watch.withLock({ $0 != nil }) { return 0 }
    do throws(FileEvents.Failure) {
      let mask = IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_MOVE_SELF | IN_ONLYDIR
      let watch = try FileEvents.shared.watch(path, Int(mask)) { [weak self, weak folder] event in
        if let self, let folder { receive(event, in: folder, path) }
      }
      folder.watch.withLock { $0 = watch }
      return 0
    } catch {
      return error.number
    }
  }

  private func receive(_ event: FileEvents.Event, in folder: Folder, _ path: [UInt8]) {
    // A directory that is deleted or moved, and events that were lost, may be any change.
    let isGeneral = event.has(Int(IN_Q_OVERFLOW), Int(IN_IGNORED), Int(IN_MOVE_SELF))
    let file = isGeneral ? path : path + [UInt8(ascii: "/")] + event.name
    guard isGeneral || folder.names.withLock({ $0.contains(event.name) }) else { return }
    // The end of writing a new file is reported as well.
    if event.has(Int(IN_CREATE)), !event.has(Int(IN_ISDIR)), FileChanges.isBeingWritten(file) { return }
    state.withLock { $0.latest = file }
    broadcast.send()
  }

  /// Whether a file that was created is a regular one, and no further name of another.
  private static func isBeingWritten(_ path: [UInt8]) -> Bool {
    status(of: path).map { $0.st_mode & S_IFMT == S_IFREG && $0.st_nlink == 1 } ?? true
  }

  private static func status(of path: [UInt8]) -> stat? {
    var status = stat()
    let result = unsafe (path + [0]).withUnsafeBytes {
      unsafe lstat($0.assumingMemoryBound(to: CChar.self).baseAddress!, &status)
    }
    return result == 0 ? status : nil
  }
}
