import Causeway

/// The values that a recording omits: members by name, for methods and events by pattern.
///
///     Redaction(["*": ["password", "token"], "wifi.*": ["ssid", "bssid"], "keys.read": ["*"]])
///
/// A name matches at any depth, in any spelling (`apiKey`, `API_KEY`, `api-key`); `*` matches the whole value. Secrets
/// within a longer text are not found.
public struct Redaction: Sendable, Equatable {
  /// The replacement for an omitted value.
  public static let mark = "[redacted]"

  /// Common names of passwords and keys.
  public static let standard = Redaction([
    "*": ["password", "passphrase", "psk", "secret", "clientSecret", "token", "accessToken", "refreshToken", "apiKey"]
      + ["authorization", "cookie", "setCookie", "privateKey"]
  ])

  /// The names, by the patterns of methods and events.
  public let names: [String: [String]]
  private let rules: [(methods: Permissions, names: Set<String>)]

  /// Omits members with these names, by patterns such as `wifi.*`.
  public init(_ names: [String: [String]]) {
    self.names = names
    rules = names.map { (Permissions([$0]), Set($1.map(Redaction.plain))) }
  }

  /// Combines two sets of rules.
  public func and(_ others: [String: [String]]) -> Redaction {
    Redaction(names.merging(others) { $0 + $1 })
  }

  /// Whether both have the same rules.
  public static func == (left: Redaction, right: Redaction) -> Bool { left.names == right.names }

  private static func plain(_ name: String) -> String {
    name.lowercased().filter { $0 != "_" && $0 != "-" }
  }

  private func secrets(of method: String?) -> Set<String> {
    rules.filter { rule in method.map { rule.methods.allows($0) } ?? true }.reduce(into: []) { $0.formUnion($1.names) }
  }

  // MARK: Application

  /// The message without secrets.
  ///
  /// - Parameter method: nil for a message of an unknown method: then all rules apply.
  func apply(to message: Message, method: String?) -> Message {
    let secrets = secrets(of: method)
    if secrets.isEmpty { return message }
    func payload(_ payload: Payload) -> Payload { Redaction.redact(payload, secrets) }
    switch message {
    case .call(var request):
      request.params = payload(request.params)
      for name in request.metadata.keys where Redaction.isSecret(name, secrets) {
        request.metadata[name] = Redaction.mark
      }
      return .call(request)
    case .answer(let id, .success(let result)): return .answer(id, .success(payload(result)))
    case .answer(let id, .failure(let error)): return .answer(id, .failure(Redaction.redact(error, secrets)))
    case .progress(let id, let value): return .progress(id, payload(value))
    case .item(let id, let value): return .item(id, payload(value))
    case .event(let name, let value): return .event(name, payload(value))
    case .credit, .cancel: return message
    }
  }

  private static func isSecret(_ name: String, _ secrets: Set<String>) -> Bool { secrets.contains(plain(name)) }

  private static func redact(_ payload: Payload, _ secrets: Set<String>) -> Payload {
    if secrets.contains("*") { return .string(mark) }
    guard case .encoded = payload else { return payload }
    // A value that cannot be decoded cannot be searched: it is omitted completely.
    guard let value = try? payload.value() else { return .string(mark) }
    let redacted = redact(value, secrets)
    return redacted == value ? payload : (try? Payload(encoding: redacted)) ?? .string(mark)
  }

  private static func redact(_ error: BridgeError, _ secrets: Set<String>) -> BridgeError {
    var redacted = error
    redacted.data = error.data.map { redact($0, secrets) }
    redacted.causes = error.causes.map { redact($0, secrets) }
    return redacted
  }

  private static func redact(_ value: BridgeValue, _ secrets: Set<String>) -> BridgeValue {
    if secrets.contains("*") { return .string(mark) }
    switch value {
    case .array(let elements): return .array(elements.map { redact($0, secrets) })
    case .set(let elements): return .set(elements.map { redact($0, secrets) })
    case .object(let members):
      var object = BridgeObject()
      for (name, member) in members {
        object[name] = isSecret(name, secrets) ? .string(mark) : redact(member, secrets)
      }
      return .object(object)
    case .map(let pairs):
      return .map(
        pairs.map { pair in
          let hides = pair.key.string.map { isSecret($0, secrets) } ?? false
          return BridgePair(redact(pair.key, secrets), hides ? .string(mark) : redact(pair.value, secrets))
        })
    case .error(let error): return .error(redact(error, secrets))
    case .undefined, .null, .bool, .number, .bigInt, .string, .date, .bytes: return value
    }
  }
}
