import JavaScriptModules

extension Debugger {
  private static let maximumChildren = 1000
  private static let maximumExpression = 1 << 20

  // MARK: Children

  func variables(_ arguments: JSON) async throws(InspectorError) -> JSON {
    guard let number = arguments["variablesReference"]?.integer, let container = containers[local(number)] else {
      throw InspectorError(.invalidArgument, "The value no longer exists: the program has continued.")
    }
    let object: String
    var hidden: Set<String> = []
    switch container {
    case .scope(let id, let frame): (object, hidden) = (id, generatedNames(ofFrame: frame))
    case .object(let id): object = id
    case .collection(let id): object = id
    case .entries(let id): return try await entries(of: id, arguments)
    case .entry(let key, let value): return ["variables": [try variable("key", key), try variable("value", value)]]
    case .getter(let id, let name):
      let result = try await call(id, "function (name) { return this[name]; }", [["value": .string(name)]])
      return ["variables": [try variable("", result)]]
    }
    let start = max(0, arguments["start"]?.integer ?? 0)
    let count = arguments["count"]?.integer ?? 0
    let result = try await engine.request(
      "Runtime.getProperties",
      [
        "objectId": .string(object), "ownProperties": true, "generatePreview": true, "fetchStart": JSON(start),
        "fetchCount": JSON(count > 0 ? min(count, Debugger.maximumChildren) : Debugger.maximumChildren),
      ])
    var variables: [JSON] = []
    for property in result["properties"]?.array ?? [] {
      let name = property["name"]?.string ?? ""
      if hidden.contains(name) { continue }
      if let value = property["value"] {
        variables.append(try variable(name, value))
      } else if property["get"]?["objectId"] != nil {
        variables.append([
          "name": .string(name), "value": "(getter)", "presentationHint": ["lazy": true],
          "variablesReference": try reference(.getter(object: object, name: name)),
        ])
      }
    }
    for property in result["internalProperties"]?.array ?? [] {
      guard let value = property["value"] else { continue }
      variables.append(try variable("[[\(property["name"]?.string ?? "")]]", value))
    }
    if case .collection = container, start == 0 {
      variables.append([
        "name": "[[Entries]]", "value": "", "variablesReference": try reference(.entries(object)),
        "presentationHint": ["kind": "virtual"],
      ])
    }
    return ["variables": .array(variables)]
  }

  /// The entries of a map or a set.
  private func entries(of object: String, _ arguments: JSON) async throws(InspectorError) -> JSON {
    let start = max(0, arguments["start"]?.integer ?? 0)
    let count = arguments["count"]?.integer ?? 0
    let result = try await engine.request(
      "Runtime.getCollectionEntries",
      [
        "objectId": .string(object), "objectGroup": "backtrace", "fetchStart": JSON(start),
        "fetchCount": JSON(count > 0 ? min(count, Debugger.maximumChildren) : Debugger.maximumChildren),
      ])
    var variables: [JSON] = []
    for (index, entry) in (result["entries"]?.array ?? []).enumerated() {
      guard let value = entry["value"] else { continue }
      guard let key = entry["key"] else {
        variables.append(try variable(String(start + index), value))
        continue
      }
      variables.append([
        "name": .string(String(start + index)), "value": .string(ValuePreview.text(ofEntry: entry)),
        "variablesReference": try reference(.entry(key: key, value: value)),
      ])
    }
    return ["variables": .array(variables)]
  }

  /// Those whose entries are no properties.
  private static let collections: Set<String> = ["map", "set", "weakmap", "weakset"]

  private func variable(_ name: String, _ value: JSON) throws(InspectorError) -> JSON {
    var result = try shown(value)
    result["name"] = .string(name)
    return .object(result)
  }

  /// How a value is shown, with a reference to its children.
  private func shown(_ value: JSON) throws(InspectorError) -> [String: JSON] {
    let kind = value["type"]?.string ?? "undefined"
    var result: [String: JSON] = [
      "type": .string(value["className"]?.string ?? kind), "value": .string(ValuePreview.text(of: value)),
      "variablesReference": 0,
    ]
    if let object = value["objectId"]?.string, kind != "symbol" {
      let isCollection = Debugger.collections.contains(value["subtype"]?.string ?? "")
      result["variablesReference"] = try reference(isCollection ? .collection(object) : .object(object))
      if let size = value["size"]?.integer, value["subtype"]?.string == "array" {
        result["indexedVariables"] = JSON(size)
      }
    }
    return result
  }

  // MARK: Evaluation

  func evaluate(_ arguments: JSON) async throws(InspectorError) -> JSON {
    let value = try await value(of: arguments["expression"]?.string ?? "", in: try callFrame(arguments))
    var result = try shown(value)
    result["result"] = result.removeValue(forKey: "value")
    return .object(result)
  }

  /// The value of an expression, in a frame or globally.
  ///
  /// - Throws: the exception's text.
  private func value(of expression: String, in frame: String?) async throws(InspectorError) -> JSON {
    guard expression.utf8.count <= Debugger.maximumExpression else {
      throw InspectorError(.invalidArgument, "The expression is longer than 1 MiB.")
    }
    let expression = ProgramText.withoutTypes(expression)
    var parameters: [String: JSON] = [
      "expression": .string(expression), "objectGroup": "backtrace", "generatePreview": true,
      "doNotPauseOnExceptionsAndMuteConsole": true,
    ]
    try await waitForStep()
    let answer: JSON
    if let frame {
      parameters["callFrameId"] = .string(frame)
      parameters["expression"] = .string(try await translated(expression, in: frame))
      answer = try await engine.request("Debugger.evaluateOnCallFrame", .object(parameters))
    } else if pause != nil {
      answer = try await engine.request("Runtime.evaluate", .object(parameters))
    } else {
      answer = try await engine.evaluateWithoutPause(.object(parameters), pausesNext: lastCommand == "pause")
    }
    let value = answer["result"] ?? [:]
    if answer["wasThrown"]?.bool == true {
      throw InspectorError(.unknown, value["description"]?.string ?? value["value"]?.string ?? "The expression threw.")
    }
    return value
  }

  /// Waits for the end of a step: it would pause within the expression, where the engine takes no more messages.
  private func waitForStep() async throws(InspectorError) {
    guard
      await wait(
        for: EngineTarget.answerTime, until: { !$0.isStepping || $0.pause != nil || $0.lastCommand == "pause" })
    else { throw InspectorError(.deadlineExceeded, "A step of the program has not ended yet.") }
  }

  private func call(
    _ object: String, _ function: String, _ arguments: [JSON], byValue: Bool = false
  ) async throws(InspectorError) -> JSON {
    guard pause != nil else { throw .notPaused }
    let answer = try await engine.request(
      "Runtime.callFunctionOn",
      [
        "objectId": .string(object), "functionDeclaration": .string(function), "arguments": .array(arguments),
        "doNotPauseOnExceptionsAndMuteConsole": true, "returnByValue": .bool(byValue), "generatePreview": true,
      ])
    let value = answer["result"] ?? [:]
    if answer["wasThrown"]?.bool == true {
      throw InspectorError(.unknown, value["description"]?.string ?? "The call threw.")
    }
    return value
  }

  func setVariable(_ arguments: JSON) async throws(InspectorError) -> JSON {
    guard let number = arguments["variablesReference"]?.integer, let container = containers[local(number)],
      let name = arguments["name"]?.string, let expression = arguments["value"]?.string
    else {
      throw InspectorError(
        .invalidArgument, "setVariable needs the variablesReference of an existing value, a name and a value.")
    }
    let value: JSON
    switch container {
    case .scope(_, let frame):
      guard Debugger.isIdentifier(name) else {
        throw InspectorError(.invalidArgument, "\(name) is not a variable name.")
      }
      let frame = try callFrame(["frameId": global(frame)])
      value = try await self.value(of: "\(name) = (\(expression)\n)", in: frame)
    case .object(let id), .collection(let id):
      let new = try await self.value(of: "(\(expression)\n)", in: try callFrame(["frameId": global(1)]))
      let argument: JSON = new["objectId"].map { ["objectId": $0] } ?? ["value": new["value"] ?? .null]
      value = try await call(
        id, "function (name, value) { this[name] = value; return this[name]; }", [["value": .string(name)], argument])
    case .entries, .entry:
      throw InspectorError(.invalidArgument, "Entries cannot be set here: call a method of the map or the set.")
    case .getter: throw InspectorError(.invalidArgument, "\(name) is computed by a getter and cannot be set.")
    }
    return .object(try shown(value))
  }

  private static func isIdentifier(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first.properties.isIDStart || first == "_" || first == "$" else {
      return false
    }
    return text.unicodeScalars.dropFirst().allSatisfy { $0.properties.isIDContinue || $0 == "$" }
  }

  // MARK: Completion

  /// Completions of the text: properties after a path of names, otherwise variables and globals.
  func completions(_ arguments: JSON) async throws(InspectorError) -> JSON {
    let typed = Array(arguments["text"]?.string ?? "")
    let column = min(max(0, (arguments["column"]?.integer ?? 1) - 1), typed.count)
    let path = typed[..<column].reversed().prefix { $0.isLetter || $0.isNumber || "_$.".contains($0) }.reversed()
    let names = String(path).split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let last = names.last, names.dropLast().allSatisfy(Debugger.isIdentifier) else { return ["targets": []] }
    let frame = try callFrame(arguments)
    var found: Set<String> = []
    let base = names.dropLast().joined(separator: ".")
    let list = """
      ((o) => {
        const names = [];
        for (o = o === undefined || o === null ? null : Object(o); o && names.length < 5000; o = Object.getPrototypeOf(o))
          names.push(...Object.getOwnPropertyNames(o));
        return names.join("\\n");
      })(\(base.isEmpty ? "globalThis" : base))
      """
    if let text = try await value(of: list, in: frame)["value"]?.string {
      found.formUnion(text.split(separator: "\n").map(String.init))
    }
    if base.isEmpty, let id = arguments["frameId"]?.integer.map(local), let pause,
      pause.frames.indices.contains(id &- 1)
    {
      for scope in pause.frames[id &- 1]["scopeChain"]?.array ?? [] where scope["type"]?.string != "global" {
        guard let object = scope["object"]?["objectId"] else { continue }
        let result = try await engine.request(
          "Runtime.getProperties", ["objectId": object, "ownProperties": true, "fetchCount": 1000])
        found.formUnion((result["properties"]?.array ?? []).compactMap { $0["name"]?.string })
      }
    }
    let targets = found.filter { $0.hasPrefix(last) && Debugger.isIdentifier($0) }.sorted().prefix(500)
    return [
      "targets": .array(
        targets.map { ["label": .string($0), "start": JSON(column - last.count), "length": JSON(last.count)] })
    ]
  }
}
