/// The modules that Node has built in, none of which exists here, and what there is instead.
enum NodeModule {
  /// The name without `node:`; nil for a specifier that names no built-in module.
  static func name(of specifier: String) -> String? {
    if specifier.begins(with: "node:") { return specifier.from(byte: 5) }
    let first = specifier.parts(between: "/")[0]
    return names.contains(first) ? specifier : nil
  }

  static func refusal(of name: String) -> ModuleError {
    let first = name.parts(between: "/")[0]
    let instead = instead[first].map { " \($0)" } ?? ""
    return ModuleError(
      .unimplemented, "node:\(name) is a module of Node's, which does not exist here.\(instead)",
      specifier: name)
  }

  private static let names: Set<String> = [
    "assert", "async_hooks", "buffer", "child_process", "cluster", "console", "constants", "crypto", "dgram",
    "diagnostics_channel", "dns", "domain", "events", "fs", "http", "http2", "https", "inspector", "module", "net",
    "os",
    "path", "perf_hooks", "process", "punycode", "querystring", "readline", "repl", "stream", "string_decoder", "sys",
    "timers", "tls", "trace_events", "tty", "url", "util", "v8", "vm", "wasi", "worker_threads", "zlib",
  ]

  private static let instead: [String: String] = [
    "buffer": "Use Uint8Array, atob and btoa, or the npm package buffer.",
    "child_process": "A program of the host's is offered to JavaScript as a handler.",
    "console": "Use the global console.",
    "crypto": "Use the global crypto, or the crypto plugin.",
    "events": "Use EventTarget, or the npm package events.",
    "fs": "Use the files plugin.",
    "http": "Use the http plugin.",
    "https": "Use the http plugin.",
    "assert": "Use the npm package assert.",
    "path": "Use the npm package path-browserify under the name path.",
    "perf_hooks": "Use the global performance.",
    "process": "CommonJS modules have a small process; scripts have scriptArgs.",
    "stream": "Use async iteration, or the npm package readable-stream.",
    "timers": "Use setTimeout and setInterval.",
    "url": "Use the global URL and URLSearchParams.",
    "util": "Use TextEncoder, TextDecoder and structuredClone, or the npm package util.",
    "worker_threads": "A host runs several runtimes: see JavaScriptRuntimePool.",
  ]
}
