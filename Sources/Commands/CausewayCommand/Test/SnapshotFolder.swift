import FoundationEssentials
import Glibc
import JavaScriptRuntime
import LinuxFiles
import StandardStreams
import SystemPackage

/// The snapshots of one test file: files beside it and below its folder, and the calls in its source.
///
/// A program names the files, so nothing outside of the folder is opened, no link is followed, and no source code, hidden file or
/// package is written.
struct SnapshotFolder: TestSnapshotStore {
  /// The path of the test file.
  let path: String
  /// Its text, as the run has read it.
  let source: String
  let mode: TestSnapshotMode
  /// Whether anything is written: of the repetitions of a file only the first writes.
  var isWriter = true

  /// In bytes.
  private static let maximumSize = 16 << 20

  func read(_ place: TestSnapshotPlace) throws(TestSnapshotError) -> String? {
    let name = try relativePath(of: place)
    do throws(Errno) {
      return try inFolder { (folder) throws(Errno) in
        try SnapshotFolder.read(name, in: folder)
      }
    } catch {
      if error.rawValue == ENOENT { return nil }
      throw SnapshotFolder.failure("read", name, error)
    }
  }

  func write(_ text: String?, to place: TestSnapshotPlace) throws(TestSnapshotError) {
    let name = try relativePath(of: place)
    guard isWriter else { return }
    var text = text
    if place == .inline {
      guard try read(.inline) == source else {
        throw TestSnapshotError("Cannot write inline snapshots: \(name.printable) has changed since the run began.")
      }
      text = try InlineSnapshots(json: text ?? "").edited(source, path: path)
    }
    guard text?.utf8.count ?? 0 <= SnapshotFolder.maximumSize else {
      throw SnapshotFolder.failure("write", name, Errno(rawValue: EFBIG))
    }
    do throws(Errno) {
      try inFolder { (folder) throws(Errno) in try SnapshotFolder.write(text, to: name, in: folder) }
    } catch {
      throw SnapshotFolder.failure("write", name, error)
    }
  }

  // MARK: Names

  private var fileName: String { URL(fileURLWithPath: path).lastPathComponent }

  /// The path from the folder of the test file.
  private func relativePath(of place: TestSnapshotPlace) throws(TestSnapshotError) -> String {
    switch place {
    case .node: return fileName + ".snapshot"
    case .jest: return "__snapshots__/\(fileName).snap"
    case .inline: return fileName
    case .file(let path): return try relativePath(ofFile: path)
    }
  }

  private static let extensionsOfCode = [
    ".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".snapshot", ".snap",
  ]
  private static let namesOfProjects: Set<String> = ["package.json", "tsconfig.json", "node_modules"]

  private func relativePath(ofFile path: String) throws(TestSnapshotError) -> String {
    let folder = URL(fileURLWithPath: self.path).deletingLastPathComponent().resolvingSymlinksInPath().path
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    guard !path.utf8.contains(0), let names = SnapshotFolder.names(path), let base = SnapshotFolder.names(prefix),
      names.starts(with: base), names.count > base.count
    else {
      throw TestSnapshotError(
        "A snapshot file must be in the folder of the test file or below it, in \(folder.printable): "
          + "\(path.printable) is not.")
    }
    let relative = names.dropFirst(base.count)
    for name in relative where name.hasPrefix(".") || SnapshotFolder.namesOfProjects.contains(name) {
      throw TestSnapshotError("A snapshot file cannot be \(path.printable): \(name.printable) is reserved.")
    }
    if let last = relative.last, SnapshotFolder.extensionsOfCode.contains(where: { last.lowercased().hasSuffix($0) }) {
      throw TestSnapshotError(
        "A snapshot file cannot be \(path.printable): its name is that of a program. Use another extension, such as .txt."
      )
    }
    return relative.joined(separator: "/")
  }

  /// The names of an absolute path, without `.` and `..`; nil if it leads above the root.
  private static func names(_ path: String) -> [String]? {
    guard path.hasPrefix("/") else { return nil }
    var names: [String] = []
    for name in path.split(separator: "/") where name != "." {
      if name == ".." {
        guard names.popLast() != nil else { return nil }
      } else {
        names.append(String(name))
      }
    }
    return names
  }

  private static func failure(_ verb: String, _ name: String, _ error: Errno) -> TestSnapshotError {
    let reason =
      switch error.rawValue {
      case EFBIG: "it is larger than \((maximumSize >> 20).grouped) MiB"
      case EILSEQ: "it is not UTF-8"
      case ELOOP, EXDEV: "links are not followed"
      default: unsafe String(cString: strerror(error.rawValue)).lowercased()
      }
    return TestSnapshotError("Cannot \(verb) the snapshot file \(name.printable): \(reason).")
  }

  // MARK: Files

  private func inFolder<Result>(
    _ body: (Int32) throws(Errno) -> Result
  ) throws(Errno) -> Result {
    let folder = unsafe FileName(path).folder.withPointer { unsafe Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard folder >= 0 else { throw Errno(rawValue: errno) }
    defer { close(folder) }
    return try body(folder)
  }

  private static func open(_ path: String, _ flags: Int32, in folder: Int32) throws(Errno) -> Int32 {
    do throws(PathOpener.Failure) {
      return try PathOpener(directory: folder).open(path, flags, mode: 0o666, followsLinks: false)
    } catch {
      throw Errno(rawValue: error.number)
    }
  }

  private static func read(_ name: String, in folder: Int32) throws(Errno) -> String {
    // A pipe must not block the run.
    let file = try open(name, O_RDONLY | O_NONBLOCK, in: folder)
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw Errno(rawValue: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Errno(rawValue: EINVAL) }
    guard status.st_size <= maximumSize else { throw Errno(rawValue: EFBIG) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Errno(rawValue: errno) }
      if count == 0 { break }
      bytes += buffer[..<count]
      guard bytes.count <= maximumSize else { throw Errno(rawValue: EFBIG) }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw Errno(rawValue: EILSEQ) }
    return text
  }

  /// Writes a file as a whole, or removes it for nil.
  private static func write(_ text: String?, to path: String, in folder: Int32) throws(Errno) {
    var names = path.split(separator: "/").map(String.init)
    guard let name = names.popLast() else { throw Errno(rawValue: EINVAL) }
    let directory = try openDirectory(names[...], in: folder)
    defer { close(directory) }
    var status = stat()
    let exists = unsafe fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG { throw Errno(rawValue: ELOOP) }
    guard let text else {
      guard unsafe unlinkat(directory, name, 0) == 0 || errno == ENOENT else {
        throw Errno(rawValue: errno)
      }
      return
    }
    let partial = ".\(name.prefix(100)).\(getpid()).\(UInt32.random(in: .min ... .max)).partial"
    let file = try open(partial, O_WRONLY | O_CREAT | O_EXCL, in: directory)
    do throws(Errno) {
      defer { close(file) }
      if exists { fchmod(file, status.st_mode & 0o777) }
      try write(Array(text.utf8), to: file)
    } catch {
      _ = unsafe unlinkat(directory, partial, 0)
      throw error
    }
    guard unsafe renameat(directory, partial, directory, name) == 0 else {
      let failure = Errno(rawValue: errno)
      _ = unsafe unlinkat(directory, partial, 0)
      throw failure
    }
  }

  private static func write(_ bytes: [UInt8], to file: Int32) throws(Errno) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(file, $0.baseAddress! + written, $0.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Errno(rawValue: errno) }
      written += count
    }
  }

  /// Opens a directory, and creates it if it does not exist.
  private static func openDirectory(
    _ names: ArraySlice<String>, in folder: Int32
  ) throws(Errno) -> Int32 {
    let path = names.isEmpty ? "." : names.joined(separator: "/")
    do throws(Errno) {
      return try open(path, O_RDONLY | O_DIRECTORY, in: folder)
    } catch {
      guard error.rawValue == ENOENT, let last = names.last else { throw error }
      let parent = try openDirectory(names.dropLast(), in: folder)
      defer { close(parent) }
      guard unsafe mkdirat(parent, last, 0o777) == 0 || errno == EEXIST else {
        throw Errno(rawValue: errno)
      }
      return try open(path, O_RDONLY | O_DIRECTORY, in: folder)
    }
  }
}
