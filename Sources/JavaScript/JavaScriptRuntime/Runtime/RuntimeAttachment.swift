package import CausewayConcurrency

/// An object of another module that a runtime keeps on its JavaScript thread.
package protocol RuntimeAttachment: AnyObject {
  /// Called on the JavaScript thread when the runtime closes, before the context is destroyed.
  func runtimeCloses(_ reason: JavaScriptError)

  /// The attachment's open resources, for leak checks.
  var openResources: [OpenResource] { get }
}
