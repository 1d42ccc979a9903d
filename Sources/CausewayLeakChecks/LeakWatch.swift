import CausewayConcurrency

/// One leak check: what was open at its beginning, and what is at its end.
struct LeakWatch: Sendable {
  let census = ResourceTracker { BacktracePlace.capture() }
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

  /// What is left, after a second in which things may come to their end.
  ///
  /// A thread that was told to end, or a task that was cancelled, takes a moment: who looks at once sees it.
  func leaks() async -> [OpenResource] {
    let end = ContinuousClock.now.advanced(by: .seconds(1))
    var pause = Duration.milliseconds(1)
    while true {
      // Naming a place may take long on a busy machine: what counts is a look that began when the second had passed.
      let isLast = ContinuousClock.now >= end
      let leaks = await look()
      if leaks.isEmpty || isLast { return leaks }
      try? await Task.sleep(for: pause)
      pause = min(pause * 2, .milliseconds(100))
    }
  }

  private func look() async -> [OpenResource] {
    var leaks: [OpenResource] = []
    let subjects = self.subjects + (extent.contains(.bridges) ? census.members : [])
    for subject in subjects {
      leaks += await subject.openResources().filter { !known.contains($0) }
    }
    if let process { leaks += ProcessResources.now().opened(since: process, besides: census.threadNames) }
    return leaks
  }
}
