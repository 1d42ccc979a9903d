import Synchronization

/// Finds out with HTTP requests whether packets get beyond the network: the grades `full` and `captive`.
///
/// Nothing is sent unless a reader is created with a probe. Each routed IP version is probed separately: a request of
/// plain HTTP to the URL, by the route that the kernel selects for its host. Redirections are not followed, cookies
/// are not kept, and at most 16 KiB of the answer are read within the time limit.
/// ```swift
/// let probe = try ConnectivityProbe("http://connectivitycheck.example/generate_204")
/// let status = try await NetworkReader(probe: probe).gradedStatus()
/// ```
/// A verdict remains valid while the interface, gateway, source address and WiFi network are the same: for five minutes if the
/// grade is `full`, else for thirty seconds.
public final class ConnectivityProbe: Sendable {
  /// The answer that proves a connection to the Internet.
  ///
  /// Another answer of the classes 2xx and 3xx, and 511, is a captive portal's. Answers of other classes, a broken
  /// connection and silence prove nothing: the grade remains `routed`.
  public enum Answer: Sendable, Hashable {
    /// The status 204, No Content.
    case noContent
    /// The status 200 with this text as its body, apart from white space at its ends.
    case text(String)
  }

  /// Requests the captive portal API (RFC 8908) over TLS; `nil` if the network has none.
  ///
  /// The kernel does not report the address of the API (RFC 8910: DHCP option 114), so the program must know it, and
  /// must limit the size and the time of the request. An error means that nothing is known.
  public typealias PortalRequest = @Sendable () async throws -> CaptivePortal?

  let address: ProbeAddress
  let answer: Answer
  let portal: PortalRequest?
  private let timeout: Duration
  let lifetimes: Lifetimes
  private let state = Mutex(State())

  /// The time for which a verdict is valid.
  struct Lifetimes: Sendable {
    var full: Duration = .seconds(300)
    var other: Duration = .seconds(30)
  }

  /// Creates a probe; it sends nothing yet.
  ///
  /// - Parameters:
  ///   - url: an `http:` URL of at most 2,048 ASCII characters. A captive portal cannot answer for `https:`.
  ///   - answer: the server's answer.
  ///   - timeout: the longest time for one probe: 0 to 60 seconds.
  ///   - portal: requests the network's captive portal API, if the probe does not get the answer. It runs for at most
  ///     `timeout`; then its task is cancelled, and its result is ignored.
  /// - Throws: `invalidRequest` for a URL of another scheme or form, and for a timeout out of range.
  public convenience init(
    _ url: String, answer: Answer = .noContent, timeout: Duration = .seconds(5), portal: PortalRequest? = nil
  ) throws(NetworkError) {
    try self.init(url, answer: answer, timeout: timeout, portal: portal, lifetimes: Lifetimes())
  }

  init(
    _ url: String, answer: Answer, timeout: Duration, portal: PortalRequest?, lifetimes: Lifetimes
  ) throws(NetworkError) {
    guard let address = ProbeAddress(url) else {
      throw NetworkError(
        .invalidRequest, "creating a probe",
        explanation: "The URL of a probe must be an http: URL with a host, of at most 2,048 ASCII characters.")
    }
    guard timeout > .zero, timeout <= .seconds(60) else {
      throw NetworkError(
        .invalidRequest, "creating a probe", explanation: "The timeout of a probe must be more than 0 and at most 60 s."
      )
    }
    self.address = address
    self.answer = answer
    self.timeout = timeout
    self.portal = portal
    self.lifetimes = lifetimes
  }
}

// MARK: - Verdicts

extension ConnectivityProbe {
  /// The result of a probe.
  enum Verdict: Sendable, Hashable {
    case full
    case captive(portal: String?)
    /// Nothing is proven.
    case unknown
  }

  /// The properties of a connection that a verdict is about.
  private struct Subject: Sendable, Hashable {
    let interface: String?
    let gateway: String?
    let source: String?
    let network: WiFiMembership?
  }

  private struct State {
    var verdicts: [AddressFamily: (subject: Subject, verdict: Verdict, until: ContinuousClock.Instant)] = [:]
    var running: [AddressFamily: Task<Void, Never>] = [:]
    /// The families whose thread has not ended: resolving a name can outlast the time limit.
    var occupied: Set<AddressFamily> = []
  }

  private func subject(_ family: AddressFamily, in status: NetworkStatus) -> Subject? {
    let connection = status[family]
    guard connection.reachable else { return nil }
    return Subject(
      interface: connection.interface, gateway: connection.gateway, source: connection.source,
      network: status.interfaces.first { $0.name == connection.interface }?.wifi)
  }

  private func verdict(_ family: AddressFamily, of subject: Subject, orExpired: Bool = false) -> Verdict? {
    state.withLock { state in
      guard let known = state.verdicts[family], known.subject == subject, orExpired || known.until > .now else {
        return nil
      }
      return known.verdict
    }
  }

  /// The status with the grades of the valid verdicts; sends nothing.
  ///
  /// - Parameter orExpired: a verdict also counts after its time: until the probe that renews it has ended.
  func applied(to status: NetworkStatus, orExpired: Bool = false) -> NetworkStatus {
    var status = status
    for family in AddressFamily.allCases {
      guard let subject = subject(family, in: status),
        let verdict = verdict(family, of: subject, orExpired: orExpired)
      else { continue }
      status[family].apply(verdict)
    }
    return status
  }

  /// Whether a connection of this status has no valid verdict.
  func isDue(for status: NetworkStatus) -> Bool {
    AddressFamily.allCases.contains { family in
      subject(family, in: status).map { verdict(family, of: $0) == nil } ?? false
    }
  }

  /// The status with the grades of both IP versions, probed if there is no valid verdict.
  ///
  /// Returns within the time limit of two probes: one for another network may be under way.
  func grade(_ status: NetworkStatus) async -> NetworkStatus {
    await withTaskGroup(of: Void.self) { group in
      for family in AddressFamily.allCases {
        if let subject = subject(family, in: status) { group.addTask { await self.ensure(family, subject) } }
      }
    }
    return applied(to: status, orExpired: true)
  }

  /// Probes unless there is a valid verdict; concurrent callers share one probe.
  private func ensure(_ family: AddressFamily, _ subject: Subject) async {
    for _ in 0..<2 where verdict(family, of: subject) == nil {
      let task = state.withLock { state in
        if let running = state.running[family] { return running }
        // A probe serves all callers, and is not cancelled with the first one.
        let task = Task.detached { await self.probe(family, subject) }
        state.running[family] = task
        return task
      }
      await task.value
    }
  }

  private func probe(_ family: AddressFamily, _ subject: Subject) async {
    var verdict = await exchange(family)
    if verdict != .full, let portal, let answer = await withLimit({ try? await portal() }) ?? nil {
      switch (verdict, answer.captive) {
      case (.captive(let location), _): verdict = .captive(portal: answer.userPortalURL ?? location)
      case (_, true): verdict = .captive(portal: answer.userPortalURL)
      default: break
      }
    }
    let lifetime = verdict == .full ? lifetimes.full : lifetimes.other
    state.withLock { state in
      state.verdicts[family] = (subject, verdict, ContinuousClock.now + lifetime)
      state.running[family] = nil
    }
  }

  /// Runs a request on its own thread.
  private func exchange(_ family: AddressFamily) async -> Verdict {
    guard state.withLock({ $0.occupied.insert(family).inserted }) else { return .unknown }
    let deadline = ContinuousClock.now + timeout
    return await withLimit {
      await withCheckedContinuation { continuation in
        do throws(NetworkError) {
          try SystemCalls.startThread {
            let bytes = SystemCalls.exchange(
              self.address.request, with: self.address.host, self.address.port, isIPv6: family == .ipv6,
              until: deadline, limit: ProbeAnswer.limit, isEnough: { self.judge($0, hasEnded: false) != nil })
            self.state.withLock { _ = $0.occupied.remove(family) }
            continuation.resume(returning: bytes.flatMap { self.judge($0, hasEnded: true) } ?? .unknown)
          }
        } catch {
          self.state.withLock { _ = $0.occupied.remove(family) }
          continuation.resume(returning: .unknown)
        }
      }
    } ?? .unknown
  }

  /// The verdict about an answer; `nil` if more of it is needed.
  func judge(_ bytes: [UInt8], hasEnded: Bool) -> Verdict? {
    let isLong = bytes.count >= ProbeAnswer.limit
    switch ProbeAnswer.parse(bytes, hasEnded: hasEnded && !isLong) {
    case .malformed: return .unknown
    case .incomplete: return hasEnded || isLong ? .unknown : nil
    case .answer(let response):
      switch (response.status, answer) {
      case (204, .noContent): return .full
      case (200, .text(let expected)):
        if response.isComplete {
          let text = String(decoding: response.body, as: UTF8.self)
          return text.trimmed == expected.trimmed ? .full : .captive(portal: response.location)
        }
        return isLong ? .captive(portal: response.location) : hasEnded ? .unknown : nil
      case (200..<400, _), (511, _): return .captive(portal: response.location)
      default: return .unknown
      }
    }
  }

  /// The result of an operation; `nil` after the time limit.
  private func withLimit<Result: Sendable>(_ operation: @escaping @Sendable () async -> Result) async -> Result? {
    let (results, continuation) = AsyncStream.makeStream(of: Result?.self)
    let timeout = timeout
    let work = Task.detached { continuation.yield(await operation()) }
    let timer = Task.detached {
      try? await Task.sleep(for: timeout)
      continuation.yield(nil)
    }
    defer {
      work.cancel()
      timer.cancel()
    }
    for await result in results { return result }
    return nil
  }
}

extension NetworkStatus {
  fileprivate subscript(family: AddressFamily) -> IPConnection {
    get { family == .ipv4 ? ipv4 : ipv6 }
    set { if family == .ipv4 { ipv4 = newValue } else { ipv6 = newValue } }
  }
}

extension IPConnection {
  fileprivate mutating func apply(_ verdict: ConnectivityProbe.Verdict) {
    switch verdict {
    case .full: self = graded(.full, portal: nil)
    case .captive(let portal): self = graded(.captive, portal: portal)
    case .unknown: break
    }
  }

  private func graded(_ grade: Grade, portal: String?) -> IPConnection {
    IPConnection(
      reachable: reachable, grade: grade, interface: interface, gateway: gateway, source: source, portal: portal)
  }
}

extension String {
  fileprivate var trimmed: Substring {
    let start = drop(while: \.isWhitespace)
    return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
  }
}
