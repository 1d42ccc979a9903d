import Causeway

/// The calls and streams that JavaScript has begun, and whether they keep its program alive.
struct PendingCalls {
  private var calls: Set<UInt64> = []
  private var streams: Set<UInt64> = []
  /// Whether nobody waits for an item of a stream; JavaScript tells when somebody does.
  var areStreamsAtRest = false

  /// Whether a program has to wait for an answer or an item.
  var keepProgramAlive: Bool { !calls.isEmpty || !streams.isEmpty && !areStreamsAtRest }

  /// Whether only streams keep the program alive, so that it may end if none has a waiting reader.
  var mayRest: Bool { calls.isEmpty && !streams.isEmpty && !areStreamsAtRest }

  mutating func began(_ id: CallID, isStream: Bool) {
    if isStream {
      streams.insert(id.rawValue)
      areStreamsAtRest = false
    } else {
      calls.insert(id.rawValue)
    }
  }

  mutating func ended(_ id: CallID) {
    if calls.remove(id.rawValue) == nil { streams.remove(id.rawValue) }
  }
}
