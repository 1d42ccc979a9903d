import Synchronization

/// The names of an object's members, in order: one instance for all objects with these names.
///
/// No name occurs twice. Shapes form a tree: each has one name more than its parent. The size of a tree is limited,
/// because names can be untrusted data; objects beyond the limit store their names with their values.
@safe package final class ObjectShape: Sendable {
  package let names: [String]
  private let budget: ShapeBudget
  private let children = Mutex<[MemberName: ObjectShape]>([:])
  /// The child that was asked for last; retained by `children`.
  private let recent = unsafe Atomic<Unmanaged<ObjectShape>?>(nil)
  /// Where the names of a type are in it, for the type that was asked for last; retained by `plans`.
  private let recentPlan = unsafe Atomic<Unmanaged<MemberPlan>?>(nil)
  private let plans = Mutex<[UInt: MemberPlan]>([:])

  package static let mostNames = 64
  package static let longestName = 128

  /// The root of a tree: the shape of `{}`.
  ///
  /// - Parameter most: the number of shapes that the tree may have besides.
  package convenience init(most: Int) { self.init([], ShapeBudget(most)) }

  private init(_ names: [String], _ budget: ShapeBudget) {
    self.names = names
    self.budget = budget
  }

  /// The shape with one more name; nil when there can be none.
  package func adding(_ name: String) -> ObjectShape? {
    unsafe step(name)?.takeUnretainedValue()
  }

  /// The same without counting references: the tree retains its shapes.
  @inline(__always)
  func step(_ name: String) -> Unmanaged<ObjectShape>? {
    if let recent = unsafe recent.load(ordering: .acquiring) {
      let isSame = unsafe recent._withUnsafeGuaranteedRef {
        MemberName($0.names[$0.names.count - 1]) == MemberName(name)
      }
      if isSame { return unsafe recent }
    }
    return unsafe findStep(name)
  }

  @inline(never)
  private func findStep(_ name: String) -> Unmanaged<ObjectShape>? {
    guard names.count < ObjectShape.mostNames, name.utf8.count <= ObjectShape.longestName else { return nil }
    let child = children.withLock { children in
      if let child = children[MemberName(name)] { return child as ObjectShape? }
      guard ordinal(of: name) == nil, budget.take() else { return nil }
      let child = ObjectShape(names + [name], budget)
      children[MemberName(name)] = child
      return child
    }
    guard let child else { return nil }
    let found = unsafe Unmanaged.passUnretained(child)
    unsafe recent.store(found, ordering: .releasing)
    return unsafe found
  }

  /// The place of the member of this name; nil when there is none.
  func ordinal(of name: String) -> Int? {
    let name = MemberName(name)
    return names.firstIndex { MemberName($0) == name }
  }

  /// Whether the tree can have no more shapes.
  var isExhausted: Bool { budget.isEmpty }

  /// Says where the members of a type are.
  @inline(__always)
  func withPlan<Result>(for names: MemberNames, _ body: (MemberPlan) throws -> Result) rethrows -> Result {
    if let recent = unsafe recentPlan.load(ordering: .acquiring) {
      // Retained by `plans`, for as long as the shape is there.
      let result = try unsafe recent._withUnsafeGuaranteedRef { $0.names.isSame(as: names) ? try body($0) : nil }
      if let result { return result }
    }
    return try body(findPlan(names))
  }

  @inline(never)
  private func findPlan(_ names: MemberNames) -> MemberPlan {
    let key = unsafe UInt(bitPattern: names.names.first?.utf8Start)
    let plan = MemberPlan(self.names, names)
    let kept = plans.withLock { plans in
      if let known = plans[key] { return known }
      plans[key] = plan
      return plan
    }
    // Two constants that begin with the same text: the first of them keeps the place.
    guard kept.names.isSame(as: names) else { return plan }
    unsafe recentPlan.store(.passUnretained(kept), ordering: .releasing)
    return kept
  }
}

/// The shapes that a tree may still have.
private final class ShapeBudget: Sendable {
  private let left: Atomic<Int>

  init(_ left: Int) { self.left = Atomic(left) }

  func take() -> Bool { left.wrappingSubtract(1, ordering: .relaxed).newValue >= 0 }
  var isEmpty: Bool { left.load(ordering: .relaxed) <= 0 }
}

/// For each member of a shape its position in a type; -1 for one that the type has not.
final class MemberPlan: Sendable {
  let names: MemberNames
  let positions: [Int16]

  init(_ shape: [String], _ names: MemberNames) {
    self.names = names
    positions = shape.map { name in
      Int16(names.names.firstIndex { name.utf8.elementsEqual($0.description.utf8) } ?? -1)
    }
  }
}

// MARK: The shapes of Swift's own values

extension ObjectShape {
  /// The root for types whose names are constants of the program.
  static let declared = ObjectShape(most: 1 << 16)

  /// The root for names that are found out while the program runs; another one when its tree is full.
  static var dynamic: ObjectShape {
    current.withLock { root in
      if root.isExhausted { root = ObjectShape(most: mostDynamic) }
      return root
    }
  }

  private static let mostDynamic = 4096
  private static let current = Mutex(ObjectShape(most: mostDynamic))
}

/// Steps along constants of the program, found by the addresses of both.
enum DeclaredSteps {
  private final class Step: Sendable {
    let from: ObjectIdentifier
    let key: UInt
    let to: ObjectShape

    init(_ from: ObjectIdentifier, _ key: UInt, _ to: ObjectShape) {
      self.from = from
      self.key = key
      self.to = to
    }
  }

  private struct Place: Hashable {
    let from: ObjectIdentifier
    let key: UInt
  }

  /// Never shrinks: a program has so many constants.
  private static let known = Mutex<[Place: Step]>([:])
  private static let recent = unsafe InlineArray<1024, Atomic<Unmanaged<Step>?>> { _ in unsafe Atomic(nil) }

  /// The shape with one more name.
  @inline(__always)
  static func step(_ from: Unmanaged<ObjectShape>, _ key: StaticString) -> Unmanaged<ObjectShape>? {
    let origin = unsafe ObjectIdentifier(from.takeUnretainedValue())
    let address = unsafe UInt(bitPattern: key.utf8Start)
    let place = Int((UInt(bitPattern: origin) >> 4 ^ address >> 2 ^ address >> 9) & 1023)
    if let step = unsafe recent[place].load(ordering: .acquiring) {
      let to = unsafe step._withUnsafeGuaranteedRef {
        $0.from == origin && $0.key == address ? unsafe Unmanaged.passUnretained($0.to) : nil
      }
      if let to = unsafe to { return unsafe to }
    }
    return unsafe find(from.takeUnretainedValue(), origin, key, address, place)
  }

  @inline(never)
  private static func find(
    _ from: ObjectShape, _ origin: ObjectIdentifier, _ key: StaticString, _ address: UInt, _ place: Int
  ) -> Unmanaged<ObjectShape>? {
    guard let to = from.adding(key.description) else { return nil }
    let step = known.withLock { known in
      if let step = known[Place(from: origin, key: address)] { return step }
      let step = Step(origin, address, to)
      known[Place(from: origin, key: address)] = step
      return step
    }
    unsafe recent[place].store(.passUnretained(step), ordering: .releasing)
    return unsafe .passUnretained(step.to)
  }
}
