import CJavaScriptCore
import Glibc

/// Functions that the engine exports and its headers do not declare.
///
/// They are looked up by name. A missing function disables one feature: see `missing`, which `causeway doctor` prints.
@safe package enum EngineSymbols {
  package typealias ShouldTerminate = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Bool
  package typealias SetTimeLimit =
    @convention(c) (OpaquePointer, Double, ShouldTerminate?, UnsafeMutableRawPointer?) -> Void
  typealias SetRejectionCallback =
    @convention(c) (
      OpaquePointer, OpaquePointer, UnsafeMutablePointer<OpaquePointer?>?
    ) -> Void
  typealias PromiseIsHandled = @convention(c) (_ promise: OpaquePointer, _ machine: OpaquePointer) -> Bool
  typealias GetMemoryStatistics = @convention(c) (OpaquePointer) -> OpaquePointer?
  typealias ProxyTarget = @convention(c) (OpaquePointer) -> OpaquePointer?
  package typealias ContextOnly = @convention(c) (OpaquePointer) -> Void
  typealias SetEvalEnabled = @convention(c) (OpaquePointer, Bool, OpaquePointer) -> Void

  package static let setTimeLimit = unsafe find("JSContextGroupSetExecutionTimeLimit", as: SetTimeLimit.self)
  package static let clearTimeLimit = unsafe find("JSContextGroupClearExecutionTimeLimit", as: ContextOnly.self)
  static let setRejectionCallback = unsafe find(
    "JSGlobalContextSetUnhandledRejectionCallback", as: SetRejectionCallback.self)
  /// `JSC::JSPromise::isHandled(JSC::VM&) const`.
  static let promiseIsHandled = unsafe find("_ZNK3JSC9JSPromise9isHandledERNS_2VME", as: PromiseIsHandled.self)
  static let setEvalEnabled = unsafe find("JSGlobalContextSetEvalEnabled", as: SetEvalEnabled.self)
  static let memoryStatistics = unsafe find("JSGetMemoryUsageStatistics", as: GetMemoryStatistics.self)
  static let proxyTarget = unsafe find("JSObjectGetProxyTarget", as: ProxyTarget.self)
  package static let collectSynchronously = unsafe find("JSSynchronousGarbageCollectForDebugging", as: ContextOnly.self)
  package static let lock = unsafe find("JSLock", as: ContextOnly.self)
  package static let unlock = unsafe find("JSUnlock", as: ContextOnly.self)

  /// The functions that are used, with the consequence where an engine lacks one.
  ///
  /// The table in docs/engine-notes.md also has the behaviour that is relied on.
  private static let used: [(symbol: String, name: String, cost: String)] = [
    ("JSContextGroupSetExecutionTimeLimit", "", "endless loops cannot be stopped"),
    ("JSGlobalContextSetUnhandledRejectionCallback", "", "unhandled rejections go unnoticed"),
    ("_ZNK3JSC9JSPromise9isHandledERNS_2VME", "JSC::JSPromise::isHandled", "there are no rejectionhandled events"),
    ("JSGetMemoryUsageStatistics", "", "heap statistics are unavailable"),
    ("JSObjectGetProxyTarget", "", "structuredClone copies proxies"),
    ("JSLock", "", "answers are settled one by one"),
    ("JSDisableGCTimer", "", "runtimes cannot start: an idle one would end the process"),
    ("JSGlobalContextSetEvalEnabled", "", "eval cannot be disabled"),
    ("JSSynchronousGarbageCollectForDebugging", "", "an idle runtime frees its memory late"),
    ("JSContextGroupEnableSamplingProfiler", "", "causeway run --cpu-prof records no samples"),
    ("jsc_options_set_boolean", "", "some endless loops cannot be stopped, and a debugger may lose steps"),
    (
      "_ZN9Inspector15RemoteInspector25setInspectorServerAddressEON3WTF7CStringE",
      "Inspector::RemoteInspector", "nothing can be debugged, profiled or covered"
    ),
  ]

  /// The functions that this engine lacks, each with the consequence; empty with Debian 12's engine.
  package static var missing: [(name: String, cost: String)] {
    used.filter { unsafe dlsym(nil, $0.symbol) == nil }.map { ($0.name.isEmpty ? $0.symbol : $0.name, $0.cost) }
  }

  package static func find<Function>(_ name: String, as type: Function.Type) -> Function? {
    guard let symbol = unsafe dlsym(nil, name) else { return nil }
    return unsafe unsafeBitCast(symbol, to: type)
  }

}
