import Testing

@testable import JavaScriptRuntime

/// The assignment of runtimes to waiters, without an engine.
@Suite struct PoolLedgerTests {
  final class Member: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
  }

  typealias Ledger = PoolLedger<Member, String>

  /// The actions as text.
  static func words(_ actions: [Ledger.Action]?) -> [String] {
    (actions ?? []).map { action in
      switch action {
      case .grant(let waiter, let member): "\(waiter) gets \(member.name)"
      case .fail(let waiter, let error): "\(waiter) fails: \(error)"
      case .create(let used): "create from \(used?.name ?? "nothing")"
      }
    }
  }

  let a = Member("a"), b = Member("b"), c = Member("c")

  func ledger(count: Int = 2, spares: [Member] = [], isFresh: Bool = false) -> Ledger {
    var ledger = Ledger(count: count, spares: spares.count, isFresh: isFresh)
    for member in [a, b].prefix(count) + spares { _ = ledger.created(member) }
    return ledger
  }

  func acquire(_ ledger: inout Ledger, _ waiter: String, slot: Int? = nil) -> [String] {
    let ticket = ledger.makeTicket()
    return PoolLedgerTests.words(ledger.acquire(waiter, ticket: ticket, slot: slot, refusal: JavaScriptError.closed))
  }

  @Test func `the least busy member is taken, of two equally busy ones the one used less recently`() {
    var ledger = ledger()
    #expect(acquire(&ledger, "first") == ["first gets a"])
    #expect(acquire(&ledger, "second") == ["second gets b"])
    #expect(acquire(&ledger, "third") == ["third gets a"])
    #expect(acquire(&ledger, "fourth") == ["fourth gets b"])
    _ = ledger.release(b, isUnusable: false)
    _ = ledger.release(b, isUnusable: false)
    #expect(acquire(&ledger, "fifth") == ["fifth gets b"])
    #expect(acquire(&ledger, "sixth") == ["sixth gets b"])
    #expect(ledger.loads == [2, 2])
  }

  @Test func `a queue that is full refuses the next waiter, and none that waits`() {
    var ledger = Ledger(count: 1, spares: 0, isFresh: true, maximumQueue: 2)
    _ = ledger.created(a)
    #expect(acquire(&ledger, "first") == ["first gets a"])
    #expect(acquire(&ledger, "second") == [])
    #expect(acquire(&ledger, "third") == [])
    #expect(acquire(&ledger, "fourth") == ["fourth fails: \(JavaScriptError.closed)"])
    #expect(ledger.queue == 2)
    #expect(PoolLedgerTests.words(ledger.release(a, isUnusable: false)) == ["create from a"])
    #expect(PoolLedgerTests.words(ledger.created(a)) == ["second gets a"])
    #expect(acquire(&ledger, "fifth") == [])
  }

  @Test func `a requested slot is used however busy it is`() {
    var ledger = ledger()
    for number in 1...5 { #expect(acquire(&ledger, "\(number)", slot: 1) == ["\(number) gets b"]) }
    #expect(acquire(&ledger, "other") == ["other gets a"])
  }

  @Test func `a spare takes the slot of a closed member, and another member is created`() {
    var ledger = ledger(spares: [c])
    _ = acquire(&ledger, "first", slot: 0)
    #expect(PoolLedgerTests.words(ledger.ended(ObjectIdentifier(a))) == ["create from nothing"])
    #expect(acquire(&ledger, "second", slot: 0) == ["second gets c"])
    // Reported twice, and by the use itself as well.
    #expect(PoolLedgerTests.words(ledger.ended(ObjectIdentifier(a))) == [])
    #expect(PoolLedgerTests.words(ledger.release(a, isUnusable: true)) == [])
    #expect(ledger.creating == 1)
  }

  @Test func `a member whose limit fired is replaced before the next use`() {
    var ledger = ledger(count: 1)
    _ = acquire(&ledger, "first")
    #expect(PoolLedgerTests.words(ledger.release(a, isUnusable: true)) == ["create from nothing"])
    #expect(acquire(&ledger, "second") == [])
    #expect(ledger.queue == 1)
    #expect(PoolLedgerTests.words(ledger.created(c)) == ["second gets c"])
  }

  @Test func `a fresh member serves once, and a spare serves while it is recreated`() {
    var ledger = ledger(count: 1, spares: [c], isFresh: true)
    #expect(acquire(&ledger, "first") == ["first gets a"])
    #expect(acquire(&ledger, "second") == [])
    #expect(PoolLedgerTests.words(ledger.release(a, isUnusable: false)) == ["create from a", "second gets c"])
    #expect(PoolLedgerTests.words(ledger.release(c, isUnusable: false)) == ["create from c"])
    #expect(acquire(&ledger, "third") == [])
    #expect(PoolLedgerTests.words(ledger.created(a)) == ["third gets a"])
    #expect(PoolLedgerTests.words(ledger.created(c)) == [])
    #expect(ledger.spareMembers == 1)
  }

  @Test func `waiters are served in order, except cancelled ones`() {
    var ledger = ledger(count: 1, isFresh: true)
    _ = acquire(&ledger, "first")
    _ = acquire(&ledger, "second")
    let ticket = ledger.makeTicket()
    _ = ledger.acquire("impatient", ticket: ticket, slot: nil, refusal: JavaScriptError.closed)
    _ = acquire(&ledger, "third")
    #expect(ledger.cancel(ticket) == "impatient")
    #expect(ledger.cancel(ticket) == nil)
    _ = ledger.release(a, isUnusable: false)
    #expect(PoolLedgerTests.words(ledger.created(a)) == ["second gets a"])
    _ = ledger.release(a, isUnusable: false)
    #expect(PoolLedgerTests.words(ledger.created(a)) == ["third gets a"])
  }

  @Test func `when no member can be created, its waiters fail, and the next request tries again`() {
    var ledger = ledger()
    #expect(PoolLedgerTests.words(ledger.ended(ObjectIdentifier(a))) == ["create from nothing"])
    #expect(acquire(&ledger, "kept", slot: 0) == [])
    #expect(acquire(&ledger, "any") == ["any gets b"])
    #expect(PoolLedgerTests.words(ledger.failed(Sentence("no memory"))) == ["kept fails: no memory"])
    #expect(acquire(&ledger, "next", slot: 0) == ["create from nothing"])
    #expect(PoolLedgerTests.words(ledger.created(c)) == ["next gets c"])
  }

  @Test func `a waiter whose runtime could not be created gets another attempt after a success`() {
    var ledger = ledger()
    for member in [a, b] { _ = ledger.ended(ObjectIdentifier(member)) }
    #expect(acquire(&ledger, "kept", slot: 1) == [])
    #expect(PoolLedgerTests.words(ledger.failed(Sentence("no memory"))) == [])
    #expect(PoolLedgerTests.words(ledger.created(c)) == ["create from nothing"])
    #expect(PoolLedgerTests.words(ledger.failed(Sentence("no memory"))) == ["kept fails: no memory"])
    #expect(acquire(&ledger, "next", slot: 1) == ["create from nothing"])
    #expect(PoolLedgerTests.words(ledger.created(a)) == ["next gets a"])
  }

  @Test func `closing fails current and later waiters, and rejects members that are still being created`() {
    var ledger = ledger(count: 1, isFresh: true)
    _ = acquire(&ledger, "first")
    _ = acquire(&ledger, "second")
    let (members, actions) = ledger.close(Sentence("closed"))
    #expect(members.map(\.name) == ["a"])
    #expect(PoolLedgerTests.words(actions) == ["second fails: closed"])
    #expect(acquire(&ledger, "third") == ["third fails: closed"])
    #expect(PoolLedgerTests.words(ledger.release(a, isUnusable: false)) == [])
    #expect(ledger.created(c).map(PoolLedgerTests.words) == nil)
    #expect(ledger.close(Sentence("again")).members.isEmpty)
  }
}

struct Sentence: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
