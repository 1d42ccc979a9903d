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
    ]) func `a key with special characters works like any other`(key: String) async throws
  {
    let fixture = try StoreFixture()
    // Similar keys, which SQL, C or Swift could confuse with it.
    for other in ["a", "a\u{0}", "\u{e9}", "e\u{301}", "", "__proto_"] where !other.utf8.elementsEqual(key.utf8) {
      try await fixture.store.put(other, .string("other"))
    }
    try await fixture.store.put(key, .string("mine"))
    #expect(try await fixture.value(key) == "mine")
    let keys = try await fixture.store.keys()
    #expect(keys.count { $0.utf8.elementsEqual(key.utf8) } == 1)
    try await fixture.store.remove(key)
    #expect(try await fixture.store.entry(key).version == nil)
    #expect(try await fixture.store.keys().count == keys.count - 1)
  }

  @Test func `a key that is too long or has a replacement character is rejected`() async throws {
    let fixture = try StoreFixture()
    let long = await fixture.failure("set", ["key": .string(String(repeating: "x", count: 1 << 20)), "value": 1])
    #expect(long?.code == .resourceExhausted)
    #expect(long?.data == ["limit": "keyBytes", "maximum": 1024])
    #expect(await fixture.failure("get", ["key": "a\u{FFFD}"])?.code == .invalidArgument)
    #expect(try await fixture.store.usage() == StorageUsage(entries: 0, bytes: 0))
  }

  @Test func `keys are paged in the order of their bytes`() async throws {
    let fixture = try StoreFixture()
    for key in ["b", "a/2", "a/1", "a", "a0", "\u{10FFFF}", "\u{10FFFF}x"] { try await fixture.store.put(key, 1) }
    #expect(try await fixture.store.keys() == ["a", "a/1", "a/2", "a0", "b", "\u{10FFFF}", "\u{10FFFF}x"])
    #expect(try await fixture.store.keys(prefix: "a/") == ["a/1", "a/2"])
    #expect(try await fixture.store.keys(prefix: "a", after: "a/1", limit: 1) == ["a/2"])
    #expect(try await fixture.store.keys(prefix: "\u{10FFFF}").count == 2)
    #expect(try await fixture.store.keys(prefix: "%") == [])
    #expect(try await fixture.store.keys(limit: 0) == [])
  }

  @Test func `groups have separate keys`() async throws {
    let fixture = try StoreFixture()
    try await fixture.store.put("a", 1)
    try await fixture.store.put("a", 2, group: "x")
    try await fixture.store.clear()
    #expect(try await fixture.value("a") == nil)
    #expect(try await fixture.store.entry("a", group: "x").value == RawJSON(2))
  }

  @Test func `a transaction is applied completely or not at all`() async throws {
    let fixture = try StoreFixture()
    let version = try await fixture.store.put("a", 1)
    let error = await fixture.failure(
      "commit",
      [
        "operations": [
          ["kind": "set", "key": "b", "value": 2], ["kind": "remove", "key": "a"],
          ["kind": "check", "key": "c", "version": 7],
        ]
      ])
    #expect(error?.code == .aborted)
    #expect(error?.data == ["key": "c", "version": nil])
    #expect(try await fixture.store.keys() == ["a"])
    let last = try await fixture.store.commit([
      .set(key: "b", value: RawJSON(2)), .remove(key: "a"), .check(key: "a", version: version),
      .check(key: "c", version: nil),
    ])
    #expect(last == version + 2)
    #expect(try await fixture.store.keys() == ["b"])
    #expect(try await fixture.store.commit([.remove(key: "none")]) == nil)
  }

  @Test func `a transaction whose last operation exceeds a limit changes nothing`() async throws {
    var limits = StorageLimits()
    limits.groupEntries = 2
    limits.operations = 3
    let fixture = try StoreFixture(limits: limits)
    let operations = ["a", "b", "c"].map { StorageOperation.set(key: $0, value: RawJSON(1)) }
    let error = await #expect(throws: BridgeError.self) { try await fixture.store.commit(operations) }
    #expect(error?.data == ["limit": "groupEntries", "maximum": 2])
    #expect(try await fixture.store.keys() == [])
    #expect(try await fixture.store.usage() == StorageUsage(entries: 0, bytes: 0))
    let many = await #expect(throws: BridgeError.self) {
      try await fixture.store.commit(Array(repeating: .remove(key: "a"), count: 4))
    }
    #expect(many?.data == ["limit": "operations", "maximum": 3])
  }

  @Test(arguments: [
    ("valueBytes", 12, ["a"], "a value that is too long"), ("groupBytes", 20, ["a", "b", "c"], "0123456"),
    ("groupEntries", 2, ["a", "b", "c"], "0"),
  ]) func `a limit is exact`(name: String, maximum: Int, keys: [String], value: String) async throws {
    var limits = StorageLimits()
    switch name {
    case "valueBytes": limits.valueBytes = maximum
    case "groupBytes": limits.groupBytes = maximum
    default: limits.groupEntries = maximum
    }
    let fixture = try StoreFixture(limits: limits)
    for key in keys.dropLast() { try await fixture.store.put(key, .string(value)) }
    let error = await fixture.failure("set", ["key": .string(keys[keys.count - 1]), "value": .string(value)])
    #expect(error?.data == ["limit": .string(name), "maximum": .number(Double(maximum))])
    #expect(try await fixture.store.keys() == keys.dropLast())
    // An existing key can be replaced, and freed space can be used.
    if keys.count > 1 {
      try await fixture.store.put("a", .string(value))
      try await fixture.store.remove("a")
      try await fixture.store.put(keys[keys.count - 1], .string(value))
    }
  }

  @Test func `the number of groups is limited, and empty groups do not count`() async throws {
    var limits = StorageLimits()
    limits.groups = 2
    let fixture = try StoreFixture(limits: limits)
    try await fixture.store.put("a", 1, group: "x")
    try await fixture.store.put("a", 1, group: "y")
    let error = await #expect(throws: BridgeError.self) { try await fixture.store.put("a", 1, group: "z") }
    #expect(error?.data == ["limit": "groups", "maximum": 2])
    try await fixture.store.remove("a", group: "x")
    try await fixture.store.put("a", 1, group: "z")
  }

  @Test func `usage counts the stored keys and bytes`() async throws {
    let fixture = try StoreFixture()
    try await fixture.store.put("key", "four")
    try await fixture.store.put("key", "sixsix")
    #expect(try await fixture.store.usage() == StorageUsage(entries: 1, bytes: 3 + 8))
    try await fixture.store.remove("key")
    try await fixture.store.remove("key")
    #expect(try await fixture.store.usage() == StorageUsage(entries: 0, bytes: 0))
  }

  @Test func `a value of a megabyte of bytes is returned unchanged`() async throws {
    let fixture = try StoreFixture()
    let bytes = BridgeValue.bytes(BridgeBytes((0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) }))
    try await fixture.call("set", ["key": "big", "value": bytes])
    #expect(try await fixture.call("get", ["key": "big"])["value"] == bytes)
  }
}
#endif
