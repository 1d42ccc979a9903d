package import CJavaScriptCore
import Glibc
import Synchronization

/// The engine's remote inspector, a part of the GTK build that its headers do not declare.
package enum EngineInspector {
  private typealias SetDefault = @convention(c) (Bool) -> Void
  private typealias MakeText = @convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>) -> Void
  private typealias SetAddress = @convention(c) (UnsafeMutableRawPointer) -> Void

  /// Makes new contexts not inspectable, once; false if this engine lacks the function, so each context has to be set.
  static let isOffByDefault: Bool = {
    guard let set = EngineSymbols.find("JSRemoteInspectorSetInspectionEnabledByDefault", as: SetDefault.self) else {
      return false
    }
    set(false)
    return true
  }()

  private static let hasServer = Atomic<Bool>(false)

  /// Whether a client may connect to the inspectable contexts of this process.
  ///
  /// WebKitGTK serves the address in the environment in each process that shows a web view.
  private static var mayConnect: Bool {
    if hasServer.load(ordering: .relaxed) { return true }
    return unsafe getenv("WEBKIT_INSPECTOR_SERVER") != nil || getenv("WEBKIT_INSPECTOR_HTTP_SERVER") != nil
  }

  /// Shows a context to the inspector, or hides it.
  ///
  /// A context that a client may inspect stays until the process ends, with its virtual machine: some 3 MB each. The
  /// engine (2.52, 2.54) aborts the process when it destroys a context to which a client has ever connected, because
  /// its inspector outlives the agents that it refers to.
  package static func set(_ context: JSGlobalContextRef, isInspectable: Bool) {
    if isInspectable, mayConnect, unsafe !JSGlobalContextIsInspectable(context) {
      // Retains the virtual machine and protects the global object, for ever.
      unsafe JSGlobalContextRetain(context)
    }
    unsafe JSGlobalContextSetInspectable(context, isInspectable)
  }

  /// Makes tail calls keep the frames of their callers, for a debugger.
  ///
  /// Must be called before the first virtual machine is made; it has no effect afterwards.
  package static func keepTailFrames() { EngineOptions.keepTailFrames() }

  /// Makes the engine connect to a server on this machine when the first context becomes inspectable.
  ///
  /// Must be called once, before that context is made: the engine reads the address only then.
  ///
  /// - Returns: false if this engine lacks one of the functions.
  package static func setServer(port: UInt16) -> Bool {
    // `WTF::CString::CString(const char*)`, then `RemoteInspector::setInspectorServerAddress(CString&&)`, which moves the
    // text out of its argument and leaves a null pointer.
    guard let make = unsafe EngineSymbols.find("_ZN3WTF7CStringC1EPKc", as: MakeText.self),
      let set = unsafe EngineSymbols.find(
        "_ZN9Inspector15RemoteInspector25setInspectorServerAddressEON3WTF7CStringE", as: SetAddress.self)
    else { return false }
    var text: UInt = 0
    unsafe withUnsafeMutableBytes(of: &text) { bytes in
      unsafe make(bytes.baseAddress!, "127.0.0.1:\(port)")
      unsafe set(bytes.baseAddress!)
    }
    hasServer.store(true, ordering: .relaxed)
    return true
  }
}

extension JSRealm {
  /// Shows this context to the engine's inspector until the realm ends.
  ///
  /// The engine connects to the server of ``EngineInspector`` on the calling thread's default main context. The context's
  /// memory stays until the process ends.
  package func makeInspectable() {
    isInspectable = true
    unsafe EngineInspector.set(context, isInspectable: true)
  }
}
