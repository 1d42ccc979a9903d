#if WebView
import Causeway
import CausewayExport

/// An event source.
@Plugin("pulse")
actor Pulse {
  /// The number of beats since the start.
  @Export let beat = PluginEvent<Int>()

  private var beating: Task<Void, any Error>?

  /// Starts several beats a second.
  ///
  /// - Parameter function: a global function of the page that is called for each beat, for pages without events.
  @Export func start(telling function: String? = nil, call: CallContext) {
    beating?.cancel()
    let page = call.connection
    beating = Task { [beat] in
      for number in 1... {
        try await Task.sleep(for: .milliseconds(250))
        try beat.emit(number)
        if let function { try await page.invoke(function, [.number(Double(number))]) }
      }
    }
  }

  /// Stops the beats.
  @Export func stop() {
    beating?.cancel()
    beating = nil
  }
}
#endif
