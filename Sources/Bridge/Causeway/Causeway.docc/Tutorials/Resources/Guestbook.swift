import Causeway

/// A line in the book.
struct Entry: Codable, Sendable, Equatable {
  var name: String
  var text: String
}

/// The book: an actor, because several programs may write at a time.
actor Guestbook {
  private var entries: [Entry] = []
  private var readers: [AsyncStream<Entry>.Continuation] = []

  /// Returns the number of entries.
  func sign(_ entry: Entry) throws(BridgeError) -> Int {
    if entry.text.isEmpty { throw BridgeError(.invalidArgument, "The text is empty.", data: ["field": "text"]) }
    entries.append(entry)
    readers.removeAll { reader in
      if case .terminated = reader.yield(entry) { true } else { false }
    }
    return entries.count
  }

  /// The entries so far, and each new one.
  func all() -> AsyncStream<Entry> {
    let (stream, reader) = AsyncStream.makeStream(of: Entry.self)
    for entry in entries { reader.yield(entry) }
    readers.append(reader)
    return stream
  }
}
