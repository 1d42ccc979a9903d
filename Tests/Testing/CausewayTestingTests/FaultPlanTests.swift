import Foundation
import Testing

@testable import CausewayTesting

@Suite struct FaultPlanTests {
  @Test func `the plan in the README has its described effect`() throws {
    let plan = try FaultPlan(parsing: "wifi.*: delay=200ms±50ms drop=2% seed=7")
    #expect(plan.seed == 7)
    #expect(plan.rules.count == 1)
    #expect(plan.rules[0].methods == "wifi.*")
    #expect(plan.rules[0].delay == .uniform(.milliseconds(150) ... .milliseconds(250)))
    #expect(plan.rules[0].drop == 0.02)
  }

  /// Each of these parses to itself, directly and through JSON.
  static let plans = [
    "*: delay=200ms; seed=1",
    "wifi.ssid: direction=received only=calls,answers calls=3..5 during=10s..20s delay=50ms..100ms; seed=2",
    "*: delay=normal(200ms,50ms) jitter=10us drop=1% duplicate=2.5% reorder=5% late=0.1%; seed=3",
    "rows.*: delay=longtail(50ms,2s) bandwidth=64kB/s; *: during=10s.. freeze; a: cut=100% cutAfter=1.5s; seed=4",
    "a: calls=7; b: calls=2.. freeze=no; seed=18446744073709551615",
    "seed=9",
  ]

  @Test(arguments: plans) func `a plan's text form parses to the same plan`(text: String) throws {
    let plan = try FaultPlan(parsing: text)
    #expect(plan.description == text)
    let json = try JSONEncoder().encode(plan)
    #expect(try JSONDecoder().decode(FaultPlan.self, from: json) == plan)
    #expect(try FaultPlan(parsing: String(decoding: json, as: UTF8.self)) == plan)
  }

  @Test func `lines, comments and spaces are free`() throws {
    let plan = try FaultPlan(
      parsing: """
        # A slow day.
        wifi.* :  delay=1s  # all of it

        ;; rows.query: drop=50%;drop=1%
        seed=3
        """)
    #expect(plan.description == "wifi.*: delay=1s; rows.query: drop=50%; *: drop=1%; seed=3")
  }

  @Test func `a plan without a seed gets a seed that its text shows`() throws {
    let plan = try FaultPlan(parsing: "*: drop=1%")
    #expect(try FaultPlan(parsing: plan.description) == plan)
    #expect(try FaultPlan(parsing: "*: drop=1%", seed: 5).seed == 5)
    #expect(try FaultPlan(parsing: "*: drop=1% seed=6", seed: 5).seed == 6)
  }

  static let mistakes: [(String, String)] = [
    ("*: drop=120%", "plan:1:9: drop: 120% is not a probability from 0% to 100%."),
    ("*: drop=-1%", "plan:1:9: drop: -1% is not a probability from 0% to 100%."),
    ("*: drop=0.5", "plan:1:12: drop: 0.5 has no unit: write %, such as 2%."),
    ("*: delay=-5ms", "plan:1:10: delay: -5ms is negative."),
    (
      "*: delay=5parsec",
      #"plan:1:11: delay: "parsec" is not a known unit: write ns, us, ms, s, min or h, such as 200ms."#
    ),
    (
      "*: delay=5ms±6ms", "plan:1:10: delay: 5ms±6ms can be negative: the value after ± must not exceed the delay."
    ),
    ("*: delay=9ms..5ms", "plan:1:10: delay: 9ms..5ms ends before it begins."),
    (
      "*: delay=1e99h",
      #"plan:1:11: delay: "e99h" is not a known unit: write ns, us, ms, s, min or h, such as 200ms."#
    ),
    ("*: delay=99999999999h", "plan:1:10: delay: 99999999999h is too long: the maximum is 292 years."),
    ("*: delay=normal(1ms)", "plan:1:10: delay: normal takes two durations, such as normal(50ms,2s)."),
    ("*: delay=", #"plan:1:10: delay: "" is not a number with a unit, such as 200ms."#),
    ("*: delya=5ms", #"plan:1:4: There is no setting "delya": did you mean delay?"#),
    ("*: drop=1%\n*: drop=1% drip", #"plan:2:12: There is no setting "drip": did you mean drop?"#),
    ("*: drop", "plan:1:4: drop has no value: write drop=…"),
    ("a: seed=1; b: drop=1% seed=2", "plan:1:28: A plan has only one seed; this is the second."),
    ("seed=1.5", #"plan:1:6: seed: "1.5" is not a whole number of at least 0."#),
    ("wifi..x: drop=1%", #"plan:1:1: "wifi..x" is not a pattern of names, such as wifi.ssid, wifi.* or *."#),
    ("two words: drop=1%", #"plan:1:1: "two words" is not a pattern of names, such as wifi.ssid, wifi.* or *."#),
    ("wifi.*:", "plan:1:7: The rule for wifi.* is empty."),
    ("*: calls=0", #"plan:1:10: calls: "0" is not a range of calls, such as 3, 3..5 or 3.. (counted from 1)."#),
    ("*: during=20s..10s", "plan:1:11: during: 20s..10s ends before it begins."),
    ("*: bandwidth=0B/s", "plan:1:14: bandwidth: 0B/s is not a positive rate."),
    ("*: only=calls,ansers", #"plan:1:9: only: "ansers" is not one of calls, answers, items, events."#),
    ("*: direction=up", #"plan:1:14: direction: "up" is not one of sent, received."#),
    (#"{"seed": 1, "rule": []}"#, #"plan:1:13: A plan has no "rule": it has seed and rules."#),
    ("{\"rules\": [\n  {\"drop\": \"120%\"}]}", "plan:2:13: drop: 120% is not a probability from 0% to 100%."),
    (
      "{\"rules\": [\n  {\"dorp\": \"1%\"}]}",
      #"plan:2:4: There is no setting "dorp": did you mean drop?"#
    ),
    (#"{"rules": [{"drop": null}]}"#, "plan:1:21: drop: expected a string, got null."),
    (#"{"rules": {}}"#, "plan:1:11: rules: expected a list, got an object."),
    (#"{"rules": []"#, "plan:1:13: Expected a comma or the closing brace, found the end of the text."),
    (#"{"seed": 1} x"#, #"plan:1:13: Expected the end of the text, found "x"."#),
    (#"{"seed": 1, "seed": 2}"#, #"plan:1:13: The name "seed" is repeated."#),
  ]

  @Test(arguments: mistakes) func `an error has its line and column`(text: String, message: String) {
    #expect(throws: FormatError.self) { try FaultPlan(parsing: text) }
    do {
      _ = try FaultPlan(parsing: text)
    } catch {
      #expect(error.description == message)
    }
  }

  @Test func `the decoder rejects the same plans as the parser`() {
    for json in [
      #"{"seed": 1, "rules": [{"drop": "120%"}]}"#, #"{"seed": 1, "rules": [{"dorp": "1%"}]}"#,
      #"{"seed": 1, "rules": [], "more": 1}"#, #"{"seed": 1, "rules": [{"methods": ""}]}"#, #"{"rules": []}"#,
    ] {
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(FaultPlan.self, from: Data(json.utf8)) }
    }
  }

  @Test func `no truncated text makes the parser trap`() throws {
    for text in FaultPlanTests.plans + FaultPlanTests.mistakes.map(\.0) {
      for length in 0...text.count {
        // A text that parses is a plan that its description repeats.
        guard let plan = try? FaultPlan(parsing: String(text.prefix(length))) else { continue }
        #expect(try FaultPlan(parsing: plan.description) == plan, "\(text.prefix(length))")
      }
    }
    for opening in ["", "{\"rules\": "] {
      #expect(throws: FormatError.self) { try FaultPlan(parsing: opening + String(repeating: "[", count: 100_000)) }
    }
  }

  // MARK: Chance

  @Test func `the random numbers equal the published ones`() {
    // The first values of SplitMix64 with seed 1234567, from its reference implementation.
    var random = StableRandom(seed: 1_234_567)
    #expect(
      [random.next(), random.next(), random.next()]
        == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
  }

  @Test func `a seed always gives the same decision`() {
    var (one, two, other) = (
      StableRandom(seed: 7, "drop", "a", "1"), StableRandom(seed: 7, "drop", "a", "1"),
      StableRandom(seed: 7, "drop", "a1", "")
    )
    let first = one.next()
    #expect(first == two.next())
    #expect(first != other.next())
    #expect(first == 468_175_141_144_635_082)
  }

  static let delays: [(Delay, median: ClosedRange<Double>, p99: ClosedRange<Double>)] = [
    (.fixed(.milliseconds(5)), 5...5, 5...5),
    (.uniform(.milliseconds(100) ... .milliseconds(200)), 147...153, 198...200),
    (.normal(mean: .milliseconds(100), deviation: .milliseconds(10)), 99.5...100.5, 121...125),
    (.longTailed(median: .milliseconds(50), p99: .seconds(2)), 47...53, 1700...2300),
  ]

  @Test(arguments: delays) func `a delay has its distribution`(
    delay: Delay, median: ClosedRange<Double>, p99: ClosedRange<Double>
  ) {
    var random = StableRandom(seed: 1)
    let draws = (0..<20_000).map { _ in delay.draw(&random) / .milliseconds(1) }.sorted()
    #expect(draws[0] >= 0)
    #expect(median.contains(draws[10_000]))
    #expect(p99.contains(draws[19_800]))
  }
}
