/// A value of the engine as one line for a debugger's list of variables: `{x: 1, y: "two"}`, `Map(1) {"key" => 1}`.
///
/// The engine sends the first few members with a value; `…` stands for the others.
enum ValuePreview {
  /// The text of a value: a `RemoteObject` of the engine's protocol.
  static func text(of value: JSON) -> String {
    let kind = value["type"]?.string ?? "undefined"
    switch (kind, value["value"]) {
    case ("string", .string(let text)?): return quoted(text)
    case ("boolean", .bool(let flag)?): return String(flag)
    case ("undefined", _): return "undefined"
    default: break
    }
    if value["subtype"]?.string == "null" { return "null" }
    if kind == "object", let preview = value["preview"],
      let text = members(of: preview, named: value["className"]?.string)
    {
      return text
    }
    if let text = value["description"]?.string { return text }
    if case .number(let number)? = value["value"] { return Int(exactly: number).map(String.init) ?? String(number) }
    return kind
  }

  /// The text of an entry of a map or a set.
  static func text(ofEntry entry: JSON) -> String {
    let value = entry["value"].map { text(of: $0) } ?? ""
    return entry["key"].map { "\(text(of: $0)) => \(value)" } ?? value
  }

  static func quoted(_ text: String) -> String { String(decoding: JSON.string(text).text, as: UTF8.self) }

  /// The members in braces or brackets, behind the name of the class; nil for a value that its description shows better,
  /// such as an error or a date.
  private static func members(of preview: JSON, named className: String?) -> String? {
    let name = className ?? preview["description"]?.string ?? "Object"
    let size = preview["size"]?.integer
    let properties = preview["properties"]?.array ?? []
    switch preview["subtype"]?.string {
    case nil:
      let shown = properties.filter { $0["internal"]?.bool != true }.map {
        "\($0["name"]?.string ?? ""): \(property($0))"
      }
      // Those of the engine itself, such as the state of a promise.
      let own = properties.filter { $0["internal"]?.bool == true }.map {
        "[[\($0["name"]?.string ?? "")]]: \(property($0))"
      }
      let text = list(own + shown, preview, "{", "}")
      return name == "Object" ? text : "\(name) \(text)"
    case "array":
      let items = properties.map {
        Int($0["name"]?.string ?? "") == nil ? "\($0["name"]?.string ?? ""): \(property($0))" : property($0)
      }
      let text = list(items, preview, "[", "]")
      return (name == "Array" ? "" : name) + (size.map { "(\($0)) " } ?? "") + text
    case "map", "set", "weakmap", "weakset":
      let entries = (preview["entries"]?.array ?? []).map { entry in
        let value = entry["value"].map(nested) ?? ""
        return entry["key"].map { "\(nested($0)) => \(value)" } ?? value
      }
      return name + (size.map { "(\($0)) " } ?? " ") + list(entries, preview, "{", "}")
    default: return nil
    }
  }

  private static func list(_ items: [String], _ preview: JSON, _ start: String, _ end: String) -> String {
    start + (items + (preview["overflow"]?.bool == true ? ["…"] : [])).joined(separator: ", ") + end
  }

  /// The text of a `PropertyPreview`.
  private static func property(_ property: JSON) -> String {
    if let preview = property["valuePreview"] { return nested(preview) }
    let text = property["value"]?.string ?? ""
    switch property["type"]?.string {
    case "string": return quoted(text)
    case "function": return "ƒ"
    case "accessor": return "(getter)"
    case let kind?: return text.isEmpty ? kind : text
    case nil: return text
    }
  }

  /// The text of an `ObjectPreview` within another: without its members, unless they are a few.
  private static func nested(_ preview: JSON) -> String {
    let text = preview["description"]?.string ?? ""
    switch preview["type"]?.string {
    case "string": return quoted(text)
    case "function": return "ƒ"
    case "object" where preview["properties"] != nil || preview["entries"] != nil:
      return members(of: preview, named: nil) ?? text
    case let kind?: return text.isEmpty ? kind : text
    case nil: return text
    }
  }
}
