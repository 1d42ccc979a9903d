/// Assigns the runtimes of a pool to waiters.
///
/// It decides only; the pool performs the returned actions.
///
/// A pool has slots, each with one member that serves, and spares. When a member can serve no longer, a spare takes its
/// slot, and another member is created.
struct PoolLedger<Member: AnyObject & Sendable, Waiter: Sendable>: Sendable {
  /// An action for the pool to perform after it has released its lock.
  enum Action: Sendable {
    /// Let the waiter use the member, until ``release(_:isUnusable:)``.
    case grant(Waiter, Member)
    /// Fail the waiter.
    case fail(Waiter, any Error)
    /// Create a member, by reloading a used one if given.
    ///
    /// The result is reported by ``created(_:)`` or ``failed(_:)``.
    case create(Member?)
  }

  private struct Slot: Sendable {
    var member: Member?
    var load = 0
    /// The number of the last use over all slots: of two equally busy members, the one used less recently is next.
    var lastUse = 0
  }

  private struct Waiting: Sendable {
    let ticket: Int
    let waiter: Waiter
    let slot: Int?
  }

  private let spareCount: Int
  /// The number of concurrent uses of one member.
  private let capacity: Int
  /// The number of waiters at most.
  private let maximumQueue: Int
  /// Whether each member serves one use and is then reloaded.
  private let isFresh: Bool
  private var slots: [Slot]
  private var spares: [Member] = []
  private var waiting: [Waiting] = []
  private var uses = 0
  private var tickets = 0
  /// The number of members that are being created.
  private(set) var creating: Int
  private(set) var closed: (any Error)?

  init(count: Int, spares: Int, isFresh: Bool, maximumQueue: Int = .max) {
    slots = Array(repeating: Slot(), count: count)
    spareCount = spares
    self.maximumQueue = maximumQueue
    self.isFresh = isFresh
    capacity = isFresh ? 1 : .max
    creating = count + spares
  }

  /// The members that serve, and the spares.
  var members: [Member] { slots.compactMap(\.member) + spares }
  /// For each slot, the number of current uses.
  var loads: [Int] { slots.map(\.load) }
  /// The number of waiters.
  var queue: Int { waiting.count }
  var spareMembers: Int { spares.count }

  // MARK: Using

  mutating func makeTicket() -> Int {
    tickets += 1
    return tickets
  }

  /// Requests the least busy member, or the member of one slot.
  ///
  /// - Parameter refusal: the error of a waiter for which the queue has no room.
  mutating func acquire(_ waiter: Waiter, ticket: Int, slot: Int?, refusal: @autoclosure () -> any Error) -> [Action] {
    if let closed { return [.fail(waiter, closed)] }
    waiting.append(Waiting(ticket: ticket, waiter: waiter, slot: slot))
    let granted = serve() + replenish()
    guard waiting.count > maximumQueue else { return granted }
    waiting.removeLast()
    return granted + [.fail(waiter, refusal())]
  }

  /// Withdraws a request; nil if it was granted or refused.
  mutating func cancel(_ ticket: Int) -> Waiter? {
    guard let index = waiting.firstIndex(where: { $0.ticket == ticket }) else { return nil }
    return waiting.remove(at: index).waiter
  }

  /// Returns a member after its use.
  ///
  /// - Parameter isUnusable: whether the member cannot be used any more.
  mutating func release(_ member: Member, isUnusable: Bool) -> [Action] {
    guard let index = slots.firstIndex(where: { $0.member === member }) else { return [] }
    if isUnusable { return ended(ObjectIdentifier(member)) }
    guard isFresh else {
      slots[index].load -= 1
      return serve()
    }
    creating += 1
    slots[index] = Slot(member: spares.popLast(), lastUse: slots[index].lastUse)
    return [.create(member)] + serve()
  }

  // MARK: Members

  /// Removes a closed member.
  ///
  /// Its current users get their errors from the member itself.
  mutating func ended(_ member: ObjectIdentifier) -> [Action] {
    func isGone(_ other: Member) -> Bool { ObjectIdentifier(other) == member }
    spares.removeAll(where: isGone)
    if let index = slots.firstIndex(where: { $0.member.map(isGone) ?? false }) {
      slots[index] = Slot(member: spares.popLast(), lastUse: slots[index].lastUse)
    }
    return closed == nil ? replenish() + serve() : []
  }

  /// Adds a created member; nil if the pool has closed meanwhile, and the caller has to close the member.
  mutating func created(_ member: Member) -> [Action]? {
    guard closed == nil else { return nil }
    creating -= 1
    if let index = slots.firstIndex(where: { $0.member == nil }) {
      slots[index].member = member
    } else {
      spares.append(member)
    }
    let granted = serve()
    // A remaining waiter may need a member whose creation failed while this one was being created.
    return waiting.isEmpty ? granted : granted + replenish()
  }

  /// Records that a member could not be created.
  ///
  /// Waiters that no member can serve any more are failed; the next request tries again.
  mutating func failed(_ error: any Error) -> [Action] {
    creating -= 1
    guard creating == 0 else { return [] }
    let isEmpty = slots.allSatisfy { $0.member == nil }
    let unserved = waiting.filter { $0.slot.map { slots[$0].member == nil } ?? isEmpty }
    waiting.removeAll { request in unserved.contains { $0.ticket == request.ticket } }
    return unserved.map { .fail($0.waiter, error) }
  }

  /// Records that a member created for a closed pool was closed.
  mutating func discarded() { creating -= 1 }

  // MARK: End

  /// Closes the ledger: removes the members, and fails current and later requests.
  mutating func close(_ error: any Error) -> (members: [Member], actions: [Action]) {
    closed = closed ?? error
    defer {
      (waiting, spares) = ([], [])
      for index in slots.indices { slots[index].member = nil }
    }
    return (members, waiting.map { .fail($0.waiter, error) })
  }

  // MARK: Deciding

  /// Creates the missing members.
  private mutating func replenish() -> [Action] {
    let missing = slots.count + spareCount - members.count - creating
    guard missing > 0 else { return [] }
    creating += missing
    return Array(repeating: .create(nil), count: missing)
  }

  /// Grants requests in their order.
  private mutating func serve() -> [Action] {
    var granted: [Action] = []
    var index = 0
    while index < waiting.count {
      guard let slot = free(for: waiting[index]), let member = slots[slot].member else {
        index += 1
        continue
      }
      uses += 1
      slots[slot].load += 1
      slots[slot].lastUse = uses
      granted.append(.grant(waiting.remove(at: index).waiter, member))
    }
    return granted
  }

  private func free(for request: Waiting) -> Int? {
    func isFree(_ slot: Slot) -> Bool { slot.member != nil && slot.load < capacity }
    if let slot = request.slot { return isFree(slots[slot]) ? slot : nil }
    return slots.indices.filter { isFree(slots[$0]) }.min {
      (slots[$0].load, slots[$0].lastUse) < (slots[$1].load, slots[$1].lastUse)
    }
  }
}
