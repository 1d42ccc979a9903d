import Causeway
public import Foundation

/// A JavaScript file with one function `execute`, and its access to the database.
///
///     function execute(start, end, callback) { callback(Context.context().query("…", [start, end])) }
///     async function execute(start, end) { return … }
public struct Procedure: Sendable, Equatable {
  /// The name for callers.
  public let name: String
  /// The version, which increases with each change; 0 for a procedure from a file.
  public let version: Int
  /// The JavaScript source.
  public let source: String
  /// The file name in error messages.
  public let url: String
  /// The procedure's access to the database.
  public let access: DatabaseAccess

  /// Makes a procedure from its source.
  public init(
    name: String, version: Int = 0, source: String, url: String? = nil, access: DatabaseAccess = .readOnly
  ) {
    self.name = name
    self.version = version
    self.source = source
    self.url = url ?? "\(name).js"
    self.access = access
  }

  /// Reads a procedure from a file and names it after the file.
  ///
  /// - Throws: `ProcedureError` with `NOT_FOUND`, or `INVALID_ARGUMENT` if the file is not UTF-8 text.
  public init(contentsOf file: URL, access: DatabaseAccess = .readOnly) throws(ProcedureError) {
    let name = file.deletingPathExtension().lastPathComponent
    let data: Data
    do {
      data = try Data(contentsOf: file)
    } catch {
      throw ProcedureError(.notFound, "There is no procedure to read at \(file.path).", procedure: name)
    }
    guard let source = String(validating: data, as: UTF8.self) else {
      throw ProcedureError(.invalidArgument, "\(file.path) is not UTF-8 text.", procedure: name)
    }
    self.init(name: name, source: source, url: file.lastPathComponent, access: access)
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
