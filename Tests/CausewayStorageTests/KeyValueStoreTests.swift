#if Plugins
import Causeway
@testable import CausewayStorage
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct KeyValueStoreTests {
  @Test(
    arguments: [
      "", " ", "a", "__proto__", "constructor", "toString", "then", "'; DROP TABLE entry; --", "\" OR 1=1", "a\u{0}b",
      "%",
      "_", "*", "?1", "\u{e9}", "e\u{301}", "\u{10FFFF}", "\u{feff}", "\u{2028}", String(repeating: "k", count: 1024),
    ]) func `a key is a key, whatever it looks like`(key: String) async throws
  {
    let shelf = try Shelf()
    // Its neighbours: what SQL, C or Swift may take for the same.
    for other in ["a", "a\u{0}", "\u{e9}", "e\u{301}", "", "__proto_"] where !other.utf8.elementsEqual(key.utf8) {
      try await shelf.store.put(other, .string("other"))
    }
    try await shelf.store.put(key, .string("mine"))
    #expect(try await shelf.value(key) == "mine")
    let keys = try await shelf.store.keys()
    #expect(keys.count { $0.utf8.elementsEqual(key.utf8) } == 1)
    try await shelf.store.remove(key)
    #expect(try await shelf.store.entry(key).version == nil)
    #expect(try await shelf.store.keys().count == keys.count - 1)
  }

  @Test func `a key that is too long, or not all there, is refused`() async throws {
    let shelf = try Shelf()
    let long = await shelf.failure("set", ["key": .string(String(repeating: "x", count: 1 << 20)), "value": 1])
    #expect(long?.code == .resourceExhausted)
    #expect(long?.data == ["limit": "keyBytes", "maximum": 1024])
    #expect(await shelf.failure("get", ["key": "a\u{FFFD}"])?.code == .invalidArgument)
    #expect(try await shelf.store.usage() == StorageUsage(entries: 0, bytes: 0))
  }

  @Test func `keys come page by page, in the order of their bytes`() async throws {
    let shelf = try Shelf()
    for key in ["b", "a/2", "a/1", "a", "a0", "\u{10FFFF}", "\u{10FFFF}x"] { try await shelf.store.put(key, 1) }
    #expect(try await shelf.store.keys() == ["a", "a/1", "a/2", "a0", "b", "\u{10FFFF}", "\u{10FFFF}x"])
    #expect(try await shelf.store.keys(prefix: "a/") == ["a/1", "a/2"])
    #expect(try await shelf.store.keys(prefix: "a", after: "a/1", limit: 1) == ["a/2"])
    #expect(try await shelf.store.keys(prefix: "\u{10FFFF}").count == 2)
    #expect(try await shelf.store.keys(prefix: "%") == [])
    #expect(try await shelf.store.keys(limit: 0) == [])
  }

  @Test func `groups have keys of their own`() async throws {
    let shelf = try Shelf()
    try await shelf.store.put("a", 1)
    try await shelf.store.put("a", 2, group: "x")
    try await shelf.store.clear()
    #expect(try await shelf.value("a") == nil)
    #expect(try await shelf.store.entry("a", group: "x").value == RawJSON(2))
  }

  @Test func `a transaction happens as a whole or not at all`() async throws {
    let shelf = try Shelf()
    let version = try await shelf.store.put("a", 1)
    let error = await shelf.failure(
      "commit",
      [
        "operations": [
          ["kind": "set", "key": "b", "value": 2], ["kind": "remove", "key": "a"],
          ["kind": "check", "key": "c", "version": 7],
        ]
      ])
    #expect(error?.code == .aborted)
    #expect(error?.data == ["key": "c", "version": nil])
    #expect(try await shelf.store.keys() == ["a"])
    let last = try await shelf.store.commit([
      .set(key: "b", value: RawJSON(2)), .remove(key: "a"), .check(key: "a", version: version),
      .check(key: "c", version: nil),
    ])
    #expect(last == version + 2)
    #expect(try await shelf.store.keys() == ["b"])
    #expect(try await shelf.store.commit([.remove(key: "none")]) == nil)
  }

  @Test func `a transaction whose last step breaks a limit changes nothing`() async throws {
    var limits = StorageLimits()
    limits.groupEntries = 2
    limits.operations = 3
    let shelf = try Shelf(limits: limits)
    let operations = ["a", "b", "c"].map { StorageOperation.set(key: $0, value: RawJSON(1)) }
    let error = await #expect(throws: BridgeError.self) { try await shelf.store.commit(operations) }
    #expect(error?.data == ["limit": "groupEntries", "maximum": 2])
    #expect(try await shelf.store.keys() == [])
    #expect(try await shelf.store.usage() == StorageUsage(entries: 0, bytes: 0))
    let many = await #expect(throws: BridgeError.self) {
      try await shelf.store.commit(Array(repeating: .remove(key: "a"), count: 4))
    }
    #expect(many?.data == ["limit": "operations", "maximum": 3])
  }

  @Test(arguments: [
    ("valueBytes", 12, ["a"], "a value that is too long"), ("groupBytes", 20, ["a", "b", "c"], "0123456"),
    ("groupEntries", 2, ["a", "b", "c"], "0"),
  ]) func `a limit holds at its border`(name: String, maximum: Int, keys: [String], value: String) async throws {
    var limits = StorageLimits()
    switch name {
    case "valueBytes": limits.valueBytes = maximum
    case "groupBytes": limits.groupBytes = maximum
    default: limits.groupEntries = maximum
    }
    let shelf = try Shelf(limits: limits)
    for key in keys.dropLast() { try await shelf.store.put(key, .string(value)) }
    let error = await shelf.failure("set", ["key": .string(keys[keys.count - 1]), "value": .string(value)])
    #expect(error?.data == ["limit": .string(name), "maximum": .number(Double(maximum))])
    #expect(try await shelf.store.keys() == keys.dropLast())
    // What is there may be replaced, and room that is made is there.
    if keys.count > 1 {
      try await shelf.store.put("a", .string(value))
      try await shelf.store.remove("a")
      try await shelf.store.put(keys[keys.count - 1], .string(value))
    }
  }

  @Test func `the number of groups is limited, and an empty one does not count`() async throws {
    var limits = StorageLimits()
    limits.groups = 2
    let shelf = try Shelf(limits: limits)
    try await shelf.store.put("a", 1, group: "x")
    try await shelf.store.put("a", 1, group: "y")
    let error = await #expect(throws: BridgeError.self) { try await shelf.store.put("a", 1, group: "z") }
    #expect(error?.data == ["limit": "groups", "maximum": 2])
    try await shelf.store.remove("a", group: "x")
    try await shelf.store.put("a", 1, group: "z")
  }

  @Test func `usage counts what is there`() async throws {
    let shelf = try Shelf()
    try await shelf.store.put("key", "four")
    try await shelf.store.put("key", "sixsix")
    #expect(try await shelf.store.usage() == StorageUsage(entries: 1, bytes: 3 + 8))
    try await shelf.store.remove("key")
    try await shelf.store.remove("key")
    #expect(try await shelf.store.usage() == StorageUsage(entries: 0, bytes: 0))
  }

  @Test func `a megabyte of bytes comes back`() async throws {
    let shelf = try Shelf()
    let bytes = BridgeValue.bytes(BridgeBytes((0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) }))
    try await shelf.call("set", ["key": "big", "value": bytes])
    #expect(try await shelf.call("get", ["key": "big"])["value"] == bytes)
  }
}
#endif
