/// The open calls of one side by id: a ring of slots, as ids count up and most calls end soon.
///
/// A call that outlives a lap of the ring moves to a table when its slot is needed; only then is its id hashed.
struct CallRing<Call> {
  private var slots: [(id: CallID, call: Call)?] = Array(repeating: nil, count: 64)
  private var overflow: [CallID: Call] = [:]
  private var inSlots = 0
  private static var largest: Int { 1 << 14 }

  var count: Int { inSlots + overflow.count }

  /// All calls, in no order.
  var all: [(id: CallID, call: Call)] { slots.compactMap(\.self) + overflow.map { ($0, $1) } }

  subscript(id: CallID) -> Call? {
    if let slot = slots[index(id)], slot.id == id { return slot.call }
    return overflow.isEmpty ? nil : overflow[id]
  }

  /// Adds a call, whose id is new.
  mutating func insert(_ id: CallID, _ call: Call) {
    if slots[index(id)] != nil { makeRoom(for: id) }
    slots[index(id)] = (id, call)
    inSlots += 1
  }

  mutating func remove(_ id: CallID) -> Call? {
    let index = index(id)
    if let slot = slots[index], slot.id == id {
      slots[index] = nil
      inSlots -= 1
      return slot.call
    }
    return overflow.isEmpty ? nil : overflow.removeValue(forKey: id)
  }

  private func index(_ id: CallID) -> Int { Int(truncatingIfNeeded: id.rawValue) & (slots.count - 1) }

  /// Frees the slot of an id: by a larger ring while this one is well filled, or else at the cost of the call in it.
  private mutating func makeRoom(for id: CallID) {
    if inSlots * 2 >= slots.count, slots.count < CallRing.largest {
      let calls = slots
      slots = Array(repeating: nil, count: calls.count * 2)
      // Two that were apart stay apart.
      for case let slot? in calls { slots[index(slot.id)] = slot }
    }
    guard let old = slots[index(id)] else { return }
    overflow[old.id] = old.call
    slots[index(id)] = nil
    inSlots -= 1
  }
}
