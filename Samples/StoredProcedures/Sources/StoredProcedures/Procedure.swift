import Causeway
public import Foundation

/// A JavaScript function `execute`, and its access to the database.
///
/// One file is a script, which calls back or returns a promise:
///
///     function execute(start, end, callback) { callback(Context.context().query("…", [start, end])) }
///     async function execute(start, end) { return … }
///
/// A folder has modules, and its `index.js` or `index.ts` exports the function:
///
///     import { mean } from "./statistics.js"
///     export async function execute(start, end) { return … }
public struct Procedure: Sendable, Equatable {
  /// The name for callers.
  public let name: String
  /// The version, which increases with each change; 0 for a procedure from a file.
  public let version: Int
  /// The JavaScript of a script; of a folder, a JSON object with the text of each file by its path.
  public let source: String
  /// Whether `source` is a folder of modules.
  public let isFolder: Bool
  /// The procedure's access to the database.
  public let access: DatabaseAccess

  /// The file name of a script in error messages, and the beginning of the paths in a folder.
  var url: String {
    guard isFolder else { return "\(name).js" }
    // It is a part of the modules' URLs.
    return String(name.prefix(100).map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" ? $0 : "_" }) + "/"
  }

  /// Makes a procedure from its source.
  public init(
    name: String, version: Int = 0, source: String, isFolder: Bool = false, access: DatabaseAccess = .readOnly
  ) {
    self.name = name
    self.version = version
    self.source = source
    self.isFolder = isFolder
    self.access = access
  }

  /// Makes a procedure from modules.
  ///
  /// - Parameter modules: the text of each file by its path, such as `index.js`.
  public init(name: String, version: Int = 0, modules: [String: String], access: DatabaseAccess = .readOnly) {
    let encoder = JSONEncoder()
    // Equal files have equal bytes, and so the same hash.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let json = try? encoder.encode(modules) else { preconditionFailure("Texts can be encoded as JSON.") }
    self.init(
      name: name, version: version, source: String(decoding: json, as: UTF8.self), isFolder: true, access: access)
  }

  /// Reads a procedure from a file or a folder, and names it after that.
  ///
  /// Of a folder, the visible files that can be modules are read.
  ///
  /// - Throws: `ProcedureError` with `NOT_FOUND`, or `INVALID_ARGUMENT` if a file is not UTF-8 text.
  public init(contentsOf file: URL, access: DatabaseAccess = .readOnly) throws(ProcedureError) {
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder)
    guard isFolder.boolValue else {
      let name = file.deletingPathExtension().lastPathComponent
      self.init(name: name, source: try Procedure.text(of: file, procedure: name), access: access)
      return
    }
    let name = file.lastPathComponent
    var modules: [String: String] = [:]
    for path in Procedure.modulePaths(in: file) {
      modules[path] = try Procedure.text(of: file.appendingPathComponent(path), procedure: name)
    }
    guard Procedure.isFolder(at: file) else {
      throw ProcedureError(
        .notFound, "\(file.path) is not a procedure: it has neither index.js nor index.ts.", procedure: name)
    }
    self.init(name: name, modules: modules, access: access)
  }

  /// Whether a file is a folder with `index.js` or `index.ts`.
  package static func isFolder(at file: URL) -> Bool {
    ["index.js", "index.ts"].contains { FileManager.default.fileExists(atPath: file.appendingPathComponent($0).path) }
  }

  private static func text(of file: URL, procedure name: String) throws(ProcedureError) -> String {
    let data: Data
    do {
      data = try Data(contentsOf: file)
    } catch {
      throw ProcedureError(.notFound, "The procedure \(file.path) cannot be read.", procedure: name)
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw ProcedureError(.invalidArgument, "\(file.path) is not UTF-8 text.", procedure: name)
    }
    return text
  }

  private static func modulePaths(in folder: URL) -> [String] {
    let extensions: Set = ["js", "mjs", "cjs", "ts", "mts", "cts", "json"]
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return paths.filter { path in
      let isHidden = path.split(separator: "/").contains { $0.hasPrefix(".") }
      return !isHidden && extensions.contains((path as NSString).pathExtension)
    }
  }
}

/// The tables that a procedure may read and write.
public struct DatabaseAccess: Sendable, Codable, Equatable {
  /// The tables and views that may be read; `*` for all.
  public let read: Set<String>
  /// The tables whose rows may be inserted, updated and deleted; `*` for all.
  public let write: Set<String>

  /// Makes an access list.
  public init(read: Set<String> = ["*"], write: Set<String> = []) {
    self.read = read
    self.write = write
  }

  /// Read access to all tables, and no write access.
  public static let readOnly = DatabaseAccess()

  func mayRead(_ table: String) -> Bool { read.contains("*") || read.contains(table) }
  func mayWrite(_ table: String) -> Bool {
    !table.hasPrefix("sqlite_") && (write.contains("*") || write.contains(table))
  }
}
