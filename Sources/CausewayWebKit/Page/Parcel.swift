/// A message on its way to or from a page: its text, and the bytes that the text refers to by their index.
struct Parcel: Sendable, Equatable {
  var text: [UInt8]
  var attachments: [[UInt8]] = []

  init(text: [UInt8], attachments: [[UInt8]] = []) {
    self.text = text
    self.attachments = attachments
  }

  /// All bytes of it.
  var count: Int { attachments.reduce(text.count) { $0 + $1.count } }

  /// The end of the parcel as one body, behind its attachments: see `bridge-js/src/page-bytes.js`.
  func ending(_ number: Int) -> [UInt8] {
    let sizes = [number, text.count] + attachments.map(\.count)
    return text + Array("\n\(sizes.map(String.init).joined(separator: " "))".utf8)
  }

  /// Takes a body whose attachments and text make up the first `length` bytes; nil if the sizes do not fit.
  ///
  /// - Parameter sizes: the length of the text, then those of the attachments.
  init?(_ body: inout [UInt8], length: Int, sizes: [Int]) {
    var rest = length
    for size in sizes {
      guard size >= 0, size <= rest else { return nil }
      rest -= size
    }
    guard rest == 0, let count = sizes.first else { return nil }
    text = Array(body[(length - count)..<length])
    if sizes.count == 2 {
      attachments = [[]]
      body.removeLast(body.count - sizes[1])
      swap(&body, &attachments[0])
      return
    }
    var at = 0
    for size in sizes.dropFirst() {
      attachments.append(Array(body[at..<at + size]))
      at += size
    }
  }
}
