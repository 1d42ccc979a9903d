#if Plugins
public import Causeway
import CausewayConcurrency
public import CausewayExport
import Glibc
import MessageBus

/// Files that the user chooses in a dialog of the desktop.
///
/// Only the chosen files are read or written.
///
/// JavaScript receives the name and the content of a file, but never its folder.
@Plugin("filePicker")
public final class FilePickerPlugin: Sendable {
  private let bus: SessionBus
  private let limits: FileLimits
  private let dialogs = ExclusiveCalls(
    limit: "dialogs", refusal: "This connection already has an open dialog: wait for its answer, or cancel it.")

  /// Creates a plugin whose dialogs come from the session's portal.
  public convenience init(limits: FileLimits = FileLimits()) { self.init(bus: SessionBus(), limits: limits) }

  init(bus: SessionBus, limits: FileLimits = FileLimits()) {
    self.bus = bus
    self.limits = limits
  }

  // MARK: Opening

  /// Shows a dialog in which the user chooses files, and reads them.
  ///
  /// - Parameters:
  ///   - title: the title of the dialog.
  ///   - types: the file types that the dialog shows first, such as .txt, image/png or image/*; the user may choose
  ///     others.
  ///   - multiple: whether the user may choose more than one file.
  /// - Throws: `UNAVAILABLE` with the reason without a desktop session, or if its portal has no file dialog;
  ///   `RESOURCE_EXHAUSTED` if the files together exceed the host's limit, and while another dialog is open.
  @Export(permission: "filePicker.open", timeout: .never)
  public func pickFiles(
    title: String = "Open", types: [String] = [], multiple: Bool = false, call: CallContext
  ) async throws -> PickFilesResult {
    let uris = try await choose(title, types, multiple, call)
    let maximum = limits.fileBytes
    return try await BlockingExecutor.run(on: .files) {
      // The total size is checked before any file is read.
      let sizes = try uris.map { try ChosenFile($0).scopedPath.openFile(O_RDONLY, verb: "read").size }
      // A sparse file may have any size: an overflow of the sum exceeds every limit.
      let sum = sizes.reduce(0) { sum, size in
        let (sum, isTooMuch) = sum.addingReportingOverflow(size)
        return isTooMuch ? .max : sum
      }
      try FilePickerPlugin.check(sum, maximum: maximum)
      return PickFilesResult(files: try uris.map { try PickedFile(ChosenFile($0), maximum: maximum) })
    }
  }

  /// Shows a dialog in which the user chooses files of any size, and streams them in chunks, each read on demand.
  ///
  /// - Parameters:
  ///   - title: the title of the dialog.
  ///   - types: the file types that the dialog shows first, such as .txt, image/png or image/*; the user may choose
  ///     others.
  ///   - multiple: whether the user may choose more than one file.
  ///   - chunkSize: the size of a chunk in bytes.
  /// - Throws: as pickFiles, without a size limit.
  @Export(permission: "filePicker.open", ranges: ["chunkSize": 1...16_777_216])
  public func pickFilesInChunks(
    title: String = "Open", types: [String] = [], multiple: Bool = false, chunkSize: Int = 262_144, call: CallContext
  ) async throws -> PickedPartSequence {
    let reservation = try call.connection.openFiles.take(2, for: "One more file that is read in chunks")
    return PickedPartSequence(
      uris: try await choose(title, types, multiple, call), chunkSize: chunkSize, reservation: reservation)
  }

  // MARK: Saving

  /// Shows a dialog in which the user chooses where to save data, and replaces the file atomically.
  ///
  /// - Parameters:
  ///   - data: bytes, or text with an encoding.
  ///   - name: the suggested file name; the user may change it.
  ///   - title: the title of the dialog.
  ///   - types: the file types that the dialog shows first, such as .txt, image/png or image/*.
  /// - Throws: as pickFiles, and as files.writeFile.
  @Export(permission: "filePicker.save", timeout: .never)
  public func saveFile(
    data: FileData, encoding: FileEncoding? = nil, name: String = "", title: String = "Save", types: [String] = [],
    call: CallContext
  ) async throws -> SaveFileResult {
    let bytes = try data.bytes(encoding, limits)
    return try await save(name, title, types, call) { scopedPath in
      try await BlockingExecutor.run(on: .files) { try scopedPath.write(bytes, isRecursive: false) }
      return bytes.count
    }
  }

  /// Shows a dialog in which the user chooses where to save a stream.
  ///
  /// JavaScript's stream handler starts after the choice.
  ///
  /// The file appears when the stream is complete. If the stream fails, or the call is cancelled, the old file stays.
  ///
  /// - Parameters:
  ///   - source: the name of the JavaScript stream handler, which yields bytes.
  ///   - name: the suggested file name; the user may change it.
  ///   - title: the title of the dialog.
  ///   - types: the file types that the dialog shows first, such as .txt, image/png or image/*.
  /// - Throws: as saveFile, without a size limit.
  @Export(permission: "filePicker.save", timeout: .never)
  public func saveFileFromStream(
    source: String, name: String = "", title: String = "Save", types: [String] = [], call: CallContext
  ) async throws -> SaveFileResult {
    try await save(name, title, types, call) { try await $0.write(streamOf: call.connection, source) }
  }

  // MARK: Dialogs

  private func choose(
    _ title: String, _ types: [String], _ multiple: Bool, _ call: CallContext
  ) async throws -> [String] {
    let options = try FileTypeFilter(types).options.merging(["multiple": .bool(multiple)]) { $1 }
    return try await ask("OpenFile", title, options, call)
  }

  private func save(
    _ name: String, _ title: String, _ types: [String], _ call: CallContext, _ write: (ScopedPath) async throws -> Int
  ) async throws -> SaveFileResult {
    guard name.utf8.count <= 255, !name.utf8.contains(UInt8(ascii: "/")), !name.utf8.contains(0) else {
      throw BridgeError(
        .invalidArgument,
        "params.name: expected a file name without a folder: at most 255 bytes, without a slash or a NUL.")
    }
    var options = try FileTypeFilter(types).options
    if !name.isEmpty { options["current_name"] = .string(name) }
    guard let uri = try await ask("SaveFile", title, options, call).first else { return .dismissed }
    let file = try ChosenFile(uri)
    let size = try await write(file.scopedPath)
    return SaveFileResult(cancelled: false, name: file.name, size: size)
  }

  /// The chosen URIs from the portal; empty if the dialog was dismissed.
  private func ask(
    _ member: String, _ title: String, _ options: [String: BusValue], _ call: CallContext
  ) async throws -> [String] {
    guard title.utf8.count <= 255, !title.utf8.contains(0) else {
      throw BridgeError(.invalidArgument, "params.title: expected at most 255 bytes, without a NUL.")
    }
    // A connection to the bus and an eventfd. A cancelled dialog holds them until it is closed.
    let what = "One more dialog"
    let reservations = [try call.connection.openFiles.take(2, for: what), try Quota.sockets.take(2, for: what)]
    defer { withExtendedLifetime(reservations) {} }
    let results = try await dialogs.run(call) { [bus] in
      try await PortalDialog.show(member, title: title, options, on: bus)
    }
    guard let results else { return [] }
    guard case .strings(let uris)? = results["uris"] else {
      throw BridgeError(.unavailable, "The desktop portal's answer names no chosen file.")
    }
    return uris
  }

  private static func check(_ size: Int, maximum: Int) throws(BridgeError) {
    guard size > maximum else { return }
    throw BridgeError(
      .resourceExhausted,
      "The chosen files have \(size) bytes, over the limit fileBytes (\(maximum)): use pickFilesInChunks.",
      data: ["limit": "fileBytes", "maximum": .number(Double(maximum)), "size": .number(Double(size))])
  }
}

extension PickedFile {
  fileprivate init(_ file: ChosenFile, maximum: Int) throws {
    let info = try file.scopedPath.info()
    let data = try file.scopedPath.read(maximum: maximum)
    self.init(name: file.name, size: data.count, mimeType: file.mimeType, mtime: info.mtime, data: data)
  }
}

// MARK: Results

/// The files that the user chose.
@Crossing
public struct PickFilesResult: Sendable {
  /// The files; empty if the dialog was dismissed.
  public var files: [PickedFile]
}

/// A file that the user chose, with its content.
@Crossing
public struct PickedFile: Sendable, Equatable {
  /// The name, without the folder.
  public var name: String
  /// The size in bytes.
  public var size: Int
  /// The MIME type for the name, such as image/png.
  public var mimeType: String
  /// The time of the last modification, in milliseconds since 1970.
  public var mtime: Double
  /// The content.
  public var data: [UInt8]
}

/// A part of the stream of chosen files: each file, and then its bytes.
@Crossing
public enum PickedPart: Sendable, Equatable {
  /// The next file, with the properties of PickedFile.
  case file(name: String, size: Int, mimeType: String, mtime: Double)
  /// The next bytes of the file.
  case data(bytes: [UInt8])
}

/// The result of saving a file.
@Crossing
public struct SaveFileResult: Sendable, Equatable {
  /// Whether the dialog was dismissed, and nothing was saved.
  public var cancelled: Bool
  /// The file name that the user chose; omitted if the dialog was dismissed.
  public var name: String?
  /// The size of the file in bytes; omitted if the dialog was dismissed.
  public var size: Int?
}

extension SaveFileResult {
  static let dismissed = SaveFileResult(cancelled: true, name: nil, size: nil)
}
#else
/// Absent: the package is built without the trait `Plugins`.
@available(*, unavailable, message: "Enable the trait Plugins of the package in your manifest.")
public struct FilePickerPlugin {}
#endif
