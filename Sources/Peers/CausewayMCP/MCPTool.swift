import Causeway

/// A tool as a client sees it.
struct MCPTool: Sendable {
  enum Kind: Sendable {
    case method(MemberDescription)
    case code
  }

  let name: String
  let kind: Kind
  /// The entry of `tools/list`.
  let listing: BridgeValue

  /// The tools of a server by name, in order.
  static func all(of server: MCPServer) -> [MCPTool] {
    let description = server.bridge.describe(for: server.permissions)
    var tools = server.runner == nil ? [] : [code(description)]
    var names = Set(tools.map(\.name))
    for member in description.members where member.kind == .method && !description.hasFunctions(member) {
      let name = unused(member.name, names)
      names.insert(name)
      tools.append(MCPTool(name, member, description))
    }
    return tools
  }

  private init(name: String, kind: Kind, listing: BridgeValue) {
    self.name = name
    self.kind = kind
    self.listing = listing
  }

  private init(_ name: String, _ member: MemberDescription, _ description: BridgeDescription) {
    var listing: BridgeObject = [
      "name": .string(name), "title": .string(member.name), "description": .string(member.toolDescription),
      "inputSchema": description.toolInput(of: member),
    ]
    if let output = description.toolOutput(of: member) { listing["outputSchema"] = output }
    self.init(name: name, kind: .method(member), listing: .object(listing))
  }

  /// The maximum number of characters that MCP hosts accept in a tool's name.
  private static let nameLength = 64

  /// A method's name in the characters that MCP hosts accept, with a number if another tool has the same name.
  private static func unused(_ method: String, _ names: Set<String>) -> String {
    let plain = method.unicodeScalars.map { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "-")
        ? Character(scalar) : "_"
    }
    var name = String(plain.prefix(nameLength))
    var number = 2
    while names.contains(name) {
      let suffix = "_\(number)"
      name = String(plain.prefix(nameLength - suffix.count)) + suffix
      number += 1
    }
    return name
  }

  private static func code(_ description: BridgeDescription) -> MCPTool {
    let text = """
      Runs TypeScript and returns its result. Use it to combine several calls, and to reduce large results to what is \
      needed.

      `code` is the body of an async function: use `await`, and `return` a value that JSON can represent. There is no \
      file system, no network and no import, only the language, the web's standard globals and `bridge`, which has the \
      methods below, such as `await bridge.plugins.orders.find({ id: 7 })` for a method `orders.find`. Each run starts \
      from scratch: no state is kept. The output of console.log is part of the answer.

      ```ts
      \(description.declarations)declare const bridge: {
        readonly plugins: Plugins;
        /** Calls a method by its name, such as "orders.find". */
        call(method: string, params?: unknown, options?: { timeout?: number }): Promise<any>;
        /** The items of a stream. */
        stream(method: string, params?: unknown): AsyncIterable<any>;
      };
      ```
      """
    let listing: BridgeValue = [
      "name": "run_code", "title": "Run TypeScript", "description": .string(text),
      "inputSchema": [
        "type": "object", "required": ["code"],
        "properties": ["code": ["type": "string", "description": "The body of an async function, in TypeScript."]],
      ],
      "outputSchema": [
        "type": "object", "required": ["log"],
        "properties": [
          "result": ["description": "The returned value; absent for undefined."],
          "log": ["type": "string", "description": "The console output."],
          "error": [
            "type": "object", "required": ["code", "message"],
            "properties": [
              "code": ["type": "string"], "message": ["type": "string"], "name": ["type": "string"],
              "stack": ["type": "string"], "data": true,
            ],
          ],
        ],
      ],
    ]
    return MCPTool(name: "run_code", kind: .code, listing: listing)
  }
}
