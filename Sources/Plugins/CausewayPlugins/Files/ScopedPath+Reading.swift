#if Plugins
import Causeway
import Glibc

extension Descriptor {
  /// Up to `count` bytes at an offset; fewer at the end of the file.
  func read(_ count: Int, at offset: Int) throws(Errno) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      var failure: Errno?
      let part = unsafe [UInt8](unsafeUninitializedCapacity: count - bytes.count) { buffer, length in
        let result = unsafe pread(number, buffer.baseAddress, buffer.count, off_t(offset + bytes.count))
        if result < 0 { failure = .current }
        length = max(result, 0)
      }
      if let failure {
        if failure.number == EINTR { continue }
        throw failure
      }
      if part.isEmpty { break }
      // Most files are read in one part, which needs no copy.
      if bytes.isEmpty { bytes = part } else { bytes += part }
    }
    return bytes
  }
}

extension ScopedPath {
  /// Reads a complete file.
  ///
  /// - Throws: `RESOURCE_EXHAUSTED` if it exceeds the limit.
  func read(maximum: Int) throws -> [UInt8] {
    let (file, size) = try openFile(O_RDONLY, verb: "read")
    func check(_ size: Int) throws {
      if size > maximum {
        throw BridgeError(
          .resourceExhausted,
          "\(shown) has \(size) bytes, over the limit fileBytes (\(maximum)): read it with readFileInChunks.",
          data: ["limit": "fileBytes", "maximum": .number(Double(maximum)), "size": .number(Double(size))])
      }
    }
    try check(size)
    return try naming("read") {
      // One byte more than its size: files of /proc report no size, and others may grow.
      let bytes = try file.read(size == 0 ? maximum + 1 : size + 1, at: 0)
      try check(bytes.count)
      return bytes
    }
  }

  /// The content of this file in the form that JavaScript wants.
  ///
  /// - Throws: `DATA_LOSS` for text that is not in this encoding.
  func data(of bytes: [UInt8], _ encoding: FileEncoding?) throws(BridgeError) -> FileData {
    guard encoding != nil else { return .bytes(bytes) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw refusal(.dataLoss, "is not UTF-8: read it as bytes, without an encoding")
    }
    return .text(text)
  }

  /// The properties of an entry, without opening it.
  func info(followsLinks: Bool = false) throws -> FileInfo {
    try naming("inspected") {
      // The scope itself is not a link; O_NOFOLLOW would fail for it.
      let entry = try open(Descriptor.placeOnly | (path.names.isEmpty || followsLinks ? 0 : O_NOFOLLOW))
      return FileInfo(path.names.last ?? "", try entry.status())
    }
  }

  /// Lists a folder, sorted by name.
  ///
  /// - Throws: `RESOURCE_EXHAUSTED` if it has more entries than the limit.
  func list(maximum: Int) throws -> ReaddirResult {
    try naming("listed") {
      let folder = try open(O_RDONLY | O_DIRECTORY)
      var result = ReaddirResult(files: [], unnamed: 0)
      try folder.forEachName { name in
        guard result.files.count + result.unnamed < maximum else {
          throw BridgeError(
            .resourceExhausted, "\(shown) has more entries than the limit entries (\(maximum)).",
            data: ["limit": "entries", "maximum": .number(Double(maximum))])
        }
        guard let text = String(validating: name, as: UTF8.self), !RelativePath.isAmbiguous(text) else {
          result.unnamed += 1
          return true
        }
        var status = stat()
        // The entry was removed meanwhile.
        guard unsafe fstatat(folder.number, text, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return true }
        result.files.append(FileInfo(text, status))
        return true
      }
      result.files.sort { $0.name < $1.name }
      return result
    }
  }
}

extension Descriptor {
  /// Calls `body` for each name in an open folder, as bytes without `.` and `..`, until it returns false.
  func forEachName(_ body: ([UInt8]) throws -> Bool) throws {
    // A directory stream owns its descriptor, so it gets a separate one.
    let copy = unsafe openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { throw Errno.current }
    let isAdmitted = copy < DescriptorBudget.current.ceiling
    guard isAdmitted, let stream = unsafe fdopendir(copy) else {
      let failure = isAdmitted ? Errno.current : Errno(number: EMFILE)
      close(copy)
      throw failure
    }
    defer { unsafe closedir(stream) }
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        if errno != 0 { throw Errno.current }
        return
      }
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      if name != [0x2e], name != [0x2e, 0x2e], try !body(name) { return }
    }
  }
}

extension FileInfo {
  init(_ name: String, _ status: stat) {
    self.init(
      name: name, type: EntryType(status.st_mode), size: Int(status.st_size),
      mtime: Double(status.st_mtim.tv_sec) * 1_000 + Double(status.st_mtim.tv_nsec / 1_000_000))
  }
}

extension EntryType {
  init(_ mode: mode_t) {
    self =
      switch mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .directory
      case S_IFLNK: .link
      default: .other
      }
  }

  var noun: String {
    switch self {
    case .file: "a file"
    case .directory: "a folder"
    case .link: "a symbolic link"
    case .other: "a device, a FIFO or a socket"
    }
  }
}
#endif
