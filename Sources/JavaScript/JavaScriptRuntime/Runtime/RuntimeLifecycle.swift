import CausewayConcurrency
import JavaScriptEngine
import Synchronization

/// The objects that a runtime owns on its JavaScript thread, and their teardown.
///
/// `@unchecked Sendable`: only code isolated to the runtime and work that runs on its thread use it, and both run on
/// that one thread. It is separate from the actor so that the actor's `deinit`, which may run on any thread, can pass
/// it on: with an `isolated deinit` of an actor that has its own executor, optimised clients of the module do not
/// compile ("circular reference", Swift 6.3.1).
final class RuntimeLifecycle: @unchecked Sendable {
  private let thread: JavaScriptThread
  /// The current context's host; nil if the runtime is closed.
  var host: RuntimeHost?
  var closeReason: JavaScriptError?
  var attachments: [any RuntimeAttachment] = []
  /// The closures that `whenClosed` registered.
  var onEnd: [@Sendable () -> Void] = []
  /// Whether the runtime has closed.
  ///
  /// Any thread may read it.
  let hasEnded = Atomic<Bool>(false)
  /// The leak check in which the runtime was made, and the location; nil outside of leak checks.
  let tracker = ResourceTracker.current
  var location: ResourceTracker.Location?
  /// Created at the first reload.
  private var rejectionSink: RejectionSink?
  /// The number of values that native code protected when the runtime was new.
  var protectedValues: Int?

  init(thread: JavaScriptThread) { self.thread = thread }

  /// Closes the attachments, the programs, the context and the thread, once.
  func shutDown() {
    guard let host else { return }
    let reason = host.closeReason
    closeReason = reason
    hasEnded.store(true, ordering: .releasing)
    detach(reason)
    self.host = nil
    host.close(reason)
    rejectionSink = nil
    let listeners = onEnd
    onEnd = []
    for listener in listeners { listener() }
    thread.stop()
  }

  /// Replaces the current context by a new one.
  func replaceHost(with new: RuntimeHost) {
    let old = host
    // Set first, because closing the old host may call back into the runtime, which must find the new host.
    host = new
    detach(.reloaded)
    old?.close(.reloaded)
    let rejectionSink = rejectionSink ?? RejectionSink(on: new.realm.machine)
    self.rejectionSink = rejectionSink
    old?.realm.redirectRejections(to: rejectionSink.function)
  }

  /// A realm with an empty function, which receives the rejections of realms that were closed.
  private struct RejectionSink {
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
