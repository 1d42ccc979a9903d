import JavaScriptModules
import TestSupport
import Testing

@testable import JavaScriptRuntime

/// The modules of Node that exist here, and what packages see of the others.
@Suite(.timeLimit(.minutes(5))) struct BuiltInModuleTests {
  @Test func `built-in modules are imported and required, with and without their prefix`() async throws {
    let lines = try await printed(
      [
        "main.mjs": """
        import path, { join } from 'path'; import * as events from 'node:events'; import { Buffer } from 'buffer';
        import required from './r.cjs';
        console.log(join('a', '..', 'b'), path.sep, events.default === events.EventEmitter, Buffer.from('hi').toString('hex'));
        console.log(required.path === path, required.events === events.default, (await import('node:util')).format('%s', 1));
        try { await import('./names.mjs') } catch (e) { console.log(e.name, e.message.split('.')[0]) }
        """, "r.cjs": "module.exports = { path: require('path'), events: require('node:events') }",
        "names.mjs": "import { nothing } from 'path'",
      ], entry: "./main.mjs")
    #expect(
      lines == [
        "b / true 6869", "true true 1", "SyntaxError node:path has no export named 'nothing'",
      ])
  }

  @Test func `util.inspect breaks lines where console.log does, and where its options say`() async throws {
    let lines = try await printed(
      [
        "main.mjs": """
        import { inspect } from 'node:util';
        const value = Object.fromEntries('abcdef'.split('').map((key) => [key, 'x'.repeat(8)]));
        console.log(inspect(value).split('\\n').length, inspect({ a: 1, b: value.b }).split('\\n').length);
        console.log(inspect(value, { breakLength: 128 }).split('\\n').length);
        inspect.defaultOptions = { breakLength: Infinity };
        console.log(inspect(value).split('\\n').length);
        """
      ], entry: "./main.mjs")
    #expect(lines == ["8 1", "1", "1"])
  }

  @Test func `the globals of Node are there for packages and CommonJS modules only`() async throws {
    let names = "[typeof process, typeof Buffer, typeof global, typeof setImmediate].join()"
    let own = try await printed(["main.mjs": "console.log(\(names))"], entry: "./main.mjs")
    #expect(own == ["undefined,undefined,undefined,undefined"])
    let package = try await printed(
      [
        "main.mjs": "import 'p'", "node_modules/p/index.mjs": "console.log(\(names))",
        "node_modules/p/package.json": #"{"exports": "./index.mjs"}"#,
      ], entry: "./main.mjs")
    #expect(package == ["object,function,object,function"])
    let common = try await printed(
      ["main.cjs": "console.log(\(names), Buffer === require('buffer').Buffer)"], entry: "./main.cjs")
    #expect(common == ["object,function,object,function true"])
  }

  @Test func `a function of a module that does not exist says what there is instead`() async throws {
    let lines = try await printed(
      [
        "main.mjs": "import 'p'",
        "node_modules/p/package.json": #"{"main": "index.cjs"}"#,
        "node_modules/p/index.cjs": """
        const http = require('http');
        class Own extends http.Agent {}
        for (const use of [() => http.request('x'), () => new Own()])
          try { use() } catch (e) { console.log(e.code, e.message) }
        console.log(['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512'].map((name) => require('crypto').createHash(name).update('abc').digest('hex').slice(0, 8)).join());
        console.log(require('os').EOL === '\\n', new (require('stream'))() instanceof require('events'));
        """,
      ], entry: "./main.mjs")
    #expect(lines.count == 4)
    #expect(lines.first?.hasPrefix("ERR_METHOD_NOT_IMPLEMENTED http.request was called.") == true)
    #expect(lines.first?.hasSuffix("Use the http plugin.") == true)
    // FIPS 180-4 and RFC 1321.
    #expect(lines[2] == "90015098,a9993e36,23097d22,ba7816bf,cb00753f,ddaf35a1")
    #expect(lines.last == "true true")
  }

  @Test func `fs reads the program's own files, and nothing else without the files plugin`() async throws {
    let lines = try await printed(
      [
        "main.mjs": """
        import fs from 'node:fs';
        import { text } from 'node:stream/consumers';
        console.log(fs.readFileSync('/data/a.txt', 'utf8'), fs.existsSync('data'), fs.readdirSync('data').join(), fs.statSync('data/a.txt').size);
        console.log(await fs.promises.readFile('data/a.txt', 'latin1'), await text(fs.createReadStream('data/a.txt')));
        for (const use of [() => fs.readFileSync('/etc/passwd'), () => fs.readFileSync('../etc/passwd'), () => fs.readdirSync('/nope'), () => fs.writeFileSync('data/a.txt', ''), () => fs.rmSync('data', { recursive: true })])
          try { use(); console.log('done') } catch (e) { console.log(e.code, e.syscall) }
        console.log(fs.existsSync('/etc/passwd'));
        """, "data/a.txt": "own",
      ], entry: "./main.mjs")
    #expect(
      lines == [
        "own true a.txt 3", "own own", "ENOENT open", "ENOENT open", "ENOENT scandir", "EACCES open", "EACCES rm",
        "false",
      ])
  }

  @Test func `a store is carried by timers and ticks, and is refused after an await`() async throws {
    let lines = try await printed(
      [
        "main.mjs": """
        import { AsyncLocalStorage } from 'node:async_hooks';
        const storage = new AsyncLocalStorage();
        storage.run(1, () => setTimeout(() => console.log('timer', storage.getStore())));
        storage.run(2, () => queueMicrotask(() => console.log('microtask', storage.getStore())));
        storage.run(3, async () => {
          const keep = AsyncLocalStorage.snapshot();
          await null;
          try { storage.getStore() } catch (e) { console.log(e.code) }
          console.log('snapshot', keep(() => storage.getStore()));
        });
        """
      ], entry: "./main.mjs")
    #expect(lines == ["microtask 2", "ERR_ASYNC_CONTEXT_UNKNOWN", "snapshot 3", "timer 1"])
  }

  @Test func `a proxy is printed as its target, and no trap is asked`() async throws {
    let lines = try await printed(
      [
        "main.mjs": """
        const trap = () => { throw new Error('asked') };
        const handler = { get: trap, ownKeys: trap, getPrototypeOf: trap, getOwnPropertyDescriptor: trap, has: trap };
        console.log(new Proxy([], handler), new Proxy({ a: new Proxy([1], handler) }, handler), new Proxy(function f() {}, handler));
        """
      ], entry: "./main.mjs")
    #expect(lines == ["[] { a: [ 1 ] } [Function: f]"])
  }

  @Test func `require has a cache, paths, children and a parent`() async throws {
    let lines = try await printed(
      [
        "main.cjs": """
        const a = require('./a.cjs');
        console.log(module.children.length, module.children[0].exports === a, a.parent === module, module.parent, module.id);
        console.log(Object.keys(require.cache).length, module.paths.at(-1), require.resolve.paths('x').length, require.resolve('path'));
        delete require.cache[require.resolve('./a.cjs')];
        console.log(require('./a.cjs') === a, require('./a.cjs').count);
        require.cache[require.resolve('./a.cjs')].exports = 'mine';
        console.log(require('./a.cjs'), module.require('./a.cjs'), module.loaded, module instanceof require('module'));
        for (const name of ['', 5]) try { require(name) } catch (e) { console.log(e.code) }
        """,
        "a.cjs": "globalThis.count = (globalThis.count ?? 0) + 1; module.exports = { parent: module.parent, count }",
      ], entry: "./main.cjs")
    #expect(
      lines == [
        "1 true true null .", "2 undefined 0 path", "false 2", "mine mine false true", "ERR_INVALID_ARG_VALUE",
        "ERR_INVALID_ARG_TYPE",
      ])
  }

  @Test func `require marks an ES module for transpiled code, and takes its export module.exports`() async throws {
    let lines = try await printed(
      [
        "main.cjs": """
        const a = require('./a.mjs');
        console.log(a.__esModule, a.default, Object.keys(a).join(), require('./a.mjs') === a, require('./b.mjs'), require('./c.mjs').__esModule);
        """, "a.mjs": "export default 1; export const z = 2",
        "b.mjs": "const f = 'f'; export { f as 'module.exports' }",
        "c.mjs": "export const x = 1",
      ], entry: "./main.cjs")
    #expect(lines == ["true 1 __esModule,default,z true f undefined"])
  }

  @Test func `createRequire requires from a path or URL of the program`() async throws {
    let lines = try await printed(
      [
        "main.mjs": """
        import { createRequire, isBuiltin, builtinModules } from 'node:module';
        const require = createRequire(import.meta.url);
        console.log(require('./sub/a.cjs'), createRequire(new URL('./sub/x.js', import.meta.url))('./a.cjs'));
        console.log(isBuiltin('fs'), isBuiltin('node:path'), builtinModules.includes('events'));
        for (const base of ['relative', 'https://example.com/', 5]) try { createRequire(base) } catch (e) { console.log(e.code) }
        """, "sub/a.cjs": "module.exports = 'a'",
      ], entry: "./main.mjs")
    #expect(
      lines == ["a a", "true true true", "ERR_INVALID_ARG_VALUE", "ERR_INVALID_ARG_VALUE", "ERR_INVALID_ARG_VALUE"])
  }

  @Test func `a path that a package does not export has the code of Node`() async throws {
    let lines = try await printed(
      [
        "main.cjs":
          "for (const name of ['p/inner.js', 'node:none']) try { require(name) } catch (e) { console.log(e.code) }",
        "node_modules/p/package.json": #"{"exports": "./index.js"}"#, "node_modules/p/index.js": "",
      ], entry: "./main.cjs")
    #expect(lines == ["ERR_PACKAGE_PATH_NOT_EXPORTED", "ERR_UNKNOWN_BUILTIN_MODULE"])
  }

  @Test func `a package reads the stack as objects`() async throws {
    let lines = try await printed(
      [
        "main.cjs": """
        function outer() { return inner() }
        function inner() {
          const holder = {}, before = Error.prepareStackTrace;
          Error.prepareStackTrace = (_, sites) => sites;
          Error.captureStackTrace(holder, inner);
          Error.prepareStackTrace = before;
          return holder.stack;
        }
        const [site] = outer();
        console.log(site.getFunctionName(), site.getFileName(), site.getLineNumber(), String(site).startsWith('outer ('));
        const plain = {};
        Error.captureStackTrace(plain);
        console.log(typeof plain.stack);
        """
      ], entry: "./main.cjs")
    #expect(lines == ["outer memory:///main.cjs 1 true", "string"])
  }

  @Test func `process writes lines, and its next tick runs`() async throws {
    let lines = try await printed(
      [
        "main.cjs": """
        process.stdout.write('a'); process.stdout.write('b\\nc'); process.stdout.write('d\\n');
        process.nextTick((x) => console.log('tick', x), 1);
        console.log(process.argv.length, process.cwd(), process.hrtime().length, process.versions.node, process.on('x', () => {}) === process);
        try { process.kill(1) } catch (e) { console.log(e.code) }
        """
      ], entry: "./main.cjs")
    #expect(lines == ["ab", "cd", "1 / 2 20.19.0 true", "ERR_METHOD_NOT_IMPLEMENTED", "tick 1"])
  }

  @Test func `a host receives the text of process as it is written, or in whole lines`() async throws {
    let source = """
      process.stdout.write("a");
      process.stderr.write("e");
      console.log("b");
      console.warn("w");
      process.stdout.write("c\\nd");
      """
    let pieces = Shared<[String]>([])
    func run(_ console: ConsoleOutput) async throws -> [String] {
      pieces.withLock { $0 = [] }
      var configuration = RuntimeConfiguration()
      configuration.console = console
      configuration.modules = ModuleConfiguration(.memory(["main.cjs": source]))
      let runtime = try await JavaScriptRuntime(configuration)
      try await runtime.run(module: "./main.cjs", timeout: .seconds(30))
      await runtime.close()
      return pieces.value
    }
    #expect(
      try await run(.stream { level, text in pieces.withLock { $0.append("\(level) \(text)") } })
        == ["log a", "error e", "log b\n", "warn w\n", "log c\nd"])
    #expect(
      try await run(.handler { level, text in pieces.withLock { $0.append("\(level) \(text)") } })
        == ["log ab", "warn ew", "log c", "log d"])
  }
}
