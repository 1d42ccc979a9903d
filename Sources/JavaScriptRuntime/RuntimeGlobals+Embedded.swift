enum RuntimeGlobals {
  static let source: String = #"""
((host) => { globalThis.console = { log(x) { host.print("log", String(x)); } };
 return { fire: () => false, inspect: String, describe: (e) => JSON.stringify({name: e && e.name, message: e && e.message || String(e)}), rejected: (e) => host.report(e, "unhandledrejection"), uncaught: (e) => host.report(e, "uncaught"), complete: () => [[], ""] }; })
"""#
}
