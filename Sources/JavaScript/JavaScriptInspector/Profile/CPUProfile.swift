import JavaScriptRuntime

/// Where a program spent its time: samples of its stack, as a tree of calls.
package struct CPUProfile: Sendable {
  /// A function, or native code.
  struct Function: Hashable, Sendable {
    let name: String
    /// Empty for native code.
    let url: String
    /// Tells functions of one name apart; `#<nil>` where the engine did not know it.
    var hash: Substring
  }

  /// A function beneath its callers.
  struct Node: Sendable {
    let function: Int
    let parent: Int
    var children: [Int] = []
    var hits = 0
    /// The samples on each line, counted from 1.
    var lines: [Int: Int] = [:]
  }

  private struct Call: Hashable {
    let parent: Int
    let function: Int
  }

  /// The first node is the root, the second stands for the time in which no JavaScript ran.
  private(set) var nodes: [Node] = [Node(function: 0, parent: 0), Node(function: 1, parent: 0)]
  private(set) var functions: [Function] = [
    Function(name: "(root)", url: "", hash: ""), Function(name: "(idle)", url: "", hash: ""),
  ]
  /// The first known line of each function, counted from 1; 0 of native code.
  private(set) var firstLines = [0, 0]
  /// The node of each sample, and its time in microseconds.
  private(set) var samples: [(node: Int, time: Int)] = []

  private var calls: [Call: Int] = [:]
  private var functionNumbers: [Function: Int] = [:]
  /// The newest function of each name.
  private var named: [Function: Int] = [:]
  private var urls: [Int: String] = [:]
  private var interval = 1000
  private var lastTime: Int?

  /// How often a Swift handler was called, how long it ran on the JavaScript thread, and how long its answers took.
  package struct HandlerCalls: Sendable, Equatable {
    package var count = 0
    package var nanoseconds: Int64 = 0
    /// How long its calls waited for asynchronous answers, in microseconds.
    package var waited: Int64 = 0
  }

  /// The key is the method's name.
  package private(set) var handlerCalls: [String: HandlerCalls] = [:]

  /// The engine's name for native functions of this package, such as the functions with which JavaScript calls
  /// handlers.
  private static let nativeName = "(host)"
  /// The URL under which tools show Swift handlers.
  package static let handlerURL = "swift:handler"
  private static let maximumHandlers = 1000
  private static let maximumDepth = 1000
  private static let maximumNodes = 1_000_000
  private static let maximumSamples = 20_000_000
  private static let maximumFunctions = 100_000
  /// A pause between samples of so many intervals is time in which no JavaScript ran.
  private static let idleIntervals = 5

  /// The calls that may have been open in the time since the last sample.
  private var waits: [HandlerSpans.Span] = []
  private var openWaits: [HandlerSpans.Span] = []

  package init() { nodes[0].children = [1] }

  package var isEmpty: Bool { samples.isEmpty }

  /// Adds samples, which are later than those before.
  ///
  /// - Parameters:
  ///   - handlers: when handlers of Swift ran that the engine knows only as its native function, and which calls waited for
  ///     their answers.
  ///   - pauses: when a debugger held the program, in microseconds: that is time in which no JavaScript ran.
  mutating func add(
    _ more: StackSamples?, handlers: HandlerSpans.Taken = HandlerSpans.Taken(), pauses: [Range<Int64>] = []
  ) {
    for handler in handlers.spans { count(handler) }
    for wait in handlers.waits {
      handlerCalls[known(wait.name), default: HandlerCalls()].waited += wait.end - wait.start
    }
    waits += handlers.waits
    openWaits = handlers.openWaits
    defer {
      let start = Int64(lastTime ?? 0)
      waits.removeAll { $0.end <= start }
    }
    guard let more else { return }
    interval = max(1, Int(exactly: (more.interval * 1e6).rounded()) ?? 1000)
    for source in more.sources { urls[source.sourceID] = source.url ?? "(no URL)" }
    var timeline = HandlerTimeline(handlers.spans)
    for trace in more.traces {
      // The first samples may have no time.
      guard let time = Int(exactly: (trace.timestamp * 1e6).rounded()), time > 0 else { continue }
      if !pauses.contains(where: { $0.contains(Int64(time)) }) { add(trace, at: time, timeline.names(at: Int64(time))) }
    }
  }

  private mutating func count(_ handler: HandlerSpans.Span) {
    let name = known(handler.name)
    handlerCalls[name, default: HandlerCalls()].count += handler.count
    handlerCalls[name, default: HandlerCalls()].nanoseconds += handler.nanoseconds
  }

  /// The name under which a handler is counted.
  private func known(_ name: String) -> String {
    handlerCalls[name] != nil || handlerCalls.count < CPUProfile.maximumHandlers ? name : "(others)"
  }

  /// - Parameter handlers: the handlers of Swift that ran, the outermost first.
  private mutating func add(_ trace: StackSamples.Trace, at time: Int, _ handlers: [String]) {
    guard time >= lastTime ?? 0, !trace.frames.isEmpty, samples.count < CPUProfile.maximumSamples else { return }
    var handlers = handlers[...]
    // Other native functions, such as `require`, may be around them.
    var others = trace.frames.count { $0.name == CPUProfile.nativeName } - handlers.count
    if let lastTime, time - lastTime > CPUProfile.idleIntervals * interval {
      addIdle(from: lastTime + interval, to: time)
    }
    lastTime = time
    var node = 0
    for frame in trace.frames.reversed().prefix(CPUProfile.maximumDepth) {
      node = child(of: node, function(of: frame))
      guard frame.name == CPUProfile.nativeName else { continue }
      others -= 1
      if others < 0, let handler = handlers.popFirst() {
        node = child(of: node, number(of: Function(name: handler, url: CPUProfile.handlerURL, hash: ""), line: 0))
      }
    }
    nodes[node].hits += 1
    let line = trace.frames[0].line
    if CPUProfile.isLine(line) { nodes[node].lines[line, default: 0] += 1 }
    samples.append((node, time))
  }

  /// Adds time in which no JavaScript ran, with the handlers that had not answered, the oldest call first.
  private mutating func addIdle(from start: Int, to end: Int) {
    let waits = (waits + openWaits).filter { $0.end > start && $0.start < end }.sorted { $0.start < $1.start }
    let times = waits.flatMap { [$0.start, $0.end] }.filter { $0 > start && $0 < end }.map { Int($0) }
    for time in Set([start] + times).sorted().prefix(CPUProfile.maximumIdleParts) {
      var node = 1
      for wait in waits.lazy.filter({ $0.start <= time && $0.end > time }).prefix(CPUProfile.maximumWaits) {
        let function = Function(name: wait.name, url: CPUProfile.handlerURL, hash: "waits")
        node = child(of: node, number(of: function, line: 0))
      }
      nodes[node].hits += 1
      samples.append((node, time))
    }
  }

  /// The parts of a time without JavaScript, and the handlers of one part, at most.
  private static let maximumIdleParts = 1000
  private static let maximumWaits = 16

  /// The engine's name for anonymous code; `(program)` means native code to other tools.
  private static let names = ["": "(anonymous)", "(program)": "(global code)"]

  private static func isLine(_ number: Int) -> Bool { number > 0 && number < Int(Int32.max) }

  private mutating func function(of frame: StackSamples.Frame) -> Int {
    let function = Function(
      name: CPUProfile.names[frame.name] ?? frame.name, url: urls[frame.sourceID] ?? "",
      hash: frame.location.prefix { $0 != ":" })
    return number(of: function, line: CPUProfile.isLine(frame.line) ? frame.line : 0)
  }

  /// The name that stands for functions beyond the limit.
  private static let others = Function(name: "(others)", url: "", hash: "")

  /// The hash of a function that a sample met before its code was entered, and of native code.
  private static let unknownHash: Substring = "#<nil>"

  private mutating func number(of function: Function, line: Int) -> Int {
    if let number = known(function) {
      // Some samples of a function have no line.
      if line > 0 { firstLines[number] = firstLines[number] == 0 ? line : min(firstLines[number], line) }
      return number
    }
    if functions.count >= CPUProfile.maximumFunctions, function != CPUProfile.others {
      return number(of: CPUProfile.others, line: 0)
    }
    functionNumbers[function] = functions.count
    if !function.url.isEmpty { named[nameOnly(function)] = functions.count }
    functions.append(function)
    firstLines.append(line)
    return functions.count - 1
  }

  /// A function that was sampled before: one without a hash is the newest of its name, and one of whose name there was
  /// only that without a hash is that.
  private mutating func known(_ function: Function) -> Int? {
    if let number = functionNumbers[function] { return number }
    guard let number = named[nameOnly(function)] else { return nil }
    if functions[number].hash == CPUProfile.unknownHash {
      functions[number].hash = function.hash
    } else if function.hash != CPUProfile.unknownHash {
      return nil
    }
    functionNumbers[function] = number
    return number
  }

  private func nameOnly(_ function: Function) -> Function { Function(name: function.name, url: function.url, hash: "") }

  /// The node of a function that another calls; the caller's where there are too many.
  private mutating func child(of parent: Int, _ function: Int) -> Int {
    let call = Call(parent: parent, function: function)
    if let known = calls[call] { return known }
    guard nodes.count < CPUProfile.maximumNodes else { return parent }
    calls[call] = nodes.count
    nodes[parent].children.append(nodes.count)
    nodes.append(Node(function: function, parent: parent))
    return nodes.count - 1
  }

  /// The microseconds from each sample to the next; one interval for the last.
  var durations: [Int] {
    samples.indices.map { index in
      index + 1 < samples.count ? samples[index + 1].time - samples[index].time : interval
    }
  }
}
