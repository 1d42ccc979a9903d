public import CausewayConcurrency
import JavaScriptEngine

extension JavaScriptRuntime: LeakCheckable {
  /// The runtime's thread, its timers, its open calls and streams, its listeners, and the values that native code keeps
  /// from the collector since the runtime was new; nothing when it is closed.
  ///
  /// The lines of JavaScript that made them are known, and values are counted, where the runtime was made inside of a leak
  /// check.
  public func openResources() async -> [OpenResource] {
    guard let host = life.host else { return [] }
    let owner = "runtime \(configuration.name)"
    var resources = [
      OpenResource(
        .thread, "of JavaScript, whose runtime \(configuration.name) was not closed", of: "", identity: owner,
        place: life.place?())
    ]
    resources += host.openTimers(of: owner)
    for attachment in life.attachments { resources += attachment.openResources }
    if let known = life.protectedValues, (try? collectGarbage()) != nil,
      let now = (try? heapStatistics())??.protectedObjects, now > known
    {
      resources.append(
        OpenResource(
          .protectedValue, "(\(now - known) more than when the runtime was new)", of: owner, identity: "values"))
    }
    return resources
  }

  /// Remembers how many values native code keeps by itself, if a leak check will ask.
  package func measureHeap() throws(JavaScriptError) {
    guard life.census != nil else { return }
    // What is made at the first use is made now.
    try evaluate("0", url: "causeway:census")
    _ = try host().openTimers(of: "")
    _ = try host().scriptPlace()
    try collectGarbage()
    life.protectedValues = try heapStatistics()?.protectedObjects
  }
}

extension RuntimeHost {
  /// The line of JavaScript that runs now; nil while none does.
  package func scriptPlace() -> String? {
    guard let stack = stackFunction, let text = try? realm.call(stack.local) else { return nil }
    return realm.text(text).flatMap { ScriptPlace.first(in: $0.string) }
  }

  /// The timers that keep a program alive, the first to ring first.
  func openTimers(of owner: String) -> [OpenResource] {
    guard let list = timersFunction, let lines = try? realm.call(list.local), let text = realm.text(lines)?.string
    else { return [] }
    return text.split(separator: "\n\n").map { timer in
      let head = timer.prefix { $0 != "\n" }
      return OpenResource(
        .timer, String(head.drop { $0 != " " }.dropFirst()), of: owner, identity: String(head),
        place: ScriptPlace.first(in: String(timer.dropFirst(head.count))))
    }
  }
}

/// Finds a program's own line in a stack of the engine's.
enum ScriptPlace {
  /// The first frame of a stack that is neither native code nor our own, as `load (app.js:3:20)`; nil if there is none.
  static func first(in stack: String) -> String? {
    for line in stack.split(separator: "\n") {
      guard let at = line.firstIndex(of: "@") else { continue }
      let (function, place) = (line[..<at], line[line.index(after: at)...])
      if place.isEmpty || place.hasPrefix("causeway:") || place.hasPrefix("[native") { continue }
      return function.isEmpty || function.hasSuffix(" code") ? String(place) : "\(function) (\(place))"
    }
    return nil
  }
}
