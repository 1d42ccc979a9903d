import Causeway

extension Bridge {
  /// What JavaScript may do with a guestbook.
  func add(_ guestbook: Guestbook) {
    handle("book.sign", on: guestbook) { (guestbook, entry: Entry, _) in try guestbook.sign(entry) }
    stream("book.entries") { (call: CallContext) in await guestbook.all() }
  }
}
