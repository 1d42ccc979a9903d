#if Plugins
import CGIO
import Causeway
import CausewayJavaScript
import Foundation
import JavaScriptRuntime
import Synchronization
import TestSupport
import Testing

@testable import CausewayPlugins
@testable import MessageBus

@Suite(.timeLimit(.minutes(5))) struct NotificationsTests {
  let scratch: Scratch
  let bus: MessageBus

  init() throws {
    scratch = try Scratch()
    bus = try MessageBus(in: scratch)
  }

  private func plugin() -> NotificationsPlugin {
    NotificationsPlugin(application: "Tests", bus: SessionBus(address: bus.address))
  }

  @Test func `notifications are shown, replaced and removed`() async throws {
    let server = try NotificationServer(bus.address)
    let lines = try await Program.run(
      """
      const { notifications } = bridge.plugins;
      const show = (...list) => notifications.schedule({ notifications: list });
      console.log((await notifications.areEnabled()).value);
      console.log(JSON.stringify(await show({ id: 7, title: "One", body: "a & <b>" }, { id: 8, title: "Two", body: "",
        actions: [{ id: "yes", title: "Yes!" }] })));
      await show({ id: 7, title: "Again", body: "\\u00e9" });
      await notifications.cancel({ notifications: [{ id: 8 }, { id: 99 }] });
      """, with: plugin())
    #expect(lines == ["true", #"{"notifications":[{"id":7},{"id":8}]}"#])
    #expect(
      server.shown == [
        .init(
          application: "Tests", title: "One", body: "a & <b>", replaced: 0,
          actions: ["default", ""]),
        .init(
          application: "Tests", title: "Two", body: "", replaced: 0,
          actions: ["default", "", "+yes", "Yes!"]),
        .init(
          application: "Tests", title: "Again", body: "\u{e9}", replaced: 101,
          actions: ["default", ""]),
      ])
    #expect(server.closed == [102])
    server.close()
  }

  /// GIO would keep a connection with a pending report until a main context runs, including its descriptor.
  @Test func `a connection to the bus is released with its last reference`() async throws {
    let place = UnsafeMutablePointer<gpointer?>.allocate(capacity: 1)
    defer { place.deallocate() }
    do {
      let connection = try BusConnection(bus.address, named: "The bus") { _ in }
      try connection.subscribe("interface='org.example.Nothing'")
      let object = UnsafeMutableRawPointer(connection.connection)
      place.initialize(to: object)
      g_object_add_weak_pointer(object.assumingMemoryBound(to: GObject.self), place)
    }
    // GIO's thread may hold it a little longer.
    try await eventually("the connection is released") { place.pointee == nil }
  }

  /// GIO would release it in a main context that never runs, such as that of an answered dialog.
  @Test(.timeLimit(.minutes(1)))
  func `the listener of a bus connection ends with it, also while it receives`() async throws {
    final class Listener: Sendable {
      let receiving = DispatchSemaphore(value: 0)
      let mayGo = DispatchSemaphore(value: 0)
      func receive() {
        receiving.signal()
        mayGo.wait(for: "the connection is released")
      }
    }
    weak var gone: Listener?
    do {
      let listener = Listener()
      gone = listener
      let peer = try BusPeer("org.example.Peer", on: bus.address) { _ in nil }
      let service = SessionBus.Service(name: "org.example.Peer", path: "/", interface: "org.example.Peer")
      let connection = Mutex<BusConnection?>(
        try BusConnection(bus.address, named: "The bus") { if $0.member == "Hello" { listener.receive() } })
      try connection.withLock { try $0?.subscribe("interface='org.example.Peer'") }
      // GIO reports for all connections on one thread: these two must not wait for the tests that wait for that thread.
      Thread.detachNewThread { peer.emit("Hello", of: service, []) }
      await withCheckedContinuation { done in
        Thread.detachNewThread {
          listener.receiving.wait(for: "the signal is received")
          connection.withLock { $0 = nil }
          listener.mayGo.signal()
          done.resume()
        }
      }
      peer.close()
    }
    // GIO's thread may still be calling it.
    try await eventually("the listener is released") { gone == nil }
  }

  @Test func `markup in a program's text is escaped if the service supports markup`() async throws {
    let server = try NotificationServer(bus.address, capabilities: ["body-markup"])
    _ = try await Program.run(
      "await bridge.plugins.notifications.schedule({ notifications: [{ id: 1, title: '<i>', body: '<img src=x>&amp;' }] })",
      with: plugin())
    #expect(server.shown.map(\.body) == ["&lt;img src=x&gt;&amp;amp;"])
    #expect(server.shown.map(\.title) == ["<i>"])
    server.close()
  }

  @Test(.timeLimit(.minutes(1)))
  func `an action on a notification is reported to the caller that showed it`()
    async throws
  {
    let server = try NotificationServer(bus.address)
    let pressing = Task {
      try await eventually("the notification is shown") { !server.shown.isEmpty }
      // Another program's notification, and an invalid number: no event is emitted.
      server.emit("ActionInvoked", [.unsigned(9_999), .string("+yes")])
      server.emit("ActionInvoked", [.string("101"), .string("+yes")])
      while !Task.isCancelled {
        server.emit("ActionInvoked", [.unsigned(101), .string("+yes")])
        server.emit("ActionInvoked", [.unsigned(101), .string("default")])
        try? await Task.sleep(for: .milliseconds(20))
      }
    }
    let lines = try await Program.run(
      """
      const { notifications } = bridge.plugins;
      const received = [];
      const done = new Promise((resolve) => notifications.addListener("localNotificationActionPerformed", (action) => {
        received.push(action);
        if (received.length === 2) resolve();
      }));
      await notifications.schedule({ notifications: [{ id: 3, title: "t", body: "b", actions: [{ id: "yes", title: "Yes" }] }] });
      // A listener alone does not keep the program running.
      const waiting = setInterval(() => {}, 50);
      await done;
      clearInterval(waiting);
      await notifications.removeAllListeners();
      console.log(received.slice(0, 2).map(({ actionId, notification }) => `${actionId} ${notification.id} ${notification.title}`).sort().join());
      """, with: plugin())
    pressing.cancel()
    try await pressing.value
    #expect(lines == ["tap 3 t,yes 3 t"])
    server.close()
  }

  @Test(.timeLimit(.minutes(1)))
  func `only the service that shows a notification can report actions on it`() async throws {
    let server = try NotificationServer(bus.address)
    let stranger = try BusPeer("org.example.Stranger", on: bus.address) { _ in nil }
    let pressing = Task {
      try await eventually("the notification is shown") { !server.shown.isEmpty }
      var rounds = 0
      while !Task.isCancelled {
        stranger.emit("ActionInvoked", of: DesktopNotifications.service, [.unsigned(101), .string("+yes")])
        stranger.emit("NotificationClosed", of: DesktopNotifications.service, [.unsigned(101), .unsigned(1)])
        stranger.synchronize()
        rounds += 1
        if rounds > 10 { server.emit("ActionInvoked", [.unsigned(101), .string("default")]) }
        try? await Task.sleep(for: .milliseconds(10))
      }
    }
    let lines = try await Program.run(
      """
      const { notifications } = bridge.plugins;
      const waiting = setInterval(() => {}, 50);
      const chosen = bridge.once("notifications.localNotificationActionPerformed");
      await notifications.schedule({ notifications: [{ id: 3, title: "t", body: "b", actions: [{ id: "yes", title: "Yes" }] }] });
      console.log((await chosen).actionId);
      clearInterval(waiting);
      """, with: plugin())
    pressing.cancel()
    try await pressing.value
    #expect(lines == ["tap"])
    stranger.close()
    server.close()
  }

  @Test func `the numbers of a restarted service are not ours`() async throws {
    let first = try NotificationServer(bus.address)
    let second = Mutex<NotificationServer?>(nil)
    _ = try await Program.run(
      """
      const { notifications } = bridge.plugins;
      const show = (id) => notifications.schedule({ notifications: [{ id, title: "t", body: "" }] });
      await show(1);
      await show(2);
      await bridge.call("restart");
      await notifications.cancel({ notifications: [{ id: 1 }] });
      await show(2);
      """, with: plugin()
    ) { bridge in
      bridge.handle("restart") { [address = bus.address] () throws in
        first.close()
        let again = try NotificationServer(address)
        second.withLock { $0 = again }
      }
    }
    let again = try #require(second.withLock { $0 })
    #expect(again.closed == [] && again.shown.map(\.replaced) == [0])
    again.close()
  }

  @Test(.timeLimit(.minutes(1))) func `a closed connection is not retained by its notifications`() async throws {
    let server = try NotificationServer(bus.address)
    let plugin = plugin()
    let program = "await bridge.plugins.notifications.schedule({ notifications: [{ id: 1, title: 't', body: '' }] })"
    weak var gone: Connection?
    do {
      let bridge = Bridge()
      bridge.register(plugin)
      let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
      gone = try runtime.connection
      try await runtime.run(program)
      await runtime.close()
    }
    _ = try await Program.run(program, with: plugin)
    try await eventually("the connection is released") { gone == nil }
    #expect(server.shown.count == 2)
    server.close()
  }

  @Test(.timeLimit(.minutes(1))) func `notifications use the sandbox's portal if there is no other service`()
    async throws
  {
    let portal = try NotificationPortal(bus.address)
    let choosing = Task {
      try await eventually("the portal is called") { !portal.entries.isEmpty }
      let key = String(portal.entries[0].prefix { $0 != " " })
      while !Task.isCancelled {
        portal.emit("ActionInvoked", [.string("another"), .string("default"), .strings([])])
        portal.emit("ActionInvoked", [.string(key), .string("+yes"), .strings([])])
        try? await Task.sleep(for: .milliseconds(20))
      }
    }
    let lines = try await Program.run(
      """
      const { notifications } = bridge.plugins;
      const show = (title) =>
        notifications.schedule({ notifications: [{ id: 1, title, body: "<b>", actions: [{ id: "yes", title: "Yes" }] }] });
      console.log((await notifications.areEnabled()).value);
      const waiting = setInterval(() => {}, 50);
      const chosen = bridge.once("notifications.localNotificationActionPerformed");
      await show("One");
      console.log((await chosen).actionId);
      clearInterval(waiting);
      await show("Two");
      await notifications.cancel({ notifications: [{ id: 1 }] });
      """, with: plugin())
    choosing.cancel()
    try await choosing.value
    #expect(lines == ["true", "yes"])
    let keys = portal.entries.map { $0.prefix { $0 != " " } }
    #expect(Set(keys).count == 1 && keys[0].hasPrefix("causeway-"))
    #expect(
      portal.entries.map { $0.drop { $0 != " " }.dropFirst() } == [
        "{'body': <'<b>'>, 'buttons': <[{'action': <'+yes'>, 'label': <'Yes'>}]>, 'default-action': <'default'>, 'title': <'One'>}",
        "{'body': <'<b>'>, 'buttons': <[{'action': <'+yes'>, 'label': <'Yes'>}]>, 'default-action': <'default'>, 'title': <'Two'>}",
        "removed",
      ])
    portal.close()
  }

  @Test func `a connection shows at most 256 notifications at a time`() async throws {
    let server = try NotificationServer(bus.address)
    let lines = try await Program.run(
      """
      const show = (first, count) => bridge.plugins.notifications.schedule(
        { notifications: Array.from({ length: count }, (_, n) => ({ id: first + n, title: "", body: "" })) });
      for (let first = 0; first < 256; first += 32) await show(first, 32);
      console.log(await failure(show(256, 1)));
      await show(255, 1);
      await bridge.plugins.notifications.cancel({ notifications: [{ id: 0 }] });
      await show(256, 1);
      """, with: plugin())
    #expect(
      lines == ["RESOURCE_EXHAUSTED: One more notification on the screen is over the limit notifications (256)."])
    server.close()
  }

  @Test func `one connection does not see or cancel another's notifications`() async throws {
    let server = try NotificationServer(bus.address)
    let plugin = plugin()
    let program =
      "await bridge.plugins.notifications.schedule({ notifications: [{ id: 1, title: 't', body: '' }] })"
    _ = try await Program.run(program, with: plugin)
    _ = try await Program.run(
      "await bridge.plugins.notifications.cancel({ notifications: [{ id: 1 }] }); \(program)",
      with: plugin)
    #expect(server.shown.map(\.replaced) == [0, 0])
    #expect(server.closed == [])
    server.close()
  }

  @Test(arguments: [
    (
      "{ id: 1, title: 't', body: '', schedule: { at: new Date() } }",
      "INVALID_ARGUMENT: params.notifications[0].schedule: scheduling is not supported: show the notification from a timer."
    ),
    (
      "{ id: 1, title: 'x'.repeat(10000), body: '' }",
      "INVALID_ARGUMENT: params.notifications[0]: expected strings of at most 8192 bytes, without a NUL."
    ),
    (
      "{ id: 1, title: 'a\\0b', body: '' }",
      "INVALID_ARGUMENT: params.notifications[0]: expected strings of at most 8192 bytes, without a NUL."
    ),
    (
      "{ id: 1, title: '', body: '', actions: Array(17).fill({ id: 'a', title: 'b' }) }",
      "INVALID_ARGUMENT: params.notifications[0].actions: expected at most 16 buttons."
    ),
    (
      "{ id: 1.5, title: '', body: '' }",
      "INVALID_ARGUMENT: params.notifications[0].id: expected an integer from -2147483648 to 2147483647, got the number 1.5"
    ),
    ("{ id: 1, body: '' }", "INVALID_ARGUMENT: params.notifications[0].title: is missing"),
    (
      "...Array(33).fill({ id: 1, title: '', body: '' })",
      "RESOURCE_EXHAUSTED: A call with 33 notifications is over the limit notifications (32)."
    ),
  ]) func `an invalid notification is rejected before a call to the session`(
    list: String, message: String
  ) async throws {
    let lines = try await Program.run(
      "console.log(await failure(bridge.plugins.notifications.schedule({ notifications: [\(list)] })))",
      with: plugin())
    #expect(lines == [message])
  }

  @Test func `a missing notification service is distinguished from a missing session`() async throws {
    let program = """
      const { notifications } = bridge.plugins;
      console.log((await notifications.areEnabled()).value);
      console.log(await failure(notifications.schedule({ notifications: [{ id: 1, title: "t", body: "b" }] })));
      """
    let empty = try await Program.run(program, with: plugin())
    #expect(empty[0] == "false")
    #expect(empty[1].hasPrefix("UNAVAILABLE: org.freedesktop.Notifications did not answer: "))
    #expect(empty[1].hasSuffix(". Start a desktop, or a notification daemon such as dunst or mako."))
    let gone = plugin()
    bus.stop()
    let stopped = try await Program.run(program, with: gone)
    #expect(stopped[0] == "false")
    #expect(
      stopped[1].hasPrefix("UNAVAILABLE: The desktop session's message bus cannot be reached: "))
  }

  @Test func `without a session the error names the variables`() async throws {
    let (before, folder) = (
      getenv("DBUS_SESSION_BUS_ADDRESS").map { String(cString: $0) },
      getenv("XDG_RUNTIME_DIR").map { String(cString: $0) }
    )
    unsetenv("DBUS_SESSION_BUS_ADDRESS")
    setenv("XDG_RUNTIME_DIR", scratch.path + "/none", 1)
    let plugin = NotificationsPlugin(application: "Tests")
    if let before { setenv("DBUS_SESSION_BUS_ADDRESS", before, 1) }
    if let folder { setenv("XDG_RUNTIME_DIR", folder, 1) } else { unsetenv("XDG_RUNTIME_DIR") }
    let lines = try await Program.run(
      "console.log(await failure(bridge.plugins.notifications.schedule({ notifications: [{ id: 1, title: '', body: '' }] })))",
      with: plugin)
    #expect(
      lines == [
        "UNAVAILABLE: There is no desktop session: DBUS_SESSION_BUS_ADDRESS is not set, and XDG_RUNTIME_DIR has no bus. "
          + "Start the program in a session, or under dbus-run-session."
      ])
  }

  @Test func `a restarted bus is connected again`() async throws {
    let plugin = plugin()
    let first = try NotificationServer(bus.address)
    let program =
      "console.log(await failure(bridge.plugins.notifications.schedule({ notifications: [{ id: 1, title: 't', body: '' }] })))"
    #expect(try await Program.run(program, with: plugin) == ["nothing"])
    bus.stop()
    #expect(try await Program.run(program, with: plugin)[0].hasPrefix("UNAVAILABLE"))
    let again = try MessageBus(in: scratch)
    let second = try NotificationServer(again.address)
    #expect(try await Program.run(program, with: plugin) == ["nothing"])
    #expect((first.shown.count, second.shown.count) == (1, 1))
  }
}
#endif
