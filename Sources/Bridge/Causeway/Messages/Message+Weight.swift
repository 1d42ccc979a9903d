extension CallRequest {
  /// The bytes that a call holds while it is handled.
  var weight: Int {
    var weight = params.weight
    if !metadata.isEmpty { weight += metadata.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count } }
    return weight
  }
}

extension Message {
  /// The bytes that a message holds while it waits.
  package var weight: Int {
    switch self {
    case .call(let request): request.weight
    case .answer(_, let answer): answer.weight
    case .progress(_, let payload), .item(_, let payload), .event(_, let payload): payload.weight
    case .credit, .cancel: 0
    }
  }
}
