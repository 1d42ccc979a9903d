import FoundationEssentials
import JavaScriptRuntime
import Testing

@testable import JavaScriptInspector

/// Tests of profiles.
@Suite struct CPUProfileTests {
  /// Like a text that JavaScriptCoreGTK 2.48 gave, shortened: `a` calls `b`, which calls itself and native code.
  private static func samples(_ traces: String) -> String {
    "{\"interval\":0.001,\"traces\":[\(traces)],\"sources\":[{\"sourceID\":2,\"url\":\"file:///app.js\"}]}"
  }

  private static func trace(_ time: Double, _ frames: (String, Int)...) -> String {
    let list = frames.map { name, line in
      let source = line == 4_294_967_295 ? line : 2
      return "{\"sourceID\":\(source),\"name\":\"\(name)\",\"location\":\"#\(name)Dd:FTL:bc#61\",\"line\":\(line),"
        + "\"column\":5,\"category\":\"FTL\",\"flags\":0}"
    }
    return "{\"timestamp\":\(time),\"frames\":[\(list.joined(separator: ","))]}"
  }

  private func profile(_ texts: String...) throws -> CPUProfile {
    var profile = CPUProfile()
    for text in texts { profile.add(try JSONDecoder().decode(StackSamples.self, from: Data(text.utf8))) }
    return profile
  }

  private func example() throws -> CPUProfile {
    try profile(
      CPUProfileTests.samples(
        [
          CPUProfileTests.trace(0, ("lost", 1)),
          CPUProfileTests.trace(10, ("a", 7), ("(program)", 9)),
          CPUProfileTests.trace(10.001, ("b", 3), ("b", 2), ("a", 5), ("(program)", 9)),
          CPUProfileTests.trace(10.002, ("stringify", 4_294_967_295), ("b", 3), ("a", 5), ("(program)", 9)),
        ].joined(separator: ",")),
      CPUProfileTests.samples(
        // Half a second later: no JavaScript ran in between.
        [
          CPUProfileTests.trace(10.502, ("", 1)), CPUProfileTests.trace(9, ("early", 1)),
          "{\"timestamp\":11,\"frames\":[]}",
        ]
        .joined(separator: ",")))
  }

  @Test func `a handler of Swift has a frame of its own, beneath the function that calls it`() throws {
    let text = CPUProfileTests.samples(
      [
        CPUProfileTests.trace(10, ("(host)", 4_294_967_295), ("a", 5)),
        CPUProfileTests.trace(
          10.001, ("(host)", 4_294_967_295), ("b", 3), ("(host)", 4_294_967_295), ("a", 5)),
        CPUProfileTests.trace(10.002, ("(host)", 4_294_967_295), ("a", 5)),
        CPUProfileTests.trace(10.003, ("a", 5)), CPUProfileTests.trace(10.02, ("a", 5)),
      ].joined(separator: ","))
    var profile = CPUProfile()
    var handlers = HandlerSpans.Taken()
    handlers.spans = [
      .init(name: "inner.handler", start: 10_000_900, end: 10_001_100),
      .init(name: "outer.handler", start: 9_999_000, end: 10_001_500),
    ]
    profile.add(
      try JSONDecoder().decode(StackSamples.self, from: Data(text.utf8)), handlers: handlers,
      pauses: [10_019_000..<10_021_000])
    let entries = Dictionary(uniqueKeysWithValues: profile.entries.list.map { ($0.name, $0) })
    #expect(entries["outer.handler"]?.url == CPUProfile.handlerURL)
    #expect(entries["outer.handler"]?.own == .milliseconds(1))
    #expect(entries["outer.handler"]?.total == .milliseconds(2))
    #expect(entries["inner.handler"]?.own == .milliseconds(1))
    // No handler ran at the third sample: the native function itself did.
    #expect(entries["(host)"]?.own == .milliseconds(1))
    #expect(profile.handlerCalls["outer.handler"] == .init(count: 1, nanoseconds: 2_500_000))
    // The last sample was taken while the program was paused.
    #expect(entries["a"]?.own == .milliseconds(1))
    #expect(profile.text.contains("\"functionName\":\"outer.handler\""))
  }

  @Test func `a handler that answers later has the time in which the program waits for it`() throws {
    let traces = [
      CPUProfileTests.trace(10, ("a", 5)), CPUProfileTests.trace(10.1, ("a", 5)),
      CPUProfileTests.trace(10.101, ("a", 5)),
      CPUProfileTests.trace(10.2, ("a", 5)),
    ]
    let text = CPUProfileTests.samples(traces.joined(separator: ","))
    var profile = CPUProfile()
    var handlers = HandlerSpans.Taken()
    handlers.waits = [
      .init(name: "wifi.scan", start: 9_999_000, end: 10_090_000),
      .init(name: "wifi.read", start: 10_041_000, end: 10_081_000),
    ]
    handlers.openWaits = [.init(name: "wifi.wait", start: 10_150_000, end: .max)]
    profile.add(try JSONDecoder().decode(StackSamples.self, from: Data(text.utf8)), handlers: handlers)
    // By the name of the handler, and of the one around it: milliseconds.
    var times: [String: Int] = [:]
    for (sample, duration) in zip(profile.samples, profile.durations) {
      var names: [String] = []
      var node = sample.node
      while node > 0 {
        names.append(profile.functions[profile.nodes[node].function].name)
        node = profile.nodes[node].parent
      }
      times[names.reversed().joined(separator: " "), default: 0] += duration / 1000
    }
    #expect(
      times == [
        "a": 4, "(idle) wifi.scan": 40 + 9, "(idle) wifi.scan wifi.read": 40, "(idle)": 10 + 48, "(idle) wifi.wait": 50,
      ])
    #expect(profile.handlerCalls["wifi.scan"]?.waited == 91_000)
    // They take no time of the program's own.
    #expect(profile.entries.list.map(\.name) == ["a"])
    #expect(profile.entries.sum == .milliseconds(4))
  }

  @Test func `a function keeps its line when a sample has none`() throws {
    let without = CPUProfileTests.trace(10.001, ("f", 7)).replacing("\"line\":7", with: "\"line\":4294967295")
    let traces = [CPUProfileTests.trace(10, ("f", 5)), without, CPUProfileTests.trace(10.002, ("f", 3))]
    let list = try profile(CPUProfileTests.samples(traces.joined(separator: ","))).entries.list
    #expect(list.map(\.line) == [3])
  }

  @Test(arguments: [
    (["#<nil>:None:<nil>", "#burnDd:DFG:bc#3"], 1), (["#burnDd:DFG:<nil>", "#<nil>:None:<nil>"], 1),
    (["#burnDd:DFG:bc#3", "#otherD:DFG:bc#3", "#<nil>:None:<nil>"], 2),
  ])
  func `a function is one, though a sample met it before its code was entered`(locations: [String], count: Int) throws {
    let traces = locations.enumerated().map { index, location in
      let line = location.contains("bc#") ? 4 : 4_294_967_295
      return "{\"timestamp\":\(10 + Double(index) / 1000),\"frames\":[{\"sourceID\":2,\"name\":\"burn\","
        + "\"location\":\"\(location)\",\"line\":\(line)}]}"
    }
    let profile = try profile(CPUProfileTests.samples(traces.joined(separator: ",")))
    #expect(profile.functions.count { $0.name == "burn" } == count)
    #expect(profile.samples.count == locations.count)
    let lines = profile.functions.indices.filter { profile.functions[$0].name == "burn" }.map { profile.firstLines[$0] }
    #expect(lines.allSatisfy { $0 == 4 || locations.allSatisfy { !$0.contains("bc#") } }, "\(lines)")
  }

  @Test func `functions have their own time and that of their calls`() throws {
    let (list, sum) = try example().entries
    #expect(sum == .milliseconds(4))
    let entries = Dictionary(uniqueKeysWithValues: list.map { ($0.name, $0) })
    #expect(entries.keys.sorted() == ["(anonymous)", "(global code)", "a", "b", "stringify"])
    #expect(entries["a"]?.own == .milliseconds(1))
    #expect(entries["a"]?.total == .milliseconds(3))
    #expect(entries["a"]?.line == 5)
    #expect(entries["b"]?.own == .milliseconds(1))
    #expect(entries["b"]?.total == .milliseconds(2))
    #expect(entries["stringify"]?.url.isEmpty == true)
    #expect(entries["stringify"]?.line == 0)
  }

  @Test func `the text is a profile of Chrome's protocol`() throws {
    let json = try JSON(text: Array(try example().text.utf8))
    let nodes = json["nodes"]?.array ?? []
    let samples = json["samples"]?.array?.compactMap(\.integer) ?? []
    let deltas = json["timeDeltas"]?.array?.compactMap(\.integer) ?? []
    let ids = nodes.compactMap { $0["id"]?.integer }
    #expect(Set(ids).count == nodes.count)
    #expect(samples.allSatisfy(ids.contains))
    #expect(samples.count == deltas.count)
    #expect(deltas == [0, 1000, 1000, 1000, 499_000])
    #expect(json["startTime"]?.integer == 10_000_000)
    #expect(json["endTime"]?.integer == 10_503_000)
    // Each node but the root is the child of one other, and hits are samples.
    #expect(
      nodes.flatMap { $0["children"]?.array ?? [] }.compactMap(\.integer).sorted() == Array(ids.sorted().dropFirst()))
    #expect(nodes.compactMap { $0["hitCount"]?.integer }.reduce(0, +) == samples.count)
    #expect(nodes.first?["callFrame"]?["functionName"] == "(root)")
    let named = nodes.filter { $0["callFrame"]?["functionName"] == "a" }
    #expect(named.count == 1)
    #expect(named.first?["callFrame"]?["lineNumber"] == 4)
    #expect(named.first?["positionTicks"] == [["line": 7, "ticks": 1]])
  }

  @Test func `a deep stack is cut, and a profile may be empty`() throws {
    let frames = (0..<5000).map { "{\"sourceID\":2,\"name\":\"f\($0)\",\"location\":\"\",\"line\":1}" }
    let deep = try profile(
      CPUProfileTests.samples("{\"timestamp\":1,\"frames\":[\(frames.joined(separator: ","))]}"))
    #expect(deep.nodes.count == 1002)
    let empty = try profile(CPUProfileTests.samples(""))
    #expect(empty.isEmpty)
    #expect(empty.entries.sum == .zero)
    #expect(try JSON(text: Array(empty.text.utf8))["samples"] == [])
  }

  @Test func `functions without end are counted together`() throws {
    var profile = CPUProfile()
    let traces = (0..<150).map { trace in
      StackSamples.Trace(
        timestamp: 10 + Double(trace) / 1000,
        frames: (0..<1000).map { frame in
          StackSamples.Frame(sourceID: 2, name: "f\(trace)x\(frame)", location: "#a\(trace)x\(frame):FTL", line: 1)
        })
    }
    profile.add(StackSamples(interval: 0.001, traces: traces, sources: []))
    #expect(profile.functions.count == 100_001)
    #expect(profile.functions.last?.name == "(others)")
    #expect(profile.samples.count == 150)
  }
}
