public import CausewayConcurrency
import JavaScriptEngine

extension JavaScriptRuntime: LeakCheckable {
  /// The runtime's open resources: thread, timers, calls, streams, module loads, listeners, and values that native code
  /// protected since its start.
  ///
  /// Empty if the runtime is closed. Locations in JavaScript and protected values are recorded only if the runtime was
  /// made inside a leak check.
  public func openResources() async -> [OpenResource] {
    guard let host = lifecycle.host else { return [] }
    let owner = "runtime \(configuration.name)"
    var resources = [
      OpenResource(
        .thread, "of JavaScript, whose runtime \(configuration.name) was not closed", of: "", identity: owner,
        location: lifecycle.location?())
    ]
    resources += host.openResources(of: owner)
    if let known = lifecycle.protectedValues, (try? collectGarbage()) != nil,
      let now = (try? heapStatistics())??.protectedObjects, now - host.ownProtectedObjects > known
    {
      resources.append(
        OpenResource(
          .protectedValue, "(\(now - host.ownProtectedObjects - known) more than when the runtime was new)", of: owner,
          identity: "values"))
    }
    return resources
  }

  /// Counts the values that native code protects, so that a leak check can report the difference.
  package func measureHeap() throws(JavaScriptError) {
    guard lifecycle.tracker != nil else { return }
    // Values that the engine and the globals create on first use must exist before the count.
    try evaluate("0", url: "causeway:leak-check")
    _ = try host().openTimers(of: "")
    _ = try host().scriptLocation()
    try collectGarbage()
    lifecycle.protectedValues = try heapStatistics()?.protectedObjects
  }
}

extension RuntimeHost {
  /// The source location of the running JavaScript; nil while no script runs.
  package func scriptLocation() -> String? {
    guard let stack = stackFunction, let text = try? realm.call(stack.local) else { return nil }
    return realm.text(text).flatMap { ScriptLocation.first(in: $0.string, prefixLength: sources.prefixLength) }
  }

  /// What the context has open, besides its thread.
  func openResources(of owner: String) -> [OpenResource] {
    var resources = openTimers(of: owner) + (modules?.openLoads(of: owner) ?? [])
    resources += extensions?.background.openResources(of: owner) ?? []
    resources += extensions?.input?.openResources(of: owner) ?? []
    resources += extensions?.workers?.openResources(of: owner) ?? []
    return resources + attachedResources()
  }

  /// The timers that keep a program alive, in the order of their due times.
  func openTimers(of owner: String) -> [OpenResource] {
    guard let list = timersFunction, let lines = try? realm.call(list.local), let text = realm.text(lines)?.string
    else { return [] }
    return text.split(separator: "\n\n").map { timer in
      let head = timer.prefix { $0 != "\n" }
      return OpenResource(
        .timer, String(head.drop { $0 != " " }.dropFirst()), of: owner, identity: String(head),
        location: ScriptLocation.first(in: String(timer.dropFirst(head.count)), prefixLength: sources.prefixLength))
    }
  }
}
