import Glibc
import Synchronization

/// A function of the other side, as a connection received it.
package protocol ReceivedReference: AnyObject, Sendable {
  /// What it is, for messages: "a function".
  var noun: String { get }
}

/// A received text with references, which have been counted as received.
///
/// A reference is released when nothing holds it any more, so that a text that nobody reads releases all of them.
package final class ReferencingText: Sendable {
  package let tape: ValueTape
  /// The references, by the node of their tag.
  private let references: [Int: Found]
  private let unread: Mutex<Set<Int>>

  /// One reference, and its place in the value without the name of the value: `.row`, `.list[0]`.
  package struct Found: Sendable {
    package let reference: any ReceivedReference
    let path: String
  }

  init(_ tape: ValueTape, _ references: [Int: Found]) {
    self.tape = tape
    self.references = references
    unread = Mutex(Set(references.keys))
  }

  /// The references, in no order.
  package var all: some Sequence<any ReceivedReference> { references.values.lazy.map(\.reference) }

  /// The reference at a node; nil if there is none.
  func read(at node: Int) -> (any ReceivedReference)? {
    guard let found = references[node] else { return nil }
    _ = unread.withLock { $0.remove(node) }
    return found.reference
  }

  /// The noun for the reference at a node, for messages; nil if there is none.
  func noun(at node: Int) -> String? { references[node]?.reference.noun }

  func isReference(at node: Int) -> Bool { references[node] != nil }

  /// Throws for a function that the reader of the value did not take: it would never be called.
  package func requireAllRead(root: String) throws(BridgeError) { try requireRead(0..<tape.nodes.count, root: root) }

  /// The same for a part of the value.
  func requireRead(_ nodes: Range<Int>, root: String) throws(BridgeError) {
    let first = unread.withLock { $0.lazy.filter(nodes.contains).min() }
    guard let node = first, let found = references[node] else { return }
    let place = root + found.path
    throw BridgeError(
      root == "params" ? .invalidArgument : .internal,
      "\(place): expected a value, got \(found.reference.noun): nothing here calls it.", data: ["path": .string(place)])
  }
}

extension ReferencingText {
  /// How a reference stands in a text: `{"$reference":1}`.
  static let tag = "$reference"
}

extension EncodedValue {
  private static let needle = Array(ReferencingText.tag.utf8)

  /// Whether the text may have references, which are received by ``ReferencingText/make(of:limits:receive:)``.
  package var mayHaveReferences: Bool {
    guard case .text(let text) = content, hasTags else { return false }
    return unsafe text.withUnsafeBytes { unsafe EncodedValue.contains(EncodedValue.needle, $0) }
  }

  private static func contains(_ needle: [UInt8], _ text: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    while text.count - start >= needle.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: text[start...])
      guard let found = unsafe memchr(rest.baseAddress!, CInt(needle[0]), rest.count) else { return false }
      unsafe start += UnsafeRawPointer(found) - rest.baseAddress!
      if unsafe text[start...].starts(with: needle) { return true }
      start += 1
    }
    return false
  }
}
