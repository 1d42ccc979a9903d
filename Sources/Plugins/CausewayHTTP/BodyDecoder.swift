#if Plugins
import Causeway

/// Undoes the encodings of a response's body piece by piece, the last one first.
struct BodyDecoder: Sendable {
  /// The encodings that requests accept.
  static let accepted = "gzip, deflate, br, zstd"
  /// More encodings around each other only serve to hide how large a body is.
  private static let maximum = 5

  /// In the order in which they are undone.
  private let stages: [any BodyStage]

  /// Nil for an unencoded body, for an encoding that no request accepts, and for more than five of them.
  ///
  /// - Parameter encodings: the values of `Content-Encoding`, in the order in which they were applied.
  init?(_ encodings: [String]) {
    let encodings = encodings.filter { $0.lowercased() != "identity" && !$0.isEmpty }
    let stages = encodings.reversed().compactMap(BodyDecoder.stage)
    guard !stages.isEmpty, stages.count == encodings.count, stages.count <= BodyDecoder.maximum else { return nil }
    self.stages = stages
  }

  private static func stage(_ encoding: String) -> (any BodyStage)? {
    switch encoding.lowercased() {
    case "gzip", "x-gzip": BodyInflater(.gzip)
    case "deflate": BodyInflater(.deflate)
    case "br": BrotliStage()
    case "zstd": ZstdStage()
    default: nil
    }
  }

  /// More of the encoded data; only when there is no piece left.
  func add(_ bytes: [UInt8]) { stages[0].add(bytes) }

  /// The next piece, of so many bytes at most; empty when that needs more data.
  ///
  /// - Throws: `DATA_LOSS` if the data is not valid in an encoding that the header names.
  func next(atMost limit: Int) throws(BridgeError) -> [UInt8] { try next(stages.count - 1, limit) }

  private func next(_ stage: Int, _ limit: Int) throws(BridgeError) -> [UInt8] {
    while true {
      let piece = try stages[stage].next(atMost: limit)
      if !piece.isEmpty || stage == 0 { return piece }
      let more = try next(stage - 1, limit)
      if more.isEmpty { return [] }
      stages[stage].add(more)
    }
  }

  /// Notes the end of the data.
  func end() throws(BridgeError) { for stage in stages { try stage.end() } }
}
#endif
