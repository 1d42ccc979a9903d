import Glibc

/// One row of the table: the time of C, our time, and their ratio over paired rounds.
struct Row {
  /// The name of the measurement.
  var name: String
  /// The number of calls in flight.
  var depth: Int
  /// The counterpart in C.
  var against: String
  /// The measured peer; nil for the library.
  var peer: String?
  /// The unit of the values, by default nanoseconds.
  var unit = "ns"
  /// The medians; nil if there is no counterpart in C.
  var c: Double?
  var ours: Double
  /// The median, minimum and maximum of the rounds' ratios, ours / C.
  var ratio: Double?
  var min: Double?
  var max: Double?
}

/// A measured function: does work `count` times and returns nanoseconds for each.
typealias Loop = (_ count: Int) async throws -> Double

/// Measures pairs in interleaved rounds and collects the rows.
final class Session {
  let rounds: Int
  private let nanosecondsPerRound: Double
  private let filter: String?
  private(set) var rows: [Row] = []
  private(set) var failures = 0

  init(quick: Bool, rounds: Int, filter: String?) {
    self.rounds = quick ? 1 : rounds
    nanosecondsPerRound = quick ? 2e6 : 100e6
    self.filter = filter
  }

  /// Makes one measurement, if it is selected.
  ///
  /// A failure is printed and counted; the other measurements continue.
  func measure(_ name: String, _ body: () async throws -> Void) async {
    guard filter.map({ name.contains($0) }) ?? true else { return }
    do {
      try await body()
    } catch {
      failures += 1
      print("FAILED \(name): \(error)")
    }
  }

  /// Measures ours and each loop in C in turn, round after round, after a warm-up of each that also determines the
  /// count.
  ///
  /// Taking turns exposes both to the same conditions: other processes, frequency, heat.
  ///
  /// - Parameter peer: the peer whose loop is measured instead of ours.
  func compare(
    _ name: String, by peer: String? = nil, depth: Int = 1, ours: @escaping Loop, plain: [(name: String, loop: Loop)]
  ) async throws {
    let loops = plain.map(\.loop) + [ours]
    var counts: [Int] = []
    for loop in loops { counts.append(try await warmUp(loop, depth: depth)) }
    var samples: [[Double]] = loops.map { _ in [] }
    for _ in 0..<rounds {
      for index in loops.indices { samples[index].append(try await loops[index](counts[index])) }
    }
    let own = samples[plain.count]
    if plain.isEmpty { add(Row(name: name, depth: depth, against: "", ours: own.median)) }
    for (index, plain) in plain.enumerated() {
      let ratios = zip(own, samples[index]).map { $0 / $1 }
      add(
        Row(
          name: name, depth: depth, against: plain.name, peer: peer, c: samples[index].median, ours: own.median,
          ratio: ratios.median, min: ratios.min(), max: ratios.max()))
    }
  }

  func add(_ row: Row) {
    if rows.isEmpty || rows.last?.peer != row.peer { print(Table.heading(of: row.peer)) }
    rows.append(row)
    print(Table.line(row))
    fflush(nil)  // Each line is printed at once, also into a pipe.
  }

  /// Repeats a loop with growing counts, and returns the count that fills a round.
  ///
  /// It continues until the engine has compiled the JavaScript of both sides: for 20,000 calls, or as many as fit into
  /// the time of forty rounds.
  private func warmUp(_ loop: Loop, depth: Int) async throws -> Int {
    let least = max(depth * 2, 4)
    var count = least
    var spent = 0.0
    var calls = 0
    while true {
      let nanoseconds = try await loop(count)
      spent += nanoseconds * Double(count)
      calls += count
      // The clock of a page has whole milliseconds: a few calls may take 0.
      let wanted = nanoseconds > 0 ? max(least, Int(nanosecondsPerRound / nanoseconds)) : count * 16
      let isWarm = spent > nanosecondsPerRound * (calls < 20_000 ? 40 : 2.5)
      if isWarm, count * 3 >= wanted { return wanted }
      count = min(wanted, count * 16)
    }
  }
}

extension Collection<Double> {
  var median: Double {
    let sorted = self.sorted()
    guard !sorted.isEmpty else { return .nan }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
