import CJavaScriptCore
import Glibc

/// The engine's remote inspector, a part of the GTK build that its headers do not declare.
package enum EngineInspector {
  private typealias SetDefault = @convention(c) (Bool) -> Void
  private typealias MakeText = @convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>) -> Void
  private typealias SetAddress = @convention(c) (UnsafeMutableRawPointer) -> Void

  /// Makes contexts not inspectable unless they are asked to be, once.
  static let isOffByDefault: Void = {
    if let set = EngineSymbols.find("JSRemoteInspectorSetInspectionEnabledByDefault", as: SetDefault.self) {
      set(false)
    }
  }()

  /// Makes calls in tail position keep the frames of their callers, for a debugger.
  ///
  /// Must be called before the first virtual machine is made; without effect afterwards.
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
    return true
  }
}

extension JSRealm {
  /// Lets the engine's inspector see this context.
  ///
  /// The engine connects to the server of ``EngineInspector`` on the calling thread's default main context.
  package func makeInspectable() { unsafe JSGlobalContextSetInspectable(context, true) }
}
