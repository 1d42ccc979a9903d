import CausewayConcurrency

/// One leak check: compares the open resources at its end with those at its beginning.
struct LeakWatch: Sendable {
  let tracker = ResourceTracker { BacktraceLocation.capture() }
  private let extent: LeakCheck
  private let subjects: [any LeakCheckable]
  private let known: Set<OpenResource>
  private let process: ProcessResources?

  init(_ extent: LeakCheck, _ subjects: [any LeakCheckable]) async {
    self.extent = extent
    self.subjects = subjects
    var known: Set<OpenResource> = []
    for subject in subjects { known.formUnion(await subject.openResources()) }
    self.known = known
    process = extent.contains(.process) ? ProcessResources.now() : nil
  }

  /// The resources that are still open after at most a second.
  ///
  /// A stopped thread or a cancelled task needs a moment to end.
  func leaks() async -> [OpenResource] {
    let end = ContinuousClock.now.advanced(by: .seconds(1))
    var pause = Duration.milliseconds(1)
    while true {
      // Looking up locations may take long on a busy machine, so the last inspection must begin after the full second.
      let isLast = ContinuousClock.now >= end
      let leaks = await openedResources()
      if leaks.isEmpty || isLast { return leaks }
      try? await Task.sleep(for: pause)
      pause = min(pause * 2, .milliseconds(100))
    }
  }

  private func openedResources() async -> [OpenResource] {
    var leaks: [OpenResource] = []
    let subjects = self.subjects + (extent.contains(.bridges) ? tracker.members : [])
    for subject in subjects {
      leaks += await subject.openResources().filter { !known.contains($0) }
    }
    if let process { leaks += ProcessResources.now().opened(since: process, besides: tracker.threadNames) }
    return leaks
  }
}
