import Causeway
import Testing

@Suite(.timeLimit(.minutes(5))) struct PermissionTests {
  @Test(arguments: [
    ("wifi.ssid", "wifi.ssid", true), ("wifi.ssid", "wifi.scan", false), ("wifi.*", "wifi.ssid", true),
    ("wifi.*", "wifi.a.b", true), ("wifi.*", "wifi", false), ("wifi.*", "wifi.", false),
    ("wifi.*", "wifix.ssid", false),
    ("wifi.*", "xwifi.ssid", false), ("*", "anything", true), ("*", "a.b.c", true), ("*", "", false),
    ("*.ssid", "wifi.ssid", true), ("*.ssid", "a.b.ssid", false), ("a.*.c", "a.b.c", true), ("a.*.c", "a.b.b.c", false),
    ("a.*.c", "a..c", false), ("", "", false), ("", "x", false), ("wifi.s*", "wifi.ssid", false),
    ("wifi.ssid", "WIFI.SSID", false), ("wifi.ssid", "wifi.ssid ", false), ("wifi.ssid", "wifi.ssid\u{0}", false),
    ("w?fi.ssid", "wifi.ssid", false), ("wifi", "wifi.ssid", false), (".*", "x.y", false), ("a.*", "a.__proto__", true),
  ]) func `a pattern allows what it names and nothing else`(pattern: String, name: String, isAllowed: Bool) {
    #expect(Permissions([pattern]).allows(name) == isAllowed)
  }

  @Test func `nothing is allowed by default`() {
    #expect(!Permissions.none.allows("x"))
    #expect(!Permissions([]).allows(""))
  }

  @Test func `an event that is not permitted cannot be listened to`() async throws {
    let pair = try await Pair(permissions: ["wifi.*"])
    await #expect {
      try await pair.caller.call("$/subscribe", ["event": "secret.changed"] as BridgeValue)
    } throws: { ($0 as? BridgeError)?.code == .permissionDenied }
    try await pair.caller.call("$/subscribe", ["event": "wifi.changed"] as BridgeValue)
    #expect(pair.server.hasListeners("wifi.changed"))
    #expect(!pair.server.hasListeners("secret.changed"))
  }
}
