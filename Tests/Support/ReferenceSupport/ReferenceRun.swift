public import Causeway
import Glibc
import Synchronization
public import TestSupport
import Testing

/// A seeded run of functions and objects over one link, after which neither side holds one.
///
/// Four tasks pass, receive, call, copy and release functions and objects in random order, as parameters, results and items, in both
/// directions, and check that each call reaches what it should.
public final class ReferenceRun: Sendable {
  /// How many references cross each way: `REFERENCES`, or 10,000.
  public static let count = unsafe getenv("REFERENCES").flatMap { unsafe Int(String(cString: $0)) } ?? 10_000

  /// What the other side's JavaScript runs.
  public static let program = """
    {
      class Thing extends bridge.RemoteObject {
        #id;
        constructor(id) { super(); this.#id = id; }
        id(given) { return this.#id + given; }
      }
      const make = (id) => ({ id, [id % 2 === 0 ? "call" : "object"]: id % 2 === 0 ? (given) => id + given : new Thing(id) });
      const held = [];
      const wrong = [];
      const check = async ({ id, call }) => {
        const found = await call(1);
        if (found !== id + 1) wrong.push(`${found} instead of ${id + 1}`);
      };
      bridge.handle("soak.give", (ids) => ids.map(make));
      bridge.handle("soak.items", function* (ids) { for (const id of ids) yield make(id); });
      bridge.handle("soak.pass", async (ids) => bridge.call("soak.take", ids.map(make)));
      bridge.handle("soak.back", (given) => given.every(({ id, call }) => call(1) === id + 1));
      bridge.handle("soak.take", async ({ list, keep }) => {
        for (const one of list) {
          await check(one);
          if (keep) held.push(one); else bridge.release(one.call);
        }
      });
      bridge.handle("soak.fetch", async (ids) => {
        const list = await bridge.call("soak.make", ids);
        for await (const one of bridge.stream("soak.stream", ids)) list.push(one);
        for (const one of list) { await check(one); bridge.release(one.call); bridge.release(one.call); }
      });
      bridge.handle("soak.use", async () => {
        const used = held.splice(-8); // So that no other task releases them meanwhile.
        for (const one of used) await check(one);
        held.push(...used);
      });
      bridge.handle("soak.free", (count) => { for (const one of held.splice(0, count)) bridge.release(one.call); });
      bridge.handle("soak.state", () => ({ ...bridge.inspect().references, wrong }));
    }
    """

  /// A function or an object that returns its number and the parameter, added up.
  private struct Item: Codable, Sendable {
    let id: Int
    var call: Callback<Int, Int>?
    var object: RemoteObject?

    /// One of Swift's.
    static func own(_ id: Int) -> Item { Item(id: id, call: Callback { (given: Int) in id + given }) }

    func check() async throws {
      let found: Int? = if let object { try await object.call("id", 1) } else { try await call?(1) }
      if found != id + 1 { throw BridgeError("WRONG", "\(found ?? -1) instead of \(id + 1)") }
    }

    func kept() throws -> Item { Item(id: id, call: try call?.keep(), object: try object?.keep()) }

    func release() {
      call?.release()
      object?.release()
    }
  }

  private struct Batch: Encodable, Sendable {
    let list: [Item]
    let keep: Bool
  }

  private struct State: Decodable, Sendable {
    let exported: Int
    let imported: Int
    let wrong: [String]
  }

  private let held = Shared<[Item]>([])
  private let numbers = Atomic(0)
  private let bridge: Bridge

  /// Registers what the other side's JavaScript calls.
  public init(_ bridge: Bridge) {
    self.bridge = bridge
    bridge.handle("soak.make") { (ids: [Int]) in ids.map(Item.own) }
    bridge.stream("soak.stream") { (ids: [Int], _) in
      AsyncStream<Item> { items in
        for id in ids { items.yield(.own(id)) }
        items.finish()
      }
    }
    bridge.handle("soak.take") { [held] (list: [Item]) async throws in
      for item in list {
        try await item.check()
        let kept = try item.kept()
        // Some are kept, others are released twice: by themselves and with their last copy.
        if item.id % 3 == 0 { held.withLock { $0.append(kept) } } else if item.id % 3 == 1 { kept.release() }
      }
    }
  }

  /// Runs until so many references have crossed each way.
  ///
  /// - Throws: the first error, `WRONG` if a call reached something else.
  public func run(over connection: Connection, count: Int, random: SeededRandom) async throws {
    let first = numbers.load(ordering: .relaxed)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask { [self] in
          var random = SeededRandom(continuing: random.seed &+ UInt64(task))
          while numbers.load(ordering: .relaxed) - first < count { try await step(connection, &random) }
        }
      }
      for try await _ in group {}
    }
  }

  private func step(_ connection: Connection, _ random: inout SeededRandom) async throws {
    let size = Int.random(in: 1...8, using: &random)
    let start = numbers.add(size, ordering: .relaxed).oldValue
    let ids = Array(start..<start + size)
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      let items: [Item] = try await connection.call("soak.give", ids)
      for item in items { try await item.check() }
      held.withLock { $0 += items.prefix(2) }
    case 1:
      for try await item in connection.stream("soak.items", ids, of: Item.self, buffer: 3) {
        try await item.check()
        if item.id % 4 == 0 { break }
      }
    case 2: try await connection.call("soak.pass", ids)
    case 3:
      try await connection.call("soak.take", Batch(list: ids.map(Item.own), keep: Bool.random(using: &random)))
    case 4: try await connection.call("soak.fetch", ids)
    case 5:
      let items: [Item] = try await connection.call("soak.give", ids)
      // Of JavaScript's functions only: an object has no call.
      let functions = items.filter { $0.call != nil }
      if try await !connection.call("soak.back", functions, returning: Bool.self) {
        throw BridgeError("WRONG", "A function did not come back as itself.")
      }
    case 6:
      try await connection.call("soak.use")
      for item in held.withLock({ Array($0.suffix(4)) }) { try? await item.check() }
    default:
      try await connection.call("soak.free", size * 2)
      let freed = held.withLock { held in
        defer { held.removeFirst(min(held.count, size)) }
        return held.prefix(size)
      }
      for item in freed where Bool.random(using: &random) { item.release() }
    }
  }

  /// Lets go of all, and waits until neither side holds one.
  public func finish(over connection: Connection) async throws {
    held.withLock { $0 = [] }
    try await connection.call("soak.free", Int.max >> 11)
    var state: State?
    try await eventually("neither side holds a reference") {
      let now: State = try await connection.call("soak.state")
      state = now
      let statistics = connection.statistics
      return now.exported == 0 && now.imported == 0 && statistics.exported == 0 && statistics.imported == 0
    }
    #expect(state?.wrong == [])
  }

  /// Forgets what a connection that has ended had.
  public func forget() { held.withLock { $0 = [] } }
}
