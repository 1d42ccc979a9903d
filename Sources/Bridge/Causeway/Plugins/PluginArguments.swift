/// The arguments of a call to a plugin's method.
public struct PluginArguments {
  private let params: Payload
  private let limits: Limits
  private let method: String

  init(_ params: Payload, limits: Limits, method: String) {
    self.params = params
    self.limits = limits
    self.method = method
  }

  // MARK: Parameters

  /// The one parameter.
  public func value(_ type: Double.Type = Double.self) throws -> Double {
    if case .number(let value) = params { value } else { try params.decode(limits: limits) }
  }

  /// The one parameter.
  public func value(_ type: String.Type = String.self) throws -> String {
    if case .string(let value) = params { value } else { try params.decode(limits: limits) }
  }

  /// The one parameter.
  public func value<Value: CrossingValue>(_ type: Value.Type = Value.self) throws -> Value {
    if case .encoded(let encoded) = params {
      let value = try TapeSource(encoded, limits: limits).read(type, at: 0)
      try encoded.references?.requireAllRead(root: "params")
      return value
    }
    if case .undefined = params, let value = Value.missing { return value }
    return try params.decode(type, limits: limits)
  }

  /// The one parameter, by its type's `Codable` conformance.
  @_disfavoredOverload
  public func value<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    try params.decode(type, limits: limits)
  }

  /// The one parameter, or the default if it was left out.
  public func value<Value: Decodable>(
    _ type: Value.Type = Value.self, default value: @autoclosure () -> Value
  ) throws -> Value {
    if case .undefined = params { return value() }
    return try params.decode(type, limits: limits)
  }

  /// The parameters by name.
  ///
  /// An unknown parameter is refused: otherwise a misspelt one would be ignored silently.
  public func named(_ names: MemberNames) throws -> ObjectReader {
    let source = try source(empty: "{}")
    guard case .plain(let node, let index) = source.resolve(0), node.isObject else {
      throw ValueMismatch("expected an object of \(method)'s parameters, got \(source.noun(0))")
    }
    return try ObjectReader(source: source, object: index, names: names, refusingOthers: method)
  }

  /// The members of an object of options, which may be left out, or null; an unknown one is refused.
  package func options(_ names: MemberNames) throws -> ObjectReader {
    guard case .null = params else { return try named(names) }
    return try PluginArguments(.undefined, limits: limits, method: method).named(names)
  }

  /// The parameters in order.
  public func positional(_ names: MemberNames) throws -> ObjectReader {
    let source = try source(empty: "[]")
    guard case .plain(let node, let index) = source.resolve(0), node.kind == .array else {
      throw ValueMismatch("expected an array of \(method)'s arguments, got \(source.noun(0))")
    }
    return try ObjectReader(source: source, array: index, names: names, method: method)
  }

  private func source(empty: StaticString) throws -> TapeSource {
    switch params {
    case .encoded(let encoded):
      let source = try TapeSource(encoded, limits: limits)
      if encoded.references != nil { source.rootOfUnread = "params" }
      return source
    case .undefined: return try TapeSource(EncodedValue(text: Array(empty.description.utf8)), limits: limits)
    default:
      let writer = JSONWriter()
      writer.write(params)
      return try TapeSource(writer.finish(), limits: limits)
    }
  }

  // MARK: The answer

  /// Encodes a result.
  public func answer(_ result: Double) throws -> Payload { .number(result) }
  /// Encodes a result.
  public func answer(_ result: Bool) throws -> Payload { .bool(result) }
  /// Encodes a result.
  public func answer(_ result: Int) throws -> Payload { try Payload(encoding: result, limits: limits) }
  /// Encodes a result.
  public func answer(_ result: String) throws -> Payload { try Payload(encoding: result, limits: limits) }
  /// Nothing: `undefined`.
  public func answer(_ result: Void) throws -> Payload { .undefined }
  /// Encodes a result.
  public func answer<Value: CrossingValue>(_ result: Value) throws -> Payload {
    try Payload(crossing: result, limits: limits)
  }
  /// Encodes a result by its type's `Codable` conformance.
  @_disfavoredOverload
  public func answer<Value: Encodable>(_ result: Value) throws -> Payload {
    try Payload(encoding: result, limits: limits)
  }
  /// Says what to do about a sequence that does not look like one.
  @available(*, unavailable, message: "it returns an AsyncSequence: mark it @Export(stream: true)")
  public func answer<Items: AsyncSequence>(_ result: Items) throws -> Payload { .undefined }
}

extension PluginArguments {
  /// The one parameter, if it is within the range.
  public func checked<Number: BinaryInteger>(_ value: Number, within range: ClosedRange<Double>) throws -> Number {
    try NumberRange.check(Double(value), range)
    return value
  }

  /// The one parameter, if it is within the range.
  public func checked<Number: BinaryFloatingPoint>(_ value: Number, within range: ClosedRange<Double>) throws -> Number
  {
    try NumberRange.check(Double(value), range)
    return value
  }
}
