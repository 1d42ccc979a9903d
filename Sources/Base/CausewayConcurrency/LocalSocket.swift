import Glibc

/// The reason why a local socket could not be created or connected.
package struct LocalSocketError: Error, CustomStringConvertible {
  package enum Code: Sendable {
    case alreadyExists, failedPrecondition, invalidArgument, notFound, permissionDenied, resourceExhausted, unavailable
  }

  package let code: Code
  /// A sentence.
  package let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}

/// Stream sockets at a path, between processes of one user.
package enum LocalSocket {
  /// A listening socket and its file.
  package struct Listener: Sendable {
    package let descriptor: CInt
    package let path: String
    fileprivate let device: dev_t
    fileprivate let inode: ino_t

    /// Removes the file, unless another one has taken its place.
    package func removeFile() {
      guard let file = LocalSocket.status(of: path), file.st_dev == device, file.st_ino == inode else { return }
      _ = unsafe unlink(path)
    }
  }

  /// Listens at a path that is free, or that has the socket of a process that has ended.
  ///
  /// The file has mode 0600. The socket does not block.
  package static func listen(at path: String) throws(LocalSocketError) -> Listener {
    let descriptor = try make()
    do throws(LocalSocketError) {
      // A socket's file gets the mode of its descriptor: there is no moment at which others may connect.
      guard fchmod(descriptor, 0o600) == 0 else { throw failure("fchmod", path) }
      if try bind(descriptor, to: path) == EADDRINUSE {
        try removeStale(path)
        guard try bind(descriptor, to: path) == 0 else {
          throw LocalSocketError(.alreadyExists, "Another program is listening at \(path).")
        }
      }
      guard Glibc.listen(descriptor, 8) == 0, let file = status(of: path) else { throw failure("listen", path) }
      return Listener(descriptor: descriptor, path: path, device: file.st_dev, inode: file.st_ino)
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Connects to the socket at a path.
  ///
  /// - Throws: `NOT_FOUND` if nothing exists at the path or no program is listening, `PERMISSION_DENIED` if it belongs
  ///   to another user, `RESOURCE_EXHAUSTED` if the program takes no more connections for the moment.
  package static func connect(to path: String) throws(LocalSocketError) -> CInt {
    let descriptor = try make()
    do throws(LocalSocketError) {
      switch try connect(descriptor, to: path) {
      case 0: break
      case ENOENT, ENOTDIR: throw LocalSocketError(.notFound, "There is no socket \(path).")
      case ECONNREFUSED: throw LocalSocketError(.notFound, "No program is listening at \(path).")
      case EACCES, EPERM: throw LocalSocketError(.permissionDenied, "The socket \(path) belongs to another user.")
      case EAGAIN: throw LocalSocketError(.resourceExhausted, "The program at \(path) accepts no more connections now.")
      case let error: throw failure("connect", path, error)
      }
      // Somebody else may have put a socket of his there.
      guard peerIsSameUser(descriptor) else {
        throw LocalSocketError(.permissionDenied, "The socket \(path) belongs to another user.")
      }
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Whether the process at the other end runs as this process's user.
  package static func peerIsSameUser(_ descriptor: CInt) -> Bool {
    // `struct ucred`, which Swift does not import.
    var peer: (process: pid_t, user: uid_t, group: gid_t) = (0, .max, .max)
    var size = socklen_t(MemoryLayout.size(ofValue: peer))
    let result = unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size)
    return result == 0 && peer.user == geteuid()
  }

  /// The directory `XDG_RUNTIME_DIR`, for sockets and other files that only this user may see.
  ///
  /// - Throws: `FAILED_PRECONDITION` if that variable is not set, or not to a directory that only this user may change.
  package static func runtimeDirectory() throws(LocalSocketError) -> String {
    guard let value = unsafe getenv("XDG_RUNTIME_DIR"), case let directory = unsafe String(cString: value),
      directory.hasPrefix("/")
    else { throw LocalSocketError(.failedPrecondition, "XDG_RUNTIME_DIR is not set: give the path of a socket.") }
    var status = stat()
    guard unsafe stat(directory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
      status.st_mode & 0o022 == 0
    else {
      throw LocalSocketError(
        .failedPrecondition, "XDG_RUNTIME_DIR (\(directory)) is not a directory that only this user may change.")
    }
    return directory
  }

  private static func make() throws(LocalSocketError) -> CInt {
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, type, 0)
    guard descriptor >= 0 else { throw failure("socket", "") }
    return descriptor
  }

  /// Binds a socket; EADDRINUSE if something is at the path.
  private static func bind(_ descriptor: CInt, to path: String) throws(LocalSocketError) -> CInt {
    let result = unsafe try withAddress(path) { unsafe Glibc.bind(descriptor, $0, $1) == 0 ? 0 : errno }
    guard result == 0 || result == EADDRINUSE else { throw failure("bind", path, result) }
    return result
  }

  private static func connect(_ descriptor: CInt, to path: String) throws(LocalSocketError) -> CInt {
    unsafe try withAddress(path) { unsafe Glibc.connect(descriptor, $0, $1) == 0 ? 0 : errno }
  }

  /// Removes the socket of a process that has ended.
  ///
  /// - Throws: `ALREADY_EXISTS` if it is something else, such as a symbolic link, or if a process listens.
  private static func removeStale(_ path: String) throws(LocalSocketError) {
    guard let file = status(of: path) else { return }
    guard file.st_mode & S_IFMT == S_IFSOCK, file.st_uid == geteuid() else {
      throw LocalSocketError(.alreadyExists, "\(path) already exists and is not a socket of this user.")
    }
    let probe = try make()
    defer { close(probe) }
    guard try connect(probe, to: path) == ECONNREFUSED else {
      throw LocalSocketError(.alreadyExists, "Another program is listening at \(path).")
    }
    _ = unsafe unlink(path)
  }

  /// Of the path itself, also if it is a symbolic link; nil if nothing is there.
  fileprivate static func status(of path: String) -> stat? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status : nil
  }

  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
  ) throws(LocalSocketError) -> CInt {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let most = MemoryLayout.size(ofValue: address.sun_path) - 1
    guard !bytes.isEmpty, !bytes.contains(0) else {
      throw LocalSocketError(.invalidArgument, "The path of a socket cannot be empty or contain a NUL.")
    }
    guard bytes.count <= most else {
      throw LocalSocketError(
        .invalidArgument, "The path of a socket has at most \(most) bytes, but this one has \(bytes.count).")
    }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    return unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  private static func failure(_ call: String, _ path: String, _ number: CInt = errno) -> LocalSocketError {
    let code: LocalSocketError.Code =
      switch number {
      case ENOENT, ENOTDIR: .notFound
      case EACCES, EPERM, EROFS: .permissionDenied
      case EMFILE, ENFILE, ENOMEM, ENOBUFS: .resourceExhausted
      default: .unavailable
      }
    return LocalSocketError(code, "\(call) \(path): \(unsafe String(cString: strerror(number))).")
  }
}
