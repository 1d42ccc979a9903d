import CausewayConcurrency
import Testing

@testable import Causeway

@Suite struct CallRingTests {
  private func id(_ number: Int) -> CallID { CallID(rawValue: UInt64(number)) }

  @Test func `a call is found until it is removed, and only once`() {
    var ring = CallRing<String>()
    ring.insert(id(1), "one")
    #expect(ring[id(1)] == "one")
    #expect(ring[id(65)] == nil)
    #expect(ring.remove(id(65)) == nil)
    #expect(ring.remove(id(1)) == "one")
    #expect(ring.remove(id(1)) == nil)
    #expect(ring.count == 0)
  }

  @Test func `calls that outlive many laps are kept`() {
    var ring = CallRing<Int>()
    let old = [1, 2, 70, 1000, 40_000]
    for number in 1...100_000 {
      ring.insert(id(number), number)
      if !old.contains(number) { #expect(ring.remove(id(number)) == number) }
    }
    #expect(ring.count == old.count)
    #expect(ring.all.map(\.call).sorted() == old)
    for number in old { #expect(ring.remove(id(number)) == number) }
    #expect(ring.all.isEmpty)
  }

  @Test func `more calls than the largest ring has slots are kept`() {
    var ring = CallRing<Int>()
    for number in 1...50_000 { ring.insert(id(number), number) }
    #expect(ring.count == 50_000)
    #expect(Set(ring.all.map(\.id)).count == 50_000)
    for number in 1...50_000 { #expect(ring.remove(id(number)) == number) }
    #expect(ring.count == 0)
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func `it does what a table does`(seed: UInt64) {
    var state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
    func random(below bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var (ring, table, next) = (CallRing<Int>(), [CallID: Int](), 1)
    let crowd = 1 + random(below: 400)
    for _ in 0..<5000 {
      if table.count < crowd, random(below: 3) > 0 {
        // Some ids were minted and never sent.
        next += 1 + random(below: 3)
        ring.insert(id(next), next)
        table[id(next)] = next
      } else {
        let number = next - random(below: 2 * crowd)
        guard number > 0 else { continue }
        #expect(ring[id(number)] == table[id(number)])
        #expect(ring.remove(id(number)) == table.removeValue(forKey: id(number)))
      }
      #expect(ring.count == table.count)
    }
    #expect(Dictionary(uniqueKeysWithValues: ring.all.map { ($0.id, $0.call) }) == table)
  }
}

@Suite struct CallLedgerTests {
  @Test func `a question of the program itself takes no place of a call`() {
    var ledger = CallLedger()
    func isOpened(_ number: UInt64, isCounted: Bool = true) -> Bool {
      let call = OutboundCall(method: "now", reply: .function { _ in }, isCounted: isCounted)
      let opening = ledger.open(CallID(rawValue: number), call, due: .never, limit: 1)
      return if case .opened = opening { true } else { false }
    }
    #expect(isOpened(1, isCounted: false) && isOpened(2, isCounted: false))
    #expect(isOpened(3) && !isOpened(4))
    #expect(ledger.close(CallID(rawValue: 1)) != nil && ledger.close(CallID(rawValue: 1)) == nil)
    #expect(!isOpened(5) && ledger.close(CallID(rawValue: 3)) != nil && isOpened(6))
    #expect(ledger.reset(closing: nil).outbound.count == 2 && isOpened(7) && !isOpened(8))
  }
}
