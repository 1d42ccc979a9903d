#if WebView
import Causeway
import CausewayExport

/// Tells the time again and again.
@Plugin("pulse")
actor Pulse {
  /// How many beats there were since it was started.
  @Export let beat = PluginEvent<Int>()

  private var beating: Task<Void, any Error>?

  /// Begins to beat, several times a second.
  ///
  /// - Parameter function: a function of the page's that is called at each beat, for pages that know no events.
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

  /// Stops.
  @Export func stop() {
    beating?.cancel()
    beating = nil
  }
}
#endif
