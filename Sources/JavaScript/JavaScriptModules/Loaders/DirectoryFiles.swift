import Glibc
import LinuxFiles

/// The files below a directory of the file system.
///
/// The directory is opened once, and the kernel resolves paths below it (openat2(2)): symbolic links are followed if
/// they stay inside. With kernels before 5.6, and in sandboxes that refuse openat2, no links are followed.
public struct DirectoryFiles: ModuleFiles {
  /// The directory's own path, with links resolved.
  public let root: String
  private let directory: OpenFile

  /// - Throws: `NOT_FOUND`, `FAILED_PRECONDITION` for a path that is not a directory, `PERMISSION_DENIED`,
  ///   `RESOURCE_EXHAUSTED`.
  public init(_ path: String) throws(ModuleError) {
    let number = unsafe Glibc.open(path, PathOpener.placeOnly | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { throw SystemFailure.current.error("The directory \(path) cannot be opened") }
    directory = OpenFile(number)
    guard let own = directory.path else {
      throw ModuleError(.failedPrecondition, "The path of the directory \(path) is unknown: /proc is not available.")
    }
    root = own
  }

  /// The kind of the file at a path; `other` for a link that leads outside.
  public func kind(of path: String) -> ModuleFileKind? {
    do throws(SystemFailure) {
      let status = try open(path, PathOpener.placeOnly).status()
      return switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .directory
      default: .other
      }
    } catch {
      return [ENOENT, ENOTDIR, ENAMETOOLONG].contains(error.number) ? nil : .other
    }
  }

  /// Reads a whole regular file.
  public func read(_ path: String, maximum: Int) throws(ModuleError) -> [UInt8] {
    try readWithOwner(path, maximum: maximum).bytes
  }

  /// Reads a whole regular file, and the number of the user to whom it belongs.
  package func readWithOwner(
    _ path: String, maximum: Int
  ) throws(ModuleError) -> (bytes: [UInt8], owner: UInt32) {
    let size: Int
    do throws(SystemFailure) {
      // Without waiting: a FIFO has no writer.
      let file = try open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
      let status = try file.status()
      guard status.st_mode & S_IFMT == S_IFREG else { throw SystemFailure(number: EISDIR) }
      size = Int(status.st_size)
      let bytes = try file.read(maximum: maximum, expected: size)
      guard bytes.count > maximum else { return (bytes, status.st_uid) }
    } catch {
      throw error.error("\(path) cannot be read")
    }
    // A file that grew meanwhile has at least one byte more.
    throw .tooLarge(path, max(size, maximum + 1), maximum)
  }

  /// The names in a directory.
  public func names(in directory: String) -> [String] {
    guard let folder = try? open(directory, O_RDONLY | O_DIRECTORY) else { return [] }
    return folder.names(maximum: 10_000)
  }

  /// The path with links resolved, as the kernel reports it.
  public func canonicalPath(of path: String) -> String {
    guard let file = try? open(path, PathOpener.placeOnly) else { return path }
    return canonicalPath(of: file, path)
  }

  /// The resolved path of a file, which is opened only once.
  public func canonicalFile(at path: String) -> String? {
    // Most paths have no links.
    if let file = try? directory.openBeneath(path.from(byte: 1), PathOpener.placeOnly, followsLinks: false),
      let status = try? file.status(), status.st_mode & S_IFMT == S_IFREG
    {
      return path
    }
    guard let file = try? open(path, PathOpener.placeOnly), let status = try? file.status(),
      status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    return canonicalPath(of: file, path)
  }

  private func canonicalPath(of file: OpenFile, _ path: String) -> String {
    guard let own = file.path else { return path }
    let prefix = root.ends(with: "/") ? root : root + "/"
    return own.begins(with: prefix) ? "/" + own.from(byte: prefix.utf8.count) : path
  }

  private func open(_ path: String, _ flags: Int32) throws(SystemFailure) -> OpenFile {
    try directory.openBeneath(path.from(byte: 1), flags)
  }
}

/// The number of a failed system call.
struct SystemFailure: Error {
  let number: Int32

  static var current: SystemFailure { SystemFailure(number: errno) }

  /// - Parameter problem: the failed operation, as the beginning of a sentence.
  func error(_ problem: String) -> ModuleError {
    let code: ModuleError.Code =
      switch number {
      case ENOENT, ENOTDIR: .notFound
      case EACCES, EPERM, EXDEV, ELOOP: .permissionDenied
      case EMFILE, ENFILE, ENOMEM: .resourceExhausted
      default: .failedPrecondition
      }
    let reason =
      switch number {
      case EXDEV: "it leads outside the root of this program's modules"
      case EISDIR: "it is not a regular file"
      default: unsafe String(cString: strerror(number)).lowercased()
      }
    return ModuleError(code, "\(problem): \(reason).")
  }
}
