import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct RunTests {
  // MARK: Successful runs

  @Test func `await works at the top level`() throws {
    let result = try CommandLine.run("run", "-e", "console.log(await Promise.resolve(42))")
    #expect(result.status == 0)
    #expect(result.output == "42\n")
    #expect(result.errors == "")
  }

  @Test func `timers keep a program alive`() throws {
    let result = try CommandLine.run(
      "run", "-e", "setTimeout(() => console.log('second'), 5); console.log('first')")
    #expect(result.status == 0)
    #expect(result.output == "first\nsecond\n")
  }

  @Test func `console prints to the stream that Node prints to`() throws {
    let result = try CommandLine.run(
      "run", "-e", "console.log('out'); console.info('info'); console.warn('warn'); console.error('err')")
    #expect(result.output == "out\ninfo\n")
    #expect(result.errors == "warn\nerr\n")
  }

  @Test func `a program comes from standard input`() throws {
    let result = try CommandLine.run("run", "-", "argument", input: "console.log(scriptArgs[0])")
    #expect(result.status == 0)
    #expect(result.output == "argument\n")
  }

  @Test func `arguments reach the program untouched`() throws {
    let arguments = ["--allow", "-x", "--", #""); throw 1; (""#, "\u{2028}é", ""]
    let code = "console.log(JSON.stringify(scriptArgs), Object.isFrozen(scriptArgs))"
    let result = try CommandLine.run(["run", "-", "first"] + arguments, input: code)
    let expected = try JSONEncoder().encode(["first"] + arguments)
    let line = result.output.split(separator: "\n")[0]
    #expect(line.hasSuffix(" true"))
    let decoded = try JSONDecoder().decode([String].self, from: Data(line.dropLast(5).utf8))
    #expect(try decoded == JSONDecoder().decode([String].self, from: expected))
  }

  @Test func `an empty file runs`() throws {
    let scratch = try Scratch()
    let result = try CommandLine.run("run", scratch.file("empty.js", "").path)
    #expect(result.status == 0)
    #expect(result.output + result.errors == "")
  }

  @Test func `only a page has window`() throws {
    let code = "console.log(typeof window)"
    #expect(try CommandLine.run("run", "-e", code).output == "undefined\n")
    #expect(try CommandLine.run("run", "--page", "-e", code).output == "object\n")
  }

  @Test func `the network answers by default`() throws {
    let code = "console.log((await bridge.call('network.status')).interfaces.some(({ name }) => name === 'lo'))"
    #expect(try CommandLine.run("run", "-e", code).output == "true\n")
  }

  // MARK: Failed runs

  /// A program, and a text that its report must contain.
  static let failures: [(code: String, report: String)] = [
    ("let x = ;", "SyntaxError"),
    ("throw 'text'", "Uncaught 'text'"),
    ("throw undefined", "Uncaught undefined"),
    ("throw null", "Uncaught null"),
    ("throw {}", "Uncaught {}"),
    ("throw { a: 1 }", "Uncaught { a: 1 }"),
    ("throw new TypeError('wrong')", "TypeError: wrong\n  -e:1:"),
    ("Promise.reject(new Error('lost'))", "Error: lost"),
    ("setTimeout(() => { throw new RangeError('late') })", "RangeError: late"),
    (
      "const no = async (e) => { throw e };\nawait Promise.any([no(new Error('1')), no(2), no(new Error('3', { cause: 4 }))])",
      "AggregateError\nincluding Error: 1\n  -e:2:"
    ),
    ("throw new AggregateError([1, new Error('2')])", "including 1\nincluding Error: 2\n  -e:1:"),
    ("throw new Error('1', { cause: new AggregateError([2]) })", "caused by AggregateError\n"),
    ("await bridge.call('wifi.sid')", "did you mean wifi.ssid?"),
    ("await new Promise(() => {})", "can never settle"),
  ]

  @Test(arguments: failures) func `the error of a failed program is reported`(code: String, report: String) throws {
    let result = try CommandLine.run("run", "-e", code)
    #expect(result.status == 1)
    #expect(result.errors.contains(report))
    #expect(!result.errors.contains("\u{1B}"))
    #expect(result.output == "")
  }

  @Test func `the first uncaught error ends the run`() throws {
    let result = try CommandLine.run(
      "run", "-e", "Promise.reject(new Error('lost')); setTimeout(() => console.log('never'), 60000)")
    #expect(result.status == 1)
    #expect(result.output == "")
  }

  @Test func `a denied call of an unknown method is reported as unknown`() throws {
    let result = try CommandLine.run("run", "-e", "await bridge.call('secrets.read')")
    #expect(result.status == 1)
    #expect(result.errors.contains("PERMISSION_DENIED"))
    #expect(result.errors.hasSuffix("causeway: There is no method secrets.read.\n"), "\(result.errors)")
    #expect(!result.errors.contains("--allow"))
    let near = try CommandLine.run("run", "--allow", "x", "-e", "await bridge.call('wiffi.sssid')")
    #expect(near.errors.contains("There is no method") && near.errors.contains("did you mean wifi.ssid?"))
    for list in ["x, secrets.*", "x secrets.*", ",secrets.read,"] {
      let allowed = try CommandLine.run("run", "--allow", list, "-e", "await bridge.call('secrets.read')")
      #expect(allowed.errors.contains("There is no method"), "\(list)")
    }
    let event = try CommandLine.run("run", "-e", "bridge.on('secrets.reported', () => {})")
    #expect(event.errors.hasSuffix("causeway: There is no event secrets.reported.\n"), "\(event.errors)")
  }

  @Test(arguments: [
    "for (let i = 0; i < 30000; i++) bridge.call('images.resize', i)",
    "for (let i = 0; i < 30000; i++) Promise.reject(new Error('PERMISSION_DENIED ' + i))",
    "for (let i = 0; i < 30000; i++) queueMicrotask(() => { throw new Error('PERMISSION_DENIED ' + i) })",
  ]) func `of thirty thousand errors the first is reported and the others are counted`(code: String) throws {
    let result = try CommandLine.run("run", "-e", code)
    #expect(result.status == 1)
    #expect(result.errors.contains("PERMISSION_DENIED"))
    #expect(result.errors.components(separatedBy: "\n  -e:1:").count == 2, "\(result.errors)")
    #expect(result.errors.hasSuffix("causeway: and 29,999 more errors.\n"), "\(result.errors)")
    #expect(!result.errors.contains("cannot be interrupted"))
  }

  @Test func `the number of further errors is printed only if there are any`() throws {
    let two = try CommandLine.run("run", "-e", "Promise.reject(new Error('a')); Promise.reject(new Error('b'))")
    #expect(two.errors.contains("Error: a") && two.errors.hasSuffix("causeway: and 1 more error.\n"))
    let one = try CommandLine.run("run", "-e", "Promise.reject(new Error('a'))")
    #expect(!one.errors.contains("more error"))
  }

  @Test(arguments: ["for (;;);", "await new Promise((resolve) => setTimeout(resolve, 60000))"])
  func `a program is stopped at its timeout`(code: String) throws {
    let result = try CommandLine.run("run", "--timeout", "0.2", "-e", code)
    #expect(result.status == 1)
    #expect(result.errors.contains("--timeout 0.2"))
  }

  @Test(arguments: ["1e-300", "0.000001"]) func `the message of a tiny timeout has the given value`(seconds: String)
    throws
  {
    let result = try CommandLine.run("run", "--timeout", seconds, "-e", "for (;;);")
    #expect(result.status == 1)
    let reported = try #require(result.errors.firstMatch(of: /exceeded --timeout (\S+)\./)?.1)
    #expect(Double(String(reported)) == Double(seconds))
  }
}
