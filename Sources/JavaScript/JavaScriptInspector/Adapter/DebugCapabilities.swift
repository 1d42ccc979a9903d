/// The features that a debugger may use.
package enum DebugCapabilities {
  /// The response to `initialize`.
  package static let all: JSON = [
    "supportsConfigurationDoneRequest": true,
    "supportsConditionalBreakpoints": true,
    "supportsHitConditionalBreakpoints": true,
    "supportsLogPoints": true,
    "supportsFunctionBreakpoints": true,
    "supportsBreakpointLocationsRequest": true,
    "supportsEvaluateForHovers": true,
    "supportsSetVariable": true,
    "supportsCompletionsRequest": true,
    "completionTriggerCharacters": ["."],
    "supportsLoadedSourcesRequest": true,
    "supportsExceptionInfoRequest": true,
    "supportsTerminateRequest": true,
    "supportTerminateDebuggee": true,
    "supportsDelayedStackTraceLoading": true,
    "exceptionBreakpointFilters": [
      ["filter": "all", "label": "All exceptions", "default": false],
      ["filter": "uncaught", "label": "Uncaught exceptions", "default": true],
    ],
  ]
}
