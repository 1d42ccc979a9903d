import CausewayCensus

/// What a runtime owns on its JavaScript thread, and how that ends.
///
/// `@unchecked Sendable`: used by code isolated to the runtime and by work for its thread, which is one and the same. It
/// is apart from the actor so that the actor's end, which may come on any thread, can hand it over.
final class RuntimeLife: @unchecked Sendable {
  private let thread: JavaScriptThread
  /// The engine; nil when the runtime is closed.
  var host: RuntimeHost?
  var closeReason: JavaScriptError?
  var attachments: [any RuntimeAttachment] = []
  /// The leak check that the runtime was made in, and where that was; nil in ordinary life.
  let census = Census.current
  var place: Census.Place?
  /// How many values native code kept when the runtime was new.
  var protectedValues: Int?

  init(thread: JavaScriptThread) { self.thread = thread }

  /// Ends everything, once: what was attached, the programs, the context, the thread.
  func shutDown() {
    guard let host else { return }
    let reason = host.closeReason
    closeReason = reason
    for attachment in attachments { attachment.runtimeCloses() }
    attachments = []
    self.host = nil
    host.close(reason)
    thread.stop()
  }
}
