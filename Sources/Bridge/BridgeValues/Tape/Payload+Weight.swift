extension Payload {
  /// Whether it may hold memory outside itself.
  @inlinable @inline(__always)
  package var hasWeight: Bool {
    switch self {
    case .undefined, .null, .bool, .number: false
    case .string, .encoded: true
    }
  }

  /// The bytes that a payload holds outside itself: those of its text and its attachments.
  package var weight: Int {
    switch self {
    case .undefined, .null, .bool, .number: 0
    case .string(let text): text.utf8.count
    case .encoded(let value): value.size
    }
  }
}

extension Result<Payload, BridgeError> {
  /// The bytes that an answer holds.
  package var weight: Int {
    switch self {
    case .success(let payload): payload.weight
    case .failure(let error): error.weight
    }
  }
}

extension BridgeError {
  /// The bytes of its content.
  package var weight: Int {
    let texts = [code.rawValue, message, method, name, stack]
    return causes.reduce(texts.reduce(data?.weight ?? 0) { $0 + ($1?.utf8.count ?? 0) }) { $0 + $1.weight }
  }
}

extension BridgeValue {
  /// The bytes of the texts and bytes in it, and a few for each value.
  package var weight: Int {
    switch self {
    case .undefined, .null, .bool, .number, .date: 16
    case .bigInt(let text), .string(let text): 16 + text.utf8.count
    case .bytes(let bytes): 16 + bytes.data.count
    case .array(let values), .set(let values): values.reduce(16) { $0 + $1.weight }
    case .object(let object): object.reduce(16) { $0 + $1.key.utf8.count + $1.value.weight }
    case .map(let pairs): pairs.reduce(16) { $0 + $1.key.weight + $1.value.weight }
    case .error(let error): 16 + error.weight
    }
  }
}
