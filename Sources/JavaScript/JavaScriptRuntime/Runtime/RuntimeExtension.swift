import CausewayConcurrency
package import JavaScriptEngine

/// A part of the web's standard API that another module adds to the globals of a runtime.
///
///     configuration.extensions = [.subtleCrypto]
///
/// The part's globals exist only if the extension is listed, so a script can test for them as in any browser. A context
/// pays for an extension when one of its scripts first uses it.
public struct RuntimeExtension: Sendable {
  /// The name by which the script of the globals requests the native functions.
  package let name: String
  package let connect: @Sendable (RuntimeHost) -> any RuntimeExtensionInstance

  /// - Parameter connect: called on the JavaScript thread, when a script of the context first uses the extension.
  package init(name: String, connect: @escaping @Sendable (RuntimeHost) -> any RuntimeExtensionInstance) {
    self.name = name
    self.connect = connect
  }
}

/// The native side of an extension in one context, used on the JavaScript thread only.
package protocol RuntimeExtensionInstance: AnyObject {
  /// Makes the object with the native functions.
  ///
  /// The functions must not retain the host: a heap that is closed is never collected again.
  func makeNative() -> JSLocal

  /// Called when the context closes, to release the resources of its scripts.
  func close()
}

/// The extensions that the scripts of one context use, and the work that these have started.
package final class RuntimeExtensions {
  private unowned let host: RuntimeHost
  private var instances: [any RuntimeExtensionInstance] = []
  private lazy var own = ThreadConfined(self)
  /// Work that the extensions do off the JavaScript thread.
  package let background: BackgroundWork

  private let list: [RuntimeExtension]
  /// Workers and channels; nil before a script uses them.
  var workers: WorkerHost? { instances.lazy.compactMap { $0 as? WorkerHost }.first }

  /// Standard input; nil before a script uses it.
  var input: InputHost? { instances.lazy.compactMap { $0 as? InputHost }.first }

  init(_ list: [RuntimeExtension], host: RuntimeHost, thread: JavaScriptThread, clock: (any ManualClock)?) {
    self.list = list
    self.host = host
    background = BackgroundWork(host: host, thread: thread, clock: clock)
  }

  /// Makes an object with a function for each extension of the configuration, which returns its native functions.
  func makeNative() -> JSLocal {
    let native = host.realm.makeObject()
    host.realm.removePrototype(of: native)
    for one in list {
      let connect = host.realm.makeFunction(name: one.name) { [own] _ in
        guard let extensions = own.value else { return nil }
        let instance = one.connect(extensions.host)
        extensions.instances.append(instance)
        return instance.makeNative()
      }
      host.realm.define(one.name, as: connect, in: native)
    }
    return native
  }

  func close() {
    background.close()
    for instance in instances { instance.close() }
    instances = []
    own.clear()
  }
}
