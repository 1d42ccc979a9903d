import Foundation
import Testing

/// The globals that programs for the web expect, and the messages where one is missing.
@Suite struct WebGlobalTests {
  @Test func `a global that needs permission is missing with a hint`() throws {
    for name in ["fetch", "EventSource", "WebSocket"] {
      let result = try CommandLine.run("run", "-e", "console.log(typeof \(name)); \(name)('http://a')")
      #expect(result.output == "undefined\n")
      #expect(result.errors.contains("\ncauseway: \(name) needs "), "\(result.errors)")
    }
    #expect(try !CommandLine.run("run", "-e", "other()").errors.contains("causeway:"))
  }

  #if Plugins
  @Test func `a server that is not listed is refused with a hint`() throws {
    let call = "bridge.plugins.http.get({ url: 'http://a.example' })"
    for code in ["await fetch('http://a.example')", "await \(call)"] {
      let result = try CommandLine.run("run", "--origin", "https://b.example", "-e", code)
      #expect(result.errors.contains("http://a.example is not on the list of allowed origins."))
      let hint = "\ncauseway: --origin allows a public server, --local-origin any server.\n"
      #expect(result.errors.hasSuffix(hint), "\(result.errors)")
    }
    let denied = try CommandLine.run("run", "-e", "await \(call)")
    #expect(denied.errors.hasSuffix("\ncauseway: --allow http.get allows this.\n"), "\(denied.errors)")
  }

  /// The index of ECMA-429, the Minimum Common Web API, of December 2025.
  private static let standard = """
    AbortController AbortSignal Blob ByteLengthQueuingStrategy CompressionStream CountQueuingStrategy Crypto CryptoKey CustomEvent
    DecompressionStream DOMException ErrorEvent Event EventTarget File FormData Headers MessageChannel MessageEvent MessagePort
    Performance PromiseRejectionEvent ReadableByteStreamController ReadableStream ReadableStreamBYOBReader ReadableStreamBYOBRequest
    ReadableStreamDefaultController ReadableStreamDefaultReader Request Response SubtleCrypto TextDecoder TextDecoderStream TextEncoder
    TextEncoderStream TransformStream TransformStreamDefaultController URL URLPattern URLSearchParams WebAssembly.Global
    WebAssembly.Instance WebAssembly.Memory WebAssembly.Module WebAssembly.Table WebAssembly.Tag WebAssembly.Exception
    WebAssembly.CompileError WebAssembly.LinkError WebAssembly.RuntimeError WritableStream WritableStreamDefaultController
    WritableStreamDefaultWriter globalThis atob btoa clearTimeout clearInterval console crypto fetch navigator.userAgent onerror
    onunhandledrejection onrejectionhandled performance queueMicrotask reportError self setTimeout setInterval structuredClone
    WebAssembly.compile WebAssembly.compileStreaming WebAssembly.instantiate WebAssembly.instantiateStreaming WebAssembly.JSTag
    WebAssembly.validate
    """.split { $0.isWhitespace }.joined(separator: " ")

  @Test(arguments: [false, true]) func `all 78 interfaces and globals of ECMA-429 are there`(inWorker: Bool) throws {
    let scratch = try Scratch()
    let check = """
      const names = '\(WebGlobalTests.standard)'.split(' ');
      const missing = names.filter((name) => {
        let owner = globalThis;
        return !name.split('.').every((part) => part in owner && ((owner = owner[part]), true));
      });
      console.log(names.length, missing.join(), /^[!#-'*+.^_`|~\\w-]+$/.test(navigator.userAgent));
      """
    let worker = try scratch.file("check.js", check)
    let main = try scratch.file(
      "main.js", "new Worker(new URL('./check.js', import.meta.url), { type: 'module' }).onerror = console.log")
    let result = try CommandLine.run("run", "--origin", "https://example.org", inWorker ? main.path : worker.path)
    #expect(result.output == "78  true\n", "\(result.errors)")
  }
  #endif
}
