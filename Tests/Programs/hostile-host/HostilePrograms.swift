/// Programs that try to end, hang or starve their host.
enum HostilePrograms {
  /// What an evaluation limit in the host's own process has to bear.
  static let anywhere = [
    // Loops, wherever one may be.
    "for (;;);",
    "setTimeout(() => {}, 0); await 0; for (;;);",
    "setTimeout(() => {}, 0); queueMicrotask(() => { for (;;); });",
    "setTimeout(() => {}, 0); bridge.call('echo', 1).then(() => { for (;;); });",
    "setInterval(() => {}, 1); await bridge.call('late', 1); for (;;);",
    "bridge.handle('loop', () => { for (;;); }); await bridge.call('callBack', 'loop');",
    "bridge.on('tick', () => { for (;;); }); await bridge.call('tick'); await new Promise(() => {});",
    "for await (const item of bridge.stream('numbers')) for (;;);",
    """
    globalThis.registry = new FinalizationRegistry(() => { for (;;); });
    for (let n = 0; n < 1e5; n++) registry.register({}, n);
    await new Promise((resolve) => setTimeout(resolve, 50));
    """,
    """
    for (let n = 0; n < 9; n++)
      WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(() => { for (;;); });
    await new Promise(() => {});
    """,
    "bridge.call('echo', { get a() { for (;;); } });",
    "structuredClone({ get a() { for (;;); } });",
    "console.log({ get [Symbol.toStringTag]() { for (;;); } }, new Proxy({}, { ownKeys() { for (;;); } }));",
    "const e = new Error('x'); Object.defineProperty(e, 'stack', { get() { for (;;); } }); throw e;",
    "addEventListener('unhandledrejection', () => { for (;;); }); Promise.reject(1); await new Promise(() => {});",
    "queueMicrotask(() => { throw new Error('x'); }); queueMicrotask(() => { for (;;); });",
    "Promise.prototype.then = function () { for (;;); }; await bridge.call('echo', 1);",
    "new Promise(() => {}); bridge.callSync('echo', { toJSON() { for (;;); } });",
    "/(a+)+$/.test('a'.repeat(60) + 'b');",
    // Depth and width.
    "const f = () => f(); f();",
    "let a = []; for (let n = 0; n < 1e5; n++) a = [a]; await bridge.call('echo', a);",
    "const a = []; a[0] = a; await bridge.call('echo', a);",
    "await bridge.call('echo', Array.from({ length: 1e6 + 1 }, (_, n) => n));",
    "await bridge.call('x'.repeat(1 << 20));",
    // Floods.
    "await Promise.all(Array.from({ length: 20000 }, (_, n) => bridge.call('late', n)));",
    "for (let n = 0; n < 20000; n++) bridge.call('late', 'x'.repeat(9999)).catch(() => {});",
    "for (let n = 0; n < 5000; n++) bridge.stream('numbers')[Symbol.asyncIterator]().next();",
    "for (let n = 0; n < 1e5; n++) console.log(n);",
    "for (let n = 0; n < 1e5; n++) setTimeout(() => {}, n % 50); await new Promise((r) => setTimeout(r, 60));",
    "for (let n = 0; n < 3000; n++) bridge.on('tick' + n, () => {});",
    "for (let n = 0; n < 9999; n++) Promise.reject(new Error(String(n))); await new Promise(() => {});",
    // A realm that is not what it was.
    "Object.prototype.then = function (resolve) { resolve(1); }; await bridge.call('echo', {});",
    "Object.defineProperty(Array.prototype, 0, { set() { throw 1; } }); await bridge.call('echo', [1]);",
    "for (const name of Object.getOwnPropertyNames(globalThis)) try { delete globalThis[name]; } catch {}",
    "for (const name of ['call', 'stream', 'on', 'emit', 'handle']) try { bridge[name] = null; } catch {}",
    "delete Array.prototype.push; Map.prototype.get = Map.prototype.set = () => 1; await bridge.call('echo', [1]);",
    "Object.freeze(Object.prototype); Object.freeze(Array.prototype); await bridge.call('echo', { a: [1] });",
    // Ends.
    "throw { toString() { throw 1; } };", "throw null;", "throw new Proxy({}, { get() { throw 1; } });",
    "await bridge.call('fail');", "await bridge.call('__proto__');", "await bridge.call('echo', Symbol('x'));",
    "const c = new AbortController(); const p = bridge.call('late', 1, { signal: c.signal }); c.abort(); await p;",
    "await bridge.call('late', 1, { timeout: 1 });",
    "bridge.call('never'); bridge.call('never'); await bridge.call('never', 0, { timeout: 20 });",
    "((", "\u{0}", "import x from 'y';",
    // What takes the host's time or memory outside of any script.
    "await import('./variables.js');",
    "await Promise.all(['variables', 'classes', 'types', 'regexps'].map((name) => import(`./${name}.ts`)));",
    "import('./variables.js'); import('./classes.js'); await bridge.call('echo', 1);",
    "await Promise.all(Array.from({ length: 300 }, (_, n) => import(`./small${n}.js`).catch(() => {})));",
    "for (let n = 0; n < 300; n++) import('./' + 'x'.repeat(1 << 14) + n).catch(() => {});",
    "let blob = new Blob([]); for (let n = 0; n < 1e5; n++) blob = new Blob([blob, 'x']); await blob.text();",
    "for (let n = 0; n < 20000; n++) bridge.call('none' + n).catch(() => {});",
    "for (let n = 0; n < 20000; n++) bridge.call('echo', n, { metadata: { ['key' + n]: 'x' } }).catch(() => {});",
    """
    for (let n = 0; n < 12000; n++) {
      const c = new AbortController();
      bridge.call('deaf', n, { signal: c.signal }).catch(() => {});
      c.abort();
    }
    """,
    "await Promise.all(Array.from({ length: 3 }, () => bridge.call('slow')));",
    "const e = new Error('\\x1b]0;x\\x07'); e.code = 'A\\nB\\x1b[31m'; throw e;",
    "for (let n = 0; n < 20000; n++) new MessageChannel().port1.postMessage('x'.repeat(999));",
    "const kept = []; for (let n = 0; n < 2000; n++) kept.push(new BroadcastChannel('a'));",
  ]

  /// The modules that they import: texts that a parser could take longer for the longer they are.
  static let modules: [String: String] = {
    func nested(_ count: Int, _ open: (Int) -> String, _ close: String) -> String {
      (0..<count).map(open).joined() + String(repeating: close, count: count)
    }
    // The engine's own parser takes memory by the square of the depth, half a gigabyte for 8,000 blocks, and its compiler
    // as much for some seconds for a long expression: those are for a process of its own.
    var files = [
      "variables": nested(500, { "{var a\($0);" }, "}"), "deep": nested(20_000, { "{var a\($0);" }, "}"),
      "classes": nested(500, { "class A { #a\($0); static { this.#a0;" }, "}}"),
      "types": String(repeating: "a<b&&", count: 2_000) + "c", "long": String(repeating: "a<b&&", count: 20_000) + "c",
      "regexps": "/" + (0..<1_000).map { "(?<a\($0)>b)" }.joined() + "/",
    ]
    for (name, text) in files {
      files[name + ".js"] = text
      files[name + ".ts"] = text
    }
    for number in 0..<300 { files["small\(number).js"] = "export const n = \(number);" }
    return files
  }()

  /// What only a process of its own can bear, with `anywhere`: the engine's heap has no limit in the host's own.
  static let confined = [
    "await bridge.call('echo', 'x'.repeat(40 << 20));",
    "await bridge.call('echo', new Uint8Array(40 << 20));",
    "JSON.parse('['.repeat(1e6));",
    "for (;;) await null;",
    "const f = () => Promise.resolve().then(f); f();",
    "const kept = []; for (;;) kept.push(new Uint8Array(1 << 20).fill(1));",
    "let s = 'x'; for (;;) s += s;",
    "const kept = []; for (;;) kept.push({ n: kept.length });",
    "for (;;) console.log('x'.repeat(1 << 16));",
    "for (;;) console.log('');",
    "for (;;) bridge.call('echo', 'x'.repeat(1 << 20)).catch(() => {});",
    "new Uint8Array(2 ** 33).fill(1);",
    "await import('./deep.js');",
    "globalThis.a = globalThis.b = 1; for (;;) await import('./long.ts?' + Math.random());",
    "for (let n = 0; ; n++) import('./' + 'x'.repeat(1 << 14) + n).catch(() => {});",
    "for (let n = 0; ; n++) await import('./none' + n).catch(() => {});",
    "const kept = []; for (;;) kept.push(new MessageChannel());",
    "const kept = []; for (;;) kept.push(new ArrayBuffer(1 << 28));",
    """
    globalThis.slice = () => { for (const end = Date.now() + 20; Date.now() < end;); setTimeout(slice); };
    slice();
    await bridge.call('slow');
    """,
  ]
}
