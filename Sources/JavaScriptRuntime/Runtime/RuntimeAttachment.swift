package import CausewayConcurrency

/// Something that a module above keeps on the JavaScript thread of a runtime.
package protocol RuntimeAttachment: AnyObject {
  /// The runtime closes: called on its thread, before the context goes, with the reason.
  func runtimeCloses(_ reason: JavaScriptError)

  /// What of it is open, for leak checks.
  var openResources: [OpenResource] { get }
}
