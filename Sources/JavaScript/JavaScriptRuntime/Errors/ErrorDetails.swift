import JavaScriptEngine

/// The properties of a JavaScript exception.
public struct ErrorDetails: Sendable {
  /// The error's `name`; empty if the thrown value is not an error.
  public var name = ""
  /// The error's `message`.
  public var message = ""
  /// The stack in Node's format, `    at function (url:line:column)`, innermost frame first; nil if unknown.
  public var stack: String?
  /// The line in the source, counted from 1; nil if unknown.
  public var line: Int?
  /// The column in the line, counted from 1; nil if unknown.
  public var column: Int?
  /// The URL of the script; nil if unknown.
  public var sourceURL: String?
  /// The error's `code`, such as `DEADLINE_EXCEEDED`.
  public var code: String?
  /// The method that was called, for an error of a bridge call; nil otherwise.
  public var method: String?
  /// The missing permission, for a bridge call that was denied; nil otherwise.
  package var permission: String?
  /// The error's `data` as JSON; nil if it has none.
  ///
  /// It is cut if it is large, and has texts for what JSON cannot represent.
  public var data: String?
  /// The thrown value as the console prints it, if it is not an error; nil for an error.
  public var text: String?
  /// The chain of causes: the error's `cause`, the cause of that error, and so on.
  public var causes: [ErrorDetails] = []
  /// The errors in an `AggregateError`, such as the one of `Promise.any`: at most eight, without their causes.
  public var errors: [ErrorDetails] = []

  /// `Name: message`; for a thrown value that is not an error, its text.
  public var headline: String {
    if let text { return "Uncaught \(text)" }
    return name.isEmpty ? message : message.isEmpty ? name : "\(name): \(message)"
  }

  /// `url:line:column`, as far as known; nil without a URL.
  public var location: String? {
    guard let sourceURL, !sourceURL.isEmpty else { return nil }
    return sourceURL + (line.map { ":\($0)" } ?? "") + (column.map { ":\($0)" } ?? "")
  }

  /// Copies the properties that the engine itself reports.
  init(_ error: JSException) {
    name = error.name
    message = error.message
    stack = error.stack
    line = error.line
    column = error.column
    sourceURL = error.sourceURL
  }

  /// Copies the properties that the engine itself reports for a thrown value: the globals' `describe` does not run
  /// after a script was stopped.
  init(thrown value: JSLocal, in realm: JSRealm) {
    self.init(JSException(thrown: value, in: realm))
    if name.isEmpty { text = message }
  }

  /// Reads the result of the globals' `describe`.
  ///
  /// The object was made from JSON, so reading it runs no script.
  init(description object: JSLocal, in realm: JSRealm) {
    // A missing property must not be looked up on the prototype, which a script may have changed.
    realm.removePrototype(of: object)
    func value(_ name: String) -> JSLocal? {
      guard let value = try? realm.get(name, of: object) else { return nil }
      return realm.isUndefined(value) ? nil : value
    }
    func text(_ name: String) -> String? { value(name).flatMap { realm.text($0)?.string } }
    func count(_ name: String) -> Int? { value(name).flatMap { JSException.position(realm.number($0)) } }
    name = text("name") ?? ""
    message = text("message") ?? ""
    stack = text("stack")
    line = count("line")
    column = count("column")
    sourceURL = text("sourceURL")
    code = text("code")
    method = text("method")
    data = text("data")
    permission = text("permission")
    if text("thrown") == "value" { self.text = text("text") }
    if let gathered = value("errors"), let length = try? realm.get("length", of: gathered) {
      errors = (0..<(Int(exactly: realm.number(length)) ?? 0)).compactMap { index in
        (try? realm.get(index, of: gathered)).map { ErrorDetails(description: $0, in: realm) }
      }
    }
    if let cause = value("cause"), realm.kind(of: cause) == .object {
      var details = ErrorDetails(description: cause, in: realm)
      causes = [details] + details.causes
      details.causes = []
      causes[0] = details
    }
  }
}
