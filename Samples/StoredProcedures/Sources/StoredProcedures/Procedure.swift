import Causeway
public import Foundation

/// A file of JavaScript with one function `execute`, and what it may do.
///
///     function execute(start, end, callback) { callback(Context.context().query("…", [start, end])) }
///     async function execute(start, end) { return … }
public struct Procedure: Sendable, Equatable {
  /// What callers name it by.
  public let name: String
  /// Counts up with each change; 0 for a procedure that came from a file.
  public let version: Int
  /// The JavaScript.
  public let source: String
  /// What error messages call the file.
  public let url: String
  /// What it may do to the database.
  public let access: DatabaseAccess

  /// A procedure from its text.
  public init(
    name: String, version: Int = 0, source: String, url: String? = nil, access: DatabaseAccess = .readOnly
  ) {
    self.name = name
    self.version = version
    self.source = source
    self.url = url ?? "\(name).js"
    self.access = access
  }

  /// The procedure in a file, named for it.
  ///
  /// - Throws: `ProcedureError` with `NOT_FOUND`, or `INVALID_ARGUMENT` for what is no text in UTF-8.
  public init(contentsOf file: URL, access: DatabaseAccess = .readOnly) throws(ProcedureError) {
    let name = file.deletingPathExtension().lastPathComponent
    let data: Data
    do {
      data = try Data(contentsOf: file)
    } catch {
      throw ProcedureError(.notFound, "There is no procedure to read at \(file.path).", procedure: name)
    }
    guard let source = String(validating: data, as: UTF8.self) else {
      throw ProcedureError(.invalidArgument, "\(file.path) is no text in UTF-8.", procedure: name)
    }
    self.init(name: name, source: source, url: file.lastPathComponent, access: access)
  }
}

/// Which tables a procedure may read and write.
public struct DatabaseAccess: Sendable, Codable, Equatable {
  /// Tables and views that may be read; `*` for all.
  public let read: Set<String>
  /// Tables whose rows may be inserted, updated and deleted; `*` for all.
  public let write: Set<String>

  /// May read and write these.
  public init(read: Set<String> = ["*"], write: Set<String> = []) {
    self.read = read
    self.write = write
  }

  /// May read everything and write nothing.
  public static let readOnly = DatabaseAccess()

  func mayRead(_ table: String) -> Bool { read.contains("*") || read.contains(table) }
  func mayWrite(_ table: String) -> Bool {
    !table.hasPrefix("sqlite_") && (write.contains("*") || write.contains(table))
  }
}
