/// Which runtime of a pool works for whom: decides, and leaves the doing to the pool.
///
/// A pool has places, each with one member that serves, and spares that wait. A member that is used up leaves its place,
/// a spare takes it, and another member is made.
struct PoolLedger<Member: AnyObject & Sendable, Waiter: Sendable>: Sendable {
  /// What the pool is to do, after leaving its lock.
  enum Action: Sendable {
    /// Let the waiter use a member, until ``leave(_:isSpent:)``.
    case grant(Waiter, Member)
    /// Tell the waiter that there will be none.
    case fail(Waiter, any Error)
    /// Make a member, of a used one or of nothing; its end is told by ``arrived(_:)`` or ``failed(_:)``.
    case make(Member?)
  }

  private struct Place: Sendable {
    var member: Member?
    var load = 0
    /// Counts up over all places: of two that are equally busy, the one that rested longer is next.
    var lastUse = 0
  }

  private struct Waiting: Sendable {
    let ticket: Int
    let waiter: Waiter
    let place: Int?
  }

  private let spareCount: Int
  /// How many may use one member at a time.
  private let capacity: Int
  /// Whether a member serves once and is then made anew.
  private let isFresh: Bool
  private var places: [Place]
  private var spares: [Member] = []
  private var waiting: [Waiting] = []
  private var uses = 0
  private var tickets = 0
  /// How many members are being made.
  private(set) var owed: Int
  private(set) var closed: (any Error)?

  init(count: Int, spares: Int, isFresh: Bool) {
    places = Array(repeating: Place(), count: count)
    spareCount = spares
    self.isFresh = isFresh
    capacity = isFresh ? 1 : .max
    owed = count + spares
  }

  /// The members that serve or wait as spares.
  var members: [Member] { places.compactMap(\.member) + spares }
  /// How many use each place's member.
  var loads: [Int] { places.map(\.load) }
  /// How many wait for a member.
  var queue: Int { waiting.count }
  var spareMembers: Int { spares.count }

  // MARK: Using

  mutating func mintTicket() -> Int {
    tickets += 1
    return tickets
  }

  /// Asks for the least busy member, or for the one of a place.
  mutating func enter(_ waiter: Waiter, ticket: Int, place: Int?) -> [Action] {
    if let closed { return [.fail(waiter, closed)] }
    waiting.append(Waiting(ticket: ticket, waiter: waiter, place: place))
    return serve() + replenish()
  }

  /// Takes back the wish of somebody who waits; nil if it was granted or refused.
  mutating func cancel(_ ticket: Int) -> Waiter? {
    guard let index = waiting.firstIndex(where: { $0.ticket == ticket }) else { return nil }
    return waiting.remove(at: index).waiter
  }

  /// Gives a member back.
  ///
  /// - Parameter isSpent: whether it cannot be used any more.
  mutating func leave(_ member: Member, isSpent: Bool) -> [Action] {
    guard let index = places.firstIndex(where: { $0.member === member }) else { return [] }
    if isSpent { return ended(ObjectIdentifier(member)) }
    guard isFresh else {
      places[index].load -= 1
      return serve()
    }
    owed += 1
    places[index] = Place(member: spares.popLast(), lastUse: places[index].lastUse)
    return [.make(member)] + serve()
  }

  // MARK: Members

  /// A member is gone; whoever uses it learns so from it.
  mutating func ended(_ member: ObjectIdentifier) -> [Action] {
    func isGone(_ other: Member) -> Bool { ObjectIdentifier(other) == member }
    spares.removeAll(where: isGone)
    if let index = places.firstIndex(where: { $0.member.map(isGone) ?? false }) {
      places[index] = Place(member: spares.popLast(), lastUse: places[index].lastUse)
    }
    return closed == nil ? replenish() + serve() : []
  }

  /// A member has been made; nil when the pool has closed meanwhile and does not want it.
  mutating func arrived(_ member: Member) -> [Action]? {
    guard closed == nil else { return nil }
    owed -= 1
    if let index = places.firstIndex(where: { $0.member == nil }) {
      places[index].member = member
    } else {
      spares.append(member)
    }
    let granted = serve()
    // Who still waits may wait for one that could not be made while this one was.
    return waiting.isEmpty ? granted : granted + replenish()
  }

  /// A member could not be made: whoever waits for it alone is told why, and whoever comes next has it tried again.
  mutating func failed(_ error: any Error) -> [Action] {
    owed -= 1
    guard owed == 0 else { return [] }
    let isEmpty = places.allSatisfy { $0.member == nil }
    let hopeless = waiting.filter { $0.place.map { places[$0].member == nil } ?? isEmpty }
    waiting.removeAll { wish in hopeless.contains { $0.ticket == wish.ticket } }
    return hopeless.map { .fail($0.waiter, error) }
  }

  /// One that nobody wants is gone.
  mutating func discarded() { owed -= 1 }

  // MARK: End

  /// Refuses everybody from now on, and lets go of the members.
  mutating func close(_ error: any Error) -> (members: [Member], actions: [Action]) {
    closed = closed ?? error
    defer {
      (waiting, spares) = ([], [])
      for index in places.indices { places[index].member = nil }
    }
    return (members, waiting.map { .fail($0.waiter, error) })
  }

  // MARK: Deciding

  /// Has made what is missing.
  private mutating func replenish() -> [Action] {
    let missing = places.count + spareCount - members.count - owed
    guard missing > 0 else { return [] }
    owed += missing
    return Array(repeating: .make(nil), count: missing)
  }

  /// Grants what can be granted, in the order of asking.
  private mutating func serve() -> [Action] {
    var granted: [Action] = []
    var index = 0
    while index < waiting.count {
      guard let place = free(for: waiting[index]), let member = places[place].member else {
        index += 1
        continue
      }
      uses += 1
      places[place].load += 1
      places[place].lastUse = uses
      granted.append(.grant(waiting.remove(at: index).waiter, member))
    }
    return granted
  }

  private func free(for wish: Waiting) -> Int? {
    func isFree(_ place: Place) -> Bool { place.member != nil && place.load < capacity }
    if let place = wish.place { return isFree(places[place]) ? place : nil }
    return places.indices.filter { isFree(places[$0]) }.min {
      (places[$0].load, places[$0].lastUse) < (places[$1].load, places[$1].lastUse)
    }
  }
}
