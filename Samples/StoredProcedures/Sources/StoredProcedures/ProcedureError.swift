public import Causeway
import Foundation
import GRDB
import JavaScriptRuntime

/// An error of a procedure.
public struct ProcedureError: Error, Sendable, CustomStringConvertible {
  /// A stable identifier of the kind of error: a code of the bridge or of the procedure.
  public let code: BridgeError.Code
  /// The procedure's name.
  public let procedure: String
  /// Its version.
  public let version: Int
  /// A sentence with the cause and, where known, the remedy.
  public let message: String
  /// The file; nil if unknown.
  public let file: String?
  /// The line in the file, counted from 1; nil if unknown.
  public let line: Int?
  /// The column in the line, counted from 1; nil if unknown.
  public let column: Int?
  /// The JavaScript stack, innermost frame first; nil if no JavaScript threw.
  public let stack: String?

  init(
    _ code: BridgeError.Code, _ message: String, procedure: String, version: Int = 0,
    place: (file: String?, line: Int?, column: Int?) = (nil, nil, nil), stack: String? = nil
  ) {
    self.code = code
    self.procedure = procedure
    self.version = version
    self.message = message
    (file, line, column) = place
    self.stack = stack
  }

  init(_ code: BridgeError.Code, _ message: String, in procedure: Procedure) {
    self.init(code, message, procedure: procedure.name, version: procedure.version)
  }

  /// The message with its location: `report: TypeError: … (report.js:7:12)`.
  public var description: String {
    guard let file else { return "\(procedure): \(message)" }
    let place = [file, line.map(String.init), column.map(String.init)].compactMap(\.self).joined(separator: ":")
    return "\(procedure): \(message) (\(place))"
  }
}

extension ProcedureError {
  /// Converts any error of a run to one that names the procedure.
  init(_ error: any Error, in procedure: Procedure) {
    switch error {
    case let error as ProcedureError: self = error
    case let error as JavaScriptError: self.init(error, in: procedure)
    case let error as BridgeError: self.init(error, in: procedure)
    case is CancellationError:
      self.init(.cancelled, "The call was cancelled.", procedure: procedure.name, version: procedure.version)
    default:
      self.init(.internal, "\(error)", procedure: procedure.name, version: procedure.version)
    }
  }

  private init(_ error: JavaScriptError, in procedure: Procedure) {
    let details = error.details
    self.init(
      BridgeError.Code(rawValue: details?.code ?? error.code.rawValue), error.message, procedure: procedure.name,
      version: procedure.version,
      place: (details?.sourceURL.map(ProcedureError.fileName), details?.line, details?.column), stack: details?.stack)
  }

  private init(_ error: BridgeError, in procedure: Procedure) {
    let headline = error.name.map { "\($0): \(error.message)" } ?? error.message
    self.init(
      error.code, headline, procedure: procedure.name, version: procedure.version,
      place: ProcedureError.place(in: error.stack, of: procedure.url), stack: error.stack)
  }

  /// The first location in a stack that belongs to the procedure.
  private static func place(in stack: String?, of url: String) -> (file: String?, line: Int?, column: Int?) {
    for line in (stack ?? "").split(separator: "\n") {
      guard let start = line.range(of: url) else { continue }
      // The rest of a module's path, and `:7:12`.
      guard let place = line[start.upperBound...].prefixMatch(of: /(.*?):(\d+)(?::(\d+))?/) else { continue }
      return (url + place.1, Int(place.2), place.3.flatMap { Int($0) })
    }
    return (nil, nil, nil)
  }

  /// The path of a module without the number of its run: `procedure://7/report/index.js` is `report/index.js`.
  private static func fileName(_ url: String) -> String {
    url.wholeMatch(of: /procedure:\/\/\d+\/(.+)/).map { String($0.1) } ?? url
  }
}

extension BridgeError {
  /// Converts an SQLite error to an error for a procedure.
  init(_ error: DatabaseError, refusal: String?, stop: BridgeError?) {
    var said = error.message ?? "no reason given"
    if said.hasPrefix("Multiple statements") { said = "only one statement at a time" }
    switch error.resultCode {
    case .SQLITE_AUTH: self.init(.permissionDenied, refusal ?? "The statement is not allowed: \(said).")
    case .SQLITE_INTERRUPT: self = stop ?? BridgeError(.cancelled, "The query was interrupted.")
    case .SQLITE_READONLY: self.init(.permissionDenied, "This procedure may not write: its access is read-only.")
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      self = stop ?? BridgeError(.unavailable, "The database is locked by another program. Try again when it is done.")
    case .SQLITE_FULL:
      self.init(.resourceExhausted, "The disk is full, or the database has reached its limit: nothing was written.")
    case .SQLITE_IOERR: self.init(.dataLoss, "The disk failed: \(said).")
    case .SQLITE_CANTOPEN:
      self.init(.notFound, "The database cannot be opened: does it exist, and may this user read it?")
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: self.init(.dataLoss, "The database is damaged: \(said).")
    case .SQLITE_CONSTRAINT: self.init(.failedPrecondition, "The row was rejected: \(said).")
    case .SQLITE_TOOBIG: self.init(.resourceExhausted, "A value or a statement is too large.")
    default: self.init(.invalidArgument, "SQL: \(said).")
    }
    if let sql = error.sql { data = ["sql": .string(sql)] }
  }
}
