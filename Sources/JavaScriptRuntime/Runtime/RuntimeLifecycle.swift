import CausewayConcurrency
import JavaScriptEngine
import Synchronization

/// What a runtime owns on its JavaScript thread, and how that ends.
///
/// `@unchecked Sendable`: used by code isolated to the runtime and by work for its thread, which is one and the same. It
/// is apart from the actor so that the actor's end, which may come on any thread, can hand it over.
final class RuntimeLifecycle: @unchecked Sendable {
  private let thread: JavaScriptThread
  /// The engine; nil when the runtime is closed.
  var host: RuntimeHost?
  var closeReason: JavaScriptError?
  var attachments: [any RuntimeAttachment] = []
  /// Who wants to hear of the end.
  var onEnd: [@Sendable () -> Void] = []
  /// Whether the end has come; any thread may ask.
  let hasEnded = Atomic<Bool>(false)
  /// The leak check that the runtime was made in, and where that was; nil in ordinary life.
  let census = ResourceTracker.current
  var place: ResourceTracker.Place?
  /// Made at the first reload.
  private var standIn: StandIn?
  /// How many values native code kept when the runtime was new.
  var protectedValues: Int?

  init(thread: JavaScriptThread) { self.thread = thread }

  /// Ends everything, once: what was attached, the programs, the context, the thread.
  func shutDown() {
    guard let host else { return }
    let reason = host.closeReason
    closeReason = reason
    hasEnded.store(true, ordering: .releasing)
    detach(reason)
    self.host = nil
    host.close(reason)
    standIn = nil
    let listeners = onEnd
    onEnd = []
    for listener in listeners { listener() }
    thread.stop()
  }

  /// Lets a new context take the place of the one that is there.
  func replaceHost(with new: RuntimeHost) {
    let old = host
    // Before anything ends: what does may call back, and finds the new one.
    host = new
    detach(.reloaded)
    old?.close(.reloaded)
    let standIn = standIn ?? StandIn(on: new.realm.machine)
    self.standIn = standIn
    old?.realm.handOverRejections(to: standIn.function)
  }

  /// A realm of its own with a function that does nothing, for realms that have gone.
  private struct StandIn {
    let realm: JSRealm
    let function: JSHandle

    init(on machine: JSMachine) {
      realm = JSRealm(machine: machine)
      function = realm.keep(realm.makeFunction(name: "nothing") { _ in nil })
    }
  }

  private func detach(_ reason: JavaScriptError) {
    let attachments = attachments
    self.attachments = []
    for attachment in attachments { attachment.runtimeCloses(reason) }
  }
}
