import JavaScriptEngine

/// An exception with all that could be learnt of it, for showing to a person.
public struct ErrorDetails: Sendable {
  /// The error's `name`; empty for a thrown value that is no error.
  public var name = ""
  /// The error's `message`.
  public var message = ""
  /// The stack as Node prints it: `    at function (url:line:column)`, innermost first; nil if unknown.
  public var stack: String?
  /// Line in the source, counted from 1.
  public var line: Int?
  /// Column in that line, counted from 1.
  public var column: Int?
  /// The script's URL.
  public var sourceURL: String?
  /// The error's `code`, such as `DEADLINE_EXCEEDED`.
  public var code: String?
  /// The method that was called, for an error of the bridge.
  public var method: String?
  /// The permission that the call lacked, for an error of the bridge that says so.
  package var permission: String?
  /// The thrown value as the console would print it, when it is no error; nil for an error.
  public var text: String?
  /// The errors behind this one: its cause, the cause of that, and so on.
  public var causes: [ErrorDetails] = []
  /// The errors that an `AggregateError` gathered, such as that of `Promise.any`: the first eight, without their causes.
  public var errors: [ErrorDetails] = []

  /// `Name: message`, or the text of a value that is no error.
  public var headline: String {
    if let text { return "Uncaught \(text)" }
    return name.isEmpty ? message : message.isEmpty ? name : "\(name): \(message)"
  }

  /// `url:line:column`, as far as known.
  public var place: String? {
    guard let sourceURL, !sourceURL.isEmpty else { return nil }
    return sourceURL + (line.map { ":\($0)" } ?? "") + (column.map { ":\($0)" } ?? "")
  }

  /// What the engine alone says of an exception.
  init(_ error: JSException) {
    name = error.name
    message = error.message
    stack = error.stack
    line = error.line
    column = error.column
    sourceURL = error.sourceURL
  }

  /// Reads what the globals' `describe` says of a thrown value: an object made from JSON, so no code runs here.
  init(description object: JSLocal, in realm: JSRealm) {
    // What the description lacks is not to be found on a prototype, where a page may have planted it.
    realm.removePrototype(of: object)
    func value(_ name: String) -> JSLocal? {
      guard let value = try? realm.get(name, of: object) else { return nil }
      return realm.isUndefined(value) ? nil : value
    }
    func text(_ name: String) -> String? { value(name).flatMap { realm.text($0)?.string } }
    func count(_ name: String) -> Int? { value(name).flatMap { JSException.place(realm.number($0)) } }
    name = text("name") ?? ""
    message = text("message") ?? ""
    stack = text("stack")
    line = count("line")
    column = count("column")
    sourceURL = text("sourceURL")
    code = text("code")
    method = text("method")
    if let data = value("data"), realm.kind(of: data) == .object {
      realm.removePrototype(of: data)
      permission = (try? realm.get("permission", of: data)).flatMap { realm.text($0)?.string }
    }
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
