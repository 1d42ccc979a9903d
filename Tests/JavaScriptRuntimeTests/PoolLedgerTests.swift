import Testing

@testable import JavaScriptRuntime

/// Who works where, without an engine.
@Suite struct PoolLedgerTests {
  final class Member: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
  }

  typealias Ledger = PoolLedger<Member, String>

  /// What is to be done, as words.
  static func words(_ actions: [Ledger.Action]?) -> [String] {
    (actions ?? []).map { action in
      switch action {
      case .grant(let waiter, let member): "\(waiter) gets \(member.name)"
      case .fail(let waiter, let error): "\(waiter) fails: \(error)"
      case .make(let used): "make of \(used?.name ?? "nothing")"
      }
    }
  }

  let a = Member("a"), b = Member("b"), c = Member("c")

  func ledger(count: Int = 2, spares: [Member] = [], isFresh: Bool = false) -> Ledger {
    var ledger = Ledger(count: count, spares: spares.count, isFresh: isFresh)
    for member in [a, b].prefix(count) + spares { _ = ledger.arrived(member) }
    return ledger
  }

  func enter(_ ledger: inout Ledger, _ waiter: String, place: Int? = nil) -> [String] {
    let ticket = ledger.makeTicket()
    return PoolLedgerTests.words(ledger.enter(waiter, ticket: ticket, place: place))
  }

  @Test func `the least busy is taken, and of two that are equally busy the one that rested longer`() {
    var ledger = ledger()
    #expect(enter(&ledger, "first") == ["first gets a"])
    #expect(enter(&ledger, "second") == ["second gets b"])
    #expect(enter(&ledger, "third") == ["third gets a"])
    #expect(enter(&ledger, "fourth") == ["fourth gets b"])
    _ = ledger.leave(b, isSpent: false)
    _ = ledger.leave(b, isSpent: false)
    #expect(enter(&ledger, "fifth") == ["fifth gets b"])
    #expect(enter(&ledger, "sixth") == ["sixth gets b"])
    #expect(ledger.loads == [2, 2])
  }

  @Test func `a place is kept however busy it is`() {
    var ledger = ledger()
    for number in 1...5 { #expect(enter(&ledger, "\(number)", place: 1) == ["\(number) gets b"]) }
    #expect(enter(&ledger, "other") == ["other gets a"])
  }

  @Test func `a spare takes the place of one that ended, and another is made`() {
    var ledger = ledger(spares: [c])
    _ = enter(&ledger, "first", place: 0)
    #expect(PoolLedgerTests.words(ledger.ended(ObjectIdentifier(a))) == ["make of nothing"])
    #expect(enter(&ledger, "second", place: 0) == ["second gets c"])
    // Told twice, and by whoever used it as well.
    #expect(PoolLedgerTests.words(ledger.ended(ObjectIdentifier(a))) == [])
    #expect(PoolLedgerTests.words(ledger.leave(a, isSpent: true)) == [])
    #expect(ledger.owed == 1)
  }

  @Test func `one whose limit fired is replaced before anybody else gets it`() {
    var ledger = ledger(count: 1)
    _ = enter(&ledger, "first")
    #expect(PoolLedgerTests.words(ledger.leave(a, isSpent: true)) == ["make of nothing"])
    #expect(enter(&ledger, "second") == [])
    #expect(ledger.queue == 1)
    #expect(PoolLedgerTests.words(ledger.arrived(c)) == ["second gets c"])
  }

  @Test func `a fresh one serves once, and a spare serves while it is made anew`() {
    var ledger = ledger(count: 1, spares: [c], isFresh: true)
    #expect(enter(&ledger, "first") == ["first gets a"])
    #expect(enter(&ledger, "second") == [])
    #expect(PoolLedgerTests.words(ledger.leave(a, isSpent: false)) == ["make of a", "second gets c"])
    #expect(PoolLedgerTests.words(ledger.leave(c, isSpent: false)) == ["make of c"])
    #expect(enter(&ledger, "third") == [])
    #expect(PoolLedgerTests.words(ledger.arrived(a)) == ["third gets a"])
    #expect(PoolLedgerTests.words(ledger.arrived(c)) == [])
    #expect(ledger.spareMembers == 1)
  }

  @Test func `who waits is served in order, and who gave up is not`() {
    var ledger = ledger(count: 1, isFresh: true)
    _ = enter(&ledger, "first")
    _ = enter(&ledger, "second")
    let ticket = ledger.makeTicket()
    _ = ledger.enter("impatient", ticket: ticket, place: nil)
    _ = enter(&ledger, "third")
    #expect(ledger.cancel(ticket) == "impatient")
    #expect(ledger.cancel(ticket) == nil)
    _ = ledger.leave(a, isSpent: false)
    #expect(PoolLedgerTests.words(ledger.arrived(a)) == ["second gets a"])
    _ = ledger.leave(a, isSpent: false)
    #expect(PoolLedgerTests.words(ledger.arrived(a)) == ["third gets a"])
  }

  @Test func `when none can be made, who waits for it is told, and who comes next has it tried again`() {
    var ledger = ledger()
    #expect(PoolLedgerTests.words(ledger.ended(ObjectIdentifier(a))) == ["make of nothing"])
    #expect(enter(&ledger, "kept", place: 0) == [])
    #expect(enter(&ledger, "any") == ["any gets b"])
    #expect(PoolLedgerTests.words(ledger.failed(Sentence("no memory"))) == ["kept fails: no memory"])
    #expect(enter(&ledger, "next", place: 0) == ["make of nothing"])
    #expect(PoolLedgerTests.words(ledger.arrived(c)) == ["next gets c"])
  }

  @Test func `who waits for a runtime that could not be made has it tried again once another was`() {
    var ledger = ledger()
    for member in [a, b] { _ = ledger.ended(ObjectIdentifier(member)) }
    #expect(enter(&ledger, "kept", place: 1) == [])
    #expect(PoolLedgerTests.words(ledger.failed(Sentence("no memory"))) == [])
    #expect(PoolLedgerTests.words(ledger.arrived(c)) == ["make of nothing"])
    #expect(PoolLedgerTests.words(ledger.failed(Sentence("no memory"))) == ["kept fails: no memory"])
    #expect(enter(&ledger, "next", place: 1) == ["make of nothing"])
    #expect(PoolLedgerTests.words(ledger.arrived(a)) == ["next gets a"])
  }

  @Test func `closing refuses who waits and who comes, and wants nothing that is still being made`() {
    var ledger = ledger(count: 1, isFresh: true)
    _ = enter(&ledger, "first")
    _ = enter(&ledger, "second")
    let (members, actions) = ledger.close(Sentence("closed"))
    #expect(members.map(\.name) == ["a"])
    #expect(PoolLedgerTests.words(actions) == ["second fails: closed"])
    #expect(enter(&ledger, "third") == ["third fails: closed"])
    #expect(PoolLedgerTests.words(ledger.leave(a, isSpent: false)) == [])
    #expect(ledger.arrived(c).map(PoolLedgerTests.words) == nil)
    #expect(ledger.close(Sentence("again")).members.isEmpty)
  }
}

struct Sentence: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
