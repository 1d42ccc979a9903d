import JavaScriptRuntime

#if Plugins
import JavaScriptCompression
import JavaScriptCrypto
#endif

extension [RuntimeExtension] {
  /// The parts of the web's API that the command line adds to its runtimes.
  static var shipped: [RuntimeExtension] {
    #if Plugins
    [.compression, .subtleCrypto]
    #else
    []
    #endif
  }
}
