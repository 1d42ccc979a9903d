import JavaScriptEngine
import Synchronization

extension RuntimeExtension {
  /// What `BroadcastChannel` needs to reach the other contexts of a group.
  static func broadcasts(_ group: BroadcastGroup) -> RuntimeExtension {
    RuntimeExtension(name: "broadcasts") { BroadcastHost($0, group) }
  }
}

/// The native side of the broadcast channels of one context, used on the JavaScript thread only.
///
/// bridge-js/web/messaging/broadcast-group.js describes its functions.
final class BroadcastHost: RuntimeExtensionInstance {
  private unowned let host: RuntimeHost
  private let group: BroadcastGroup
  private let limits: WorkerLimits
  private lazy var own = ThreadConfined(self)
  private lazy var member = makeMember()
  private var names: Set<String> = []
  private var receiver: JSHandle?

  init(_ host: RuntimeHost, _ group: BroadcastGroup) {
    self.host = host
    self.group = group
    limits = host.configuration.workers ?? WorkerLimits()
  }

  func close() {
    for name in names { group.leave(member, name) }
    names = []
    receiver = nil
    own.clear()
  }

  private func makeMember() -> BroadcastGroup.Member {
    BroadcastGroup.Member { [thread = host.thread, own] name, message in
      thread.perform { own.value?.receive(message, name) }
    }
  }

  // MARK: Native functions

  func makeNative() -> JSLocal {
    let native = host.realm.makeObject()
    func function(_ name: String, _ body: @escaping (BroadcastHost, JSRealm, JSArguments, _ name: String) -> JSLocal?) {
      let function = host.realm.makeFunction(name: name) { [own] arguments in
        guard let broadcasts = own.value else { return nil }
        let realm = broadcasts.host.realm
        return body(broadcasts, realm, arguments, realm.text(arguments[0])?.string ?? "")
      }
      host.realm.define(name, as: function, in: native)
    }
    function("connect") { broadcasts, realm, arguments, _ in
      broadcasts.receiver = realm.keep(arguments[0])
      return nil
    }
    function("read") { broadcasts, realm, arguments, _ in
      broadcasts.markRead(Int(exactly: realm.number(arguments[0])) ?? 0)
      return nil
    }
    function("join") { broadcasts, realm, _, name in realm.make(broadcasts.join(name)) }
    function("leave") { broadcasts, _, _, name in
      broadcasts.leave(name)
      return nil
    }
    function("isFull") { broadcasts, realm, _, name in
      let others = broadcasts.group.others(than: broadcasts.member, name)
      guard !others.isEmpty else { return nil }
      let limit = broadcasts.limits.unreadBytes
      return realm.make(others.contains { $0.unreadBytes.load(ordering: .relaxed) >= limit })
    }
    function("post") { broadcasts, _, arguments, name in
      broadcasts.post(arguments, name)
      return nil
    }
    return native
  }

  private func join(_ name: String) -> Bool {
    guard names.count < limits.ports else { return false }
    names.insert(name)
    group.join(member, name)
    updateActivity()
    return true
  }

  private func leave(_ name: String) {
    names.remove(name)
    group.leave(member, name)
    updateActivity()
  }

  /// A worker that may receive a message runs on; any other context is kept alive by its workers.
  private func updateActivity() {
    if host.configuration.workerScope != nil { host.setActive(.broadcasts, !names.isEmpty) }
  }

  private func post(_ arguments: JSArguments, _ name: String) {
    let realm = host.realm
    func count(_ index: Int) -> Int { Int(exactly: realm.number(arguments[index])) ?? 0 }
    guard let text = realm.text(arguments[1]) else { return }
    let buffers = (0..<count(4)).map { index in
      (try? realm.get(index, of: arguments[3])).flatMap { realm.bytes($0) } ?? []
    }
    let message = PortMessage(text: text, buffers: buffers, ends: [], contentBytes: count(2))
    group.post(message, to: name, from: member)
  }

  private func receive(_ message: PortMessage, _ name: String) {
    guard let receiver, names.contains(name) else { return markRead(message.bytes) }
    _ = try? host.enter("message") { (realm) throws(JSException) in
      let buffers = message.buffers.map { realm.keep(realm.makeArrayBuffer($0)) }
      let list = realm.keep(realm.makeArray(buffers))
      let text = realm.keep(realm.make(message.text))
      try realm.call(receiver.local, realm.make(name), text.local, list.local, realm.make(Double(message.bytes)))
    }
  }

  private func markRead(_ bytes: Int) { member.unreadBytes.wrappingSubtract(bytes, ordering: .relaxed) }
}
