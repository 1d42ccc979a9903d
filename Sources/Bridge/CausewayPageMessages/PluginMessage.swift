import BridgeSchema
import BridgeValues
import Causeway

/// `{ className, functionName, taskId, data }`: a message that names a plugin and a method of it.
struct PluginMessage {
  let className: String
  let function: String
  let data: BridgeValue

  init(_ value: BridgeValue, _ name: String) throws(BridgeError) {
    guard case .object = value else {
      throw BridgeError(.invalidArgument, "\(name): expected { className, functionName, taskId, data }")
    }
    for member in ["className", "functionName"] where value[member]?.string == nil {
      throw BridgeError(.invalidArgument, "\(member): expected a string")
    }
    switch value["taskId"] ?? .undefined {
    case .string, .number, .undefined, .null: break
    default: throw BridgeError(.invalidArgument, "taskId: expected a string or a number")
    }
    className = value["className"]?.string ?? ""
    function = value["functionName"]?.string ?? ""
    data = value["data"] ?? .undefined
  }

  /// The exported method that the message names.
  ///
  /// Only methods that the connection may use are suggested for a name that is none.
  func method(on connection: Connection) throws(BridgeError) -> String {
    let limit = connection.limits.nameLength
    for text in [className, function] where text.utf8.count > limit {
      throw .exhausted("nameLength", maximum: limit, "A name of \(text.utf8.count) characters")
    }
    let (records, pluginsByType) = connection.bridge.declarations
    let permissions = connection.permissions
    var plugins: [String: [String: MemberRecord]] = [:]
    for record in records.values where record.isMethod { plugins[record.plugin, default: [:]][record.member] = record }
    func isUsable(_ plugin: String) -> Bool {
      plugins[plugin]?.values.contains { permissions.allows($0.permission) } ?? false
    }
    let named =
      plugins[className] != nil
      ? [className] : (pluginsByType[className] ?? []).filter { plugins[$0] != nil }.sorted()
    guard let plugin = named.first, let members = plugins[plugin] else {
      let near = Suggestion.nearest(to: className, among: Array(plugins.keys) + pluginsByType.keys) {
        isUsable($0) || pluginsByType[$0]?.contains(where: isUsable) ?? false
      }
      throw PluginMessage.unknown("There is no plugin", className, near)
    }
    guard named.count == 1 else {
      throw BridgeError(
        .invalidArgument,
        "Several plugins have the class \(Suggestion.quoted(className)): name one of \(named.joined(separator: ", ")).",
        data: ["plugins": .array(named.map { .string($0) })])
    }
    guard let method = members[function] else {
      let near = Suggestion.nearest(to: function, among: members.keys) {
        members[$0].map { permissions.allows($0.permission) } ?? false
      }
      throw PluginMessage.unknown("The plugin \(plugin) has no method", function, near)
    }
    return method.name
  }

  private static func unknown(_ what: String, _ name: String, _ near: String?) -> BridgeError {
    guard let near else { return BridgeError(.unimplemented, "\(what) \(Suggestion.quoted(name)).") }
    return BridgeError(
      .unimplemented, "\(what) \(Suggestion.quoted(name)): did you mean \(near)?", data: ["suggestion": .string(near)])
  }
}
