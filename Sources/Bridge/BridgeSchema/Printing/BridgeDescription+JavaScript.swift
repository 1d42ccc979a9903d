import BridgeValues

extension BridgeDescription {
  /// A JavaScript module that connects to the described members, with their types in JSDoc: `plugins.js`.
  ///
  /// It is complete without TypeScript; ``typeScript`` beside it types the same module.
  public var javaScriptModule: String {
    var text = "// @ts-check\n// Generated from Swift declarations by `causeway types --format js`. Do not edit.\n\n"
    for name in ["CallOptions", "ListenOptions", "PluginListenerHandle", "StreamOptions", "Undo"] {
      text += "/** @typedef {import(\"causeway-bridge\").\(name)} \(name) */\n"
    }
    text += "\n"
    let received = receivedTypes
    for type in types { text += JSDocPrinter.definition(type, isReceived: received.contains(type.name)) }
    for plugin in pluginNames where !plugin.isEmpty { text += interface(of: plugin) }
    let plugins = pluginNames.filter { !$0.isEmpty }
    let members = plugins.map { "\(JavaScriptLiteral.key($0)): \(TypeScriptTypes.interface($0))" }
    text += "/** @typedef {{ \(members.joined(separator: ", ")) }} Plugins */\n\n"
    text += methods
    let failing = self.members.filter { !$0.errors.codes.isEmpty }.map {
      "\"\(JavaScriptLiteral.escaped($0.name))\": \(TypeScriptTypes.errors(of: $0))"
    }
    if !failing.isEmpty { text += "/** @typedef {{ \(failing.joined(separator: ", ")) }} ErrorCodes */\n\n" }
    let contract = contract
    text += "/** Hashes that identify these declarations. */\nexport const contract = Object.freeze({\n"
    text += "  hash: \"\(contract.hash)\",\n  members: Object.freeze({\n"
    for (name, hash) in contract.members.sorted(by: { $0.key < $1.key }) {
      text += "    \"\(JavaScriptLiteral.escaped(name))\": \"\(hash)\",\n"
    }
    return text + """
        }),
      });

      /**
       * Checks that the other side has these declarations; rejects with the members that differ.
       *
       * @param {Omit<import("causeway-bridge").Bridge, "plugins">} bridge
       * @returns {Promise<Plugins>}
       */
      export const connect = async (bridge) => {
        await bridge.contract(contract);
        return /** @type {any} */ (bridge).plugins;
      };

      """
  }

  /// The members that have no dot in their names, and so no plugin: they are called by name; empty without any.
  private var methods: String {
    let functions = members.filter { $0.plugin.isEmpty && $0.kind != .constant }.map(TypeScriptTypes.namedFunction)
    guard !functions.isEmpty else { return "" }
    let properties = Dictionary(grouping: functions, by: \.name).sorted { $0.key < $1.key }.map { name, functions in
      "\(name): \(functions.map(\.type).joined(separator: " & "))"
    }
    return """
      /** @typedef {{ \(properties.joined(separator: ", ")) }} Methods The methods without a plugin, called by name. */

      /** @typedef {Methods & Omit<import("causeway-bridge").Bridge, "plugins"> & { plugins: Plugins }} Bridge */


      """
  }

  private func interface(of plugin: String) -> String {
    var lines = DocumentationComment(plugins[plugin] ?? "").text.split(separator: "\n").map(String.init)
    lines.append("@typedef {object} \(TypeScriptTypes.interface(plugin))")
    var listeners: [String] = []
    for member in members where member.plugin == plugin {
      let type: String
      switch member.kind {
      case .constant: type = TypeScriptTypes.type(member.result)
      case .event:
        listeners.append(TypeScriptTypes.listened(member))
        continue
      case .method, .stream:
        let parameters = TypeScriptTypes.parameters(of: member).joined(separator: ", ")
        type = "(\(parameters)) => \(TypeScriptTypes.result(of: member))"
      }
      let summary = DocumentationComment(member.documentation).summary
      lines.append("@property {\(type)} \(member.member)\(summary.isEmpty ? "" : " \(summary)")")
    }
    if !listeners.isEmpty {
      let on = listeners.map { "((\($0), options?: ListenOptions) => Undo)" }
      let adding = listeners.map { "((\($0)) => Promise<PluginListenerHandle>)" }
      lines.append("@property {\(on.joined(separator: " & "))} on")
      lines.append("@property {\(adding.joined(separator: " & "))} addListener")
      lines.append("@property {() => Promise<void>} removeAllListeners")
    }
    return DocumentationComment.block("", tags: lines, indent: "") + "\n"
  }
}

/// Types as JSDoc.
enum JSDocPrinter {
  static func definition(_ type: TypeDefinition, isReceived: Bool) -> String {
    var lines = DocumentationComment(type.documentation).text.split(separator: "\n").map(String.init)
    switch type.shape {
    case .object(let fields):
      lines.append("@typedef {object} \(type.name)")
      for field in fields {
        let name = field.isOptional ? "[\(field.name)]" : field.name
        let text = TypeScriptTypes.documentation(of: field).split(separator: "\n").joined(separator: " ")
        lines.append(
          "@property {\(TypeScriptTypes.type(field.type, isReceived: isReceived))} \(name)\(text.isEmpty ? "" : " \(text)")"
        )
      }
    case .literals(let literals):
      lines.append("@typedef {\(literals.map(\.value).joined(separator: " | "))} \(type.name)")
    case .union(let cases):
      let objects = cases.map { TypeScriptTypes.object($0.fields, kind: $0.kind, isReceived: isReceived) }
      lines.append("@typedef {\(objects.joined(separator: " | "))} \(type.name)")
    case .methods(let methods):
      lines.append("@typedef {object} \(type.name)")
      for method in methods {
        let parameters = TypeScriptTypes.parameters(of: method).joined(separator: ", ")
        lines.append("@property {(\(parameters)) => \(TypeScriptTypes.result(of: method))} \(method.member)")
      }
    case .alias(let other):
      lines.append("@typedef {\(TypeScriptTypes.type(other, isReceived: isReceived))} \(type.name)")
    }
    return DocumentationComment.block("", tags: lines, indent: "") + "\n"
  }
}
