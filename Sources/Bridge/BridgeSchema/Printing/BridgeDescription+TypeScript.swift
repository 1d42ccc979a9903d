import BridgeValues

extension BridgeDescription {
  /// The declarations of everything described, as a TypeScript module: `plugins.d.ts`.
  ///
  /// It types what ``javaScriptModule`` exports, and the global `bridge` of runtimes and pages.
  public var typeScript: String {
    var text = """
      // Generated from Swift declarations by `causeway types`. Do not edit.

      import type { Bridge as AnyBridge, CallOptions, ListenOptions, PluginListenerHandle, StreamOptions, Undo } from "causeway-bridge";


      """
    text += declarations
    text += """
      /** A bridge with these declarations. */
      export type Bridge = \(methods.isEmpty ? "" : "Methods & ")Omit<AnyBridge, "plugins"> & { readonly plugins: Plugins };

      /** Hashes that identify these declarations. */
      export declare const contract: { readonly hash: string; readonly members: { readonly [member: string]: string } };

      /** Checks that the other side has these declarations; rejects with the members that differ. */
      export declare function connect(bridge: Omit<AnyBridge, "plugins">): Promise<Plugins>;

      declare global {
        const bridge: Bridge;
      }

      """
    return text
  }

  /// The types, the plugins and the methods, without the imports and exports that only a compiler needs.
  package var declarations: String {
    var text = ""
    let received = receivedTypes
    for type in types { text += TypeScriptPrinter.definition(type, isReceived: received.contains(type.name)) + "\n" }
    for plugin in pluginNames where !plugin.isEmpty { text += interface(of: plugin) + "\n" }
    text += failures
    text += "/** The plugins in `bridge.plugins`. */\nexport interface Plugins {\n"
    for plugin in pluginNames where !plugin.isEmpty {
      text += "  readonly \(JavaScriptLiteral.key(plugin)): \(TypeScriptTypes.interface(plugin));\n"
    }
    return text + "}\n\n\(methods)"
  }

  /// The codes by the members' names; empty where no member says how it fails.
  private var failures: String {
    let members = members.filter { !$0.errors.codes.isEmpty }
    guard !members.isEmpty else { return "" }
    let lines = members.map { "  \"\(JavaScriptLiteral.escaped($0.name))\": \(TypeScriptTypes.errors(of: $0));\n" }
      .joined()
    return """
      /** The error codes of these members, in addition to those of every call. */
      export interface ErrorCodes {
      \(lines)}


      """
  }

  /// The members that have no dot in their names, and so no plugin: they are called by name; empty without any.
  private var methods: String {
    let members = members.filter { $0.plugin.isEmpty && $0.kind != .constant }
    guard !members.isEmpty else { return "" }
    let lines = members.map { member in
      let comment = DocumentationComment(member.documentation)
      let tags = member.kind == .event ? [] : comment.tags(of: member)
      return DocumentationComment.block(comment.text, tags: tags, indent: "  ")
        + "  \(TypeScriptTypes.named(member));\n"
    }.joined()
    return "/** The methods without a plugin, called by name. */\nexport interface Methods {\n\(lines)}\n\n"
  }

  private func interface(of plugin: String) -> String {
    var text = DocumentationComment.block(DocumentationComment(plugins[plugin] ?? "").text, indent: "")
    text += "export interface \(TypeScriptTypes.interface(plugin)) {\n"
    for member in members where member.plugin == plugin { text += TypeScriptPrinter.member(member) }
    if members.contains(where: { $0.plugin == plugin && $0.kind == .event }) {
      text += "  removeAllListeners(): Promise<void>;\n"
    }
    return text + "}\n"
  }
}

/// Declarations as text.
enum TypeScriptPrinter {
  static func definition(_ type: TypeDefinition, isReceived: Bool) -> String {
    let head = DocumentationComment.block(DocumentationComment(type.documentation).text, indent: "")
    switch type.shape {
    case .object(let fields):
      let members = fields.map {
        "\(fieldComment($0, indent: "  "))  \(TypeScriptTypes.field($0, isReceived: isReceived));\n"
      }
      .joined()
      return "\(head)export interface \(type.name) {\n\(members)}\n"
    case .literals(let literals):
      if literals.allSatisfy(\.documentation.isEmpty) {
        return "\(head)export type \(type.name) = \(literals.map(\.value).joined(separator: " | "));\n"
      }
      let cases = literals.map { DocumentationComment.block($0.documentation, indent: "  ") + "  | \($0.value)" }
      return "\(head)export type \(type.name) =\n\(cases.joined(separator: "\n"));\n"
    case .union(let cases):
      let lines = cases.map { oneCase in
        DocumentationComment.block(oneCase.documentation, indent: "  ")
          + "  | \(TypeScriptTypes.object(oneCase.fields, kind: oneCase.kind, isReceived: isReceived))"
      }
      return "\(head)export type \(type.name) =\n\(lines.joined(separator: "\n"));\n"
    case .methods(let methods):
      return "\(head)export interface \(type.name) {\n\(methods.map(member).joined())}\n"
    case .alias(let type0):
      return "\(head)export type \(type.name) = \(TypeScriptTypes.type(type0, isReceived: isReceived));\n"
    }
  }

  private static func fieldComment(_ field: FieldDescription, _ given: String? = nil, indent: String) -> String {
    DocumentationComment.block(TypeScriptTypes.documentation(of: field, given), indent: indent)
  }

  static func member(_ member: MemberDescription) -> String {
    let comment = DocumentationComment(member.documentation)
    let key = JavaScriptLiteral.key(member.member)
    switch member.kind {
    case .constant:
      return DocumentationComment.block(comment.text, indent: "  ")
        + "  readonly \(key): \(TypeScriptTypes.type(member.result));\n"
    case .event:
      let comment = DocumentationComment.block(comment.text, indent: "  ")
      let listened = TypeScriptTypes.listened(member)
      return comment + "  on(\(listened), options?: ListenOptions): Undo;\n"
        + comment + "  addListener(\(listened)): Promise<PluginListenerHandle>;\n"
    case .method, .stream:
      var tags: [String] = []
      for field in member.fields {
        let text = TypeScriptTypes.documentation(of: field, comment.parameters[field.name] ?? field.documentation)
          .split(separator: "\n").joined(separator: " ")
        if text.isEmpty { continue }
        if case .named = member.parameters {
          tags.append("@param params.\(field.name) \(text)")
        } else {
          tags.append("@param \(TypeScriptTypes.parameter(field.name)) \(text)")
        }
      }
      let parameters = TypeScriptTypes.parameters(of: member).joined(separator: ", ")
      return DocumentationComment.block(comment.text, tags: tags + comment.tags(of: member), indent: "  ")
        + "  \(key)(\(parameters)): \(TypeScriptTypes.result(of: member));\n"
    }
  }
}
