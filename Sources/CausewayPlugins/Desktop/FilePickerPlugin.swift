#if Plugins
public import Causeway
public import CausewayExport
import Glibc

/// Files that somebody chooses in a dialog of the desktop's: what was chosen, and nothing else, is read or written.
///
/// JavaScript learns the name of a file and what is in it, never where it is.
@Plugin("filePicker")
public final class FilePickerPlugin: Sendable {
  private let bus: SessionBus
  private let limits: FileLimits
  private let dialogs = ExclusiveCalls.dialogs()

  /// Dialogs that the session's portal shows.
  public convenience init(limits: FileLimits = FileLimits()) { self.init(bus: SessionBus(), limits: limits) }

  init(bus: SessionBus, limits: FileLimits = FileLimits()) {
    self.bus = bus
    self.limits = limits
  }

  // MARK: Opening

  /// Lets somebody choose files, and reads them.
  ///
  /// - Parameters:
  ///   - title: what the dialog is called.
  ///   - types: which files it shows first, such as .txt, image/png or image/*; whoever is asked may choose others.
  ///   - multiple: whether more than one may be chosen.
  /// - Throws: `UNAVAILABLE` with the reason without a desktop session, or one whose portal shows no such dialog;
  ///   `RESOURCE_EXHAUSTED` for files that are larger together than the host allows, and while a dialog is open already.
  @Export(permission: "filePicker.open", timeout: .never)
  public func pickFiles(
    title: String = "Open", types: [String] = [], multiple: Bool = false, call: CallContext
  ) async throws -> PickFilesResult {
    let uris = try await choose(title, types, multiple, call)
    let maximum = limits.fileBytes
    return try await BlockingWork.run {
      // Nothing is read before it is known that all of it fits.
      let sizes = try uris.map { try ChosenFile($0).place.openFile(O_RDONLY, verb: "read").size }
      // What has holes may have any size: a sum that is no number is over every limit.
      let sum = sizes.reduce(0) { sum, size in
        let (sum, isTooMuch) = sum.addingReportingOverflow(size)
        return isTooMuch ? .max : sum
      }
      try FilePickerPlugin.check(sum, maximum: maximum)
      return PickFilesResult(files: try uris.map { try PickedFile(ChosenFile($0), maximum: maximum) })
    }
  }

  /// Lets somebody choose files of any size, and reads them piece by piece, each when the one before was taken.
  ///
  /// - Parameters:
  ///   - title: what the dialog is called.
  ///   - types: which files it shows first, such as .txt, image/png or image/*; whoever is asked may choose others.
  ///   - multiple: whether more than one may be chosen.
  ///   - chunkSize: bytes of one piece.
  /// - Throws: as pickFiles, without a limit of the size.
  @Export(permission: "filePicker.open", ranges: ["chunkSize": 1...16_777_216])
  public func pickFilesInChunks(
    title: String = "Open", types: [String] = [], multiple: Bool = false, chunkSize: Int = 262_144, call: CallContext
  ) async throws -> PickedPartSequence {
    let share = try call.connection.openFiles.take(2, for: "One more file that is read in chunks")
    return PickedPartSequence(
      uris: try await choose(title, types, multiple, call), chunkSize: chunkSize, share: share)
  }

  // MARK: Saving

  /// Lets somebody say where data is saved, and saves it: whoever reads the file sees the old one or the new one.
  ///
  /// - Parameters:
  ///   - data: bytes, or text with an encoding.
  ///   - name: what the file is called, unless somebody calls it something else.
  ///   - title: what the dialog is called.
  ///   - types: which files it shows first, such as .txt, image/png or image/*.
  /// - Throws: as pickFiles, and as files.writeFile.
  @Export(permission: "filePicker.save", timeout: .never)
  public func saveFile(
    data: FileData, encoding: FileEncoding? = nil, name: String = "", title: String = "Save", types: [String] = [],
    call: CallContext
  ) async throws -> SaveFileResult {
    let bytes = try data.bytes(encoding, limits)
    return try await save(name, title, types, call) { place in
      try await BlockingWork.run { try place.write(bytes, isRecursive: false) }
      return bytes.count
    }
  }

  /// Lets somebody say where a stream of JavaScript's is saved: a handler that yields bytes, called once that is known.
  ///
  /// The file is there when all of it is; when the stream fails, or the call is cancelled, the old one stays.
  ///
  /// - Parameters:
  ///   - source: the name under which JavaScript handles the stream.
  ///   - name: what the file is called, unless somebody calls it something else.
  ///   - title: what the dialog is called.
  ///   - types: which files it shows first, such as .txt, image/png or image/*.
  /// - Throws: as saveFile, without a limit of the size.
  @Export(permission: "filePicker.save", timeout: .never)
  public func saveFileFromStream(
    source: String, name: String = "", title: String = "Save", types: [String] = [], call: CallContext
  ) async throws -> SaveFileResult {
    try await save(name, title, types, call) { try await $0.write(streamOf: call.connection, source) }
  }

  // MARK: Asking

  private func choose(
    _ title: String, _ types: [String], _ multiple: Bool, _ call: CallContext
  ) async throws -> [String] {
    let options = try FileTypeFilter(types).options.merging(["multiple": .bool(multiple)]) { $1 }
    return try await ask("OpenFile", title, options, call)
  }

  private func save(
    _ name: String, _ title: String, _ types: [String], _ call: CallContext, _ write: (Place) async throws -> Int
  ) async throws -> SaveFileResult {
    guard name.utf8.count <= 255, !name.utf8.contains(UInt8(ascii: "/")), !name.utf8.contains(0) else {
      throw BridgeError(
        .invalidArgument,
        "params.name: is the name of a file, without a folder: at most 255 bytes, no slash and no NUL.")
    }
    var options = try FileTypeFilter(types).options
    if !name.isEmpty { options["current_name"] = .string(name) }
    guard let uri = try await ask("SaveFile", title, options, call).first else { return .dismissed }
    let file = try ChosenFile(uri)
    let size = try await write(file.place)
    return SaveFileResult(cancelled: false, name: file.name, size: size)
  }

  /// What the portal says was chosen; nothing when the dialog was dismissed.
  private func ask(
    _ member: String, _ title: String, _ options: [String: BusValue], _ call: CallContext
  ) async throws -> [String] {
    guard title.utf8.count <= 255, !title.utf8.contains(0) else {
      throw BridgeError(.invalidArgument, "params.title: has at most 255 bytes, and no NUL.")
    }
    // A connection to the bus and an eventfd. A cancelled dialog holds them until it has closed.
    let what = "One more dialog"
    let shares = [try call.connection.openFiles.take(2, for: what), try Quota.sockets.take(2, for: what)]
    defer { withExtendedLifetime(shares) {} }
    let results = try await dialogs.run(call) { [bus] in
      try await PortalDialog.show(member, title: title, options, on: bus)
    }
    guard let results else { return [] }
    guard case .strings(let uris)? = results["uris"] else {
      throw BridgeError(.unavailable, "The desktop portal did not say what was chosen.")
    }
    return uris
  }

  private static func check(_ size: Int, maximum: Int) throws(BridgeError) {
    guard size > maximum else { return }
    throw BridgeError(
      .resourceExhausted,
      "What was chosen has \(size) bytes, over the limit fileBytes (\(maximum)): choose it with pickFilesInChunks.",
      data: ["limit": "fileBytes", "maximum": .number(Double(maximum)), "size": .number(Double(size))])
  }
}

extension PickedFile {
  fileprivate init(_ file: ChosenFile, maximum: Int) throws {
    let info = try file.place.info()
    let data = try file.place.read(maximum: maximum)
    self.init(name: file.name, size: data.count, mimeType: file.mimeType, mtime: info.mtime, data: data)
  }
}

// MARK: What is answered

/// The files that somebody chose.
@Crossing
public struct PickFilesResult: Sendable {
  /// Empty when the dialog was dismissed.
  public var files: [PickedFile]
}

/// A file that somebody chose, with what is in it.
@Crossing
public struct PickedFile: Sendable, Equatable {
  /// Its name, without the folder that it is in.
  public var name: String
  /// In bytes.
  public var size: Int
  /// What the name says that it holds, such as image/png.
  public var mimeType: String
  /// When it was last written, in milliseconds since 1970.
  public var mtime: Double
  /// What is in it.
  public var data: [UInt8]
}

/// A part of the files that somebody chose: each file, and then its bytes.
@Crossing
public enum PickedPart: Sendable, Equatable {
  /// The next file, as PickedFile has it.
  case file(name: String, size: Int, mimeType: String, mtime: Double)
  /// The next bytes of it.
  case data(bytes: [UInt8])
}

/// Where something was saved.
@Crossing
public struct SaveFileResult: Sendable, Equatable {
  /// The dialog was dismissed, and nothing was saved.
  public var cancelled: Bool
  /// What somebody called the file; left out when the dialog was dismissed.
  public var name: String?
  /// How many bytes it has; left out when the dialog was dismissed.
  public var size: Int?
}

extension SaveFileResult {
  static let dismissed = SaveFileResult(cancelled: true, name: nil, size: nil)
}
#endif
