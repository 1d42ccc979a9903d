import Causeway
import CausewayJavaScript
import Foundation
import JavaScriptRuntime
import TestSupport
import Testing

/// Numbers of Swift that a number of JavaScript does not represent exactly.
@Suite(.timeLimit(.minutes(5))) struct WideNumberTests {
  private struct Price: Codable, Sendable, Equatable { var amount: Decimal }

  private func bridge() -> Bridge {
    let bridge = Bridge()
    bridge.handle("decimal") { (price: Price) in price }
    bridge.handle("int128") { (value: Int128) in value }
    bridge.handle("uint128") { (value: UInt128) in value }
    bridge.handle("duration") { (value: Duration) in value }
    bridge.handle("nanosecond") { () in Duration.nanoseconds(1) }
    bridge.handle("attosecond") { () in Duration.seconds(1) + Duration(secondsComponent: 0, attosecondsComponent: 1) }
    bridge.handle("nan") { () in Decimal.nan }
    return bridge
  }

  @Test func `decimals, wide integers and durations cross with all their digits`() async throws {
    let runtime = try await JavaScriptRuntime(bridge: bridge(), permissions: .all)
    let lines: [String] = try await runtime.evaluate(
      """
      (async () => {
        const lines = [];
        const add = async (name, value) => {
          const given = typeof value === "bigint" ? value + "n" : JSON.stringify(value);
          const result = await bridge.call(name, name === "decimal" ? { amount: value } : value).then((answer) => answer.amount ?? answer, (error) => error.code + " " + error.message);
          lines.push(`${name} ${given} ${JSON.stringify(result)}`);
        };
        for (const value of ["12.30", "-0.000001", 12.3, 7, 10n ** 30n, "1e3", "99999999999999999999999999999999999999", "0", "-0",
          2 ** 60, "1" + "0".repeat(40), "123456789012345678901234567890123456789", "12,3", " 1", "1 ", "0x10", "", "NaN", NaN, "1.", ".5", "+1", null, true])
          await add("decimal", value);
        for (const value of ["170141183460469231731687303715884105727", 5, 2n ** 100n, 1.5, 2n ** 127n, "+1", "1x"]) await add("int128", value);
        for (const value of ["340282366920938463463374607431768211455", -1]) await add("uint128", value);
        for (const value of [1500, 0.000001, -3, 1e300, NaN, "5"]) await add("duration", value);
        for (const name of ["nanosecond", "attosecond", "nan"]) await add(name, undefined);
        return lines;
      })()
      """)
    let decimal = "INVALID_ARGUMENT params.amount: expected a decimal number of at most 38 digits, got"
    let expected = [
      #"decimal "12.30" "12.3""#, #"decimal "-0.000001" "-0.000001""#, #"decimal 12.3 "12.3""#, #"decimal 7 "7""#,
      #"decimal 1000000000000000000000000000000n "1000000000000000000000000000000""#, #"decimal "1e3" "1000""#,
      #"decimal "99999999999999999999999999999999999999" "99999999999999999999999999999999999999""#,
      #"decimal "0" "0""#, #"decimal "-0" "0""#,
      #"decimal 1152921504606847000 "\#(decimal) the number 1"#,
      #"decimal "1\#(String(repeating: "0", count: 40))" "1\#(String(repeating: "0", count: 40))""#,
      #"decimal "123456789012345678901234567890123456789" "\#(decimal) a string""#,
      #"decimal "12,3" "\#(decimal) a string""#, #"decimal " 1" "\#(decimal) a string""#,
      #"decimal "1 " "\#(decimal) a string""#, #"decimal "0x10" "\#(decimal) a string""#,
      #"decimal "" "\#(decimal) a string""#, #"decimal "NaN" "\#(decimal) a string""#,
      #"decimal null "\#(decimal) the number NaN""#, #"decimal "1." "\#(decimal) a string""#,
      #"decimal ".5" "\#(decimal) a string""#, #"decimal "+1" "\#(decimal) a string""#,
      #"decimal null "\#(decimal) null""#, #"decimal true "\#(decimal) a boolean""#,
      #"int128 "170141183460469231731687303715884105727" "170141183460469231731687303715884105727""#, #"int128 5 "5""#,
      #"int128 1267650600228229401496703205376n "1267650600228229401496703205376""#,
    ]
    #expect(lines.count == 42)
    for (line, wanted) in zip(lines, expected) { #expect(line.hasPrefix(wanted)) }
    #expect(
      lines.dropFirst(27).prefix(4).allSatisfy {
        $0.contains("INVALID_ARGUMENT params: expected an integer of 128 bits")
      })
    #expect(
      lines[31].hasSuffix(#""340282366920938463463374607431768211455""#) && lines[32].contains("INVALID_ARGUMENT"))
    #expect(lines[33...35].map { $0.split(separator: " ")[2] } == ["1500", "0.000001", "-3"])
    #expect(lines[36...38].allSatisfy { $0.contains("INVALID_ARGUMENT params: expected a number of milliseconds") })
    #expect(lines[39].hasSuffix(" 0.000001"))
    #expect(lines[40].contains("INTERNAL") && lines[41].contains("INTERNAL"), "\(lines[40...41])")
    await runtime.close()
  }

  @Test func `random decimals and durations return as they were`() async throws {
    var random = SeededRandom()
    let runtime = try await JavaScriptRuntime(bridge: Bridge(), permissions: .all)
    try await runtime.evaluate("bridge.handle('echo', (value) => value)")
    for _ in 0..<2_000 {
      var decimal = Decimal(
        sign: random.next() % 2 == 0 ? .plus : .minus, exponent: Int(random.next() % 60) - 40, significand: 1)
      for _ in 0..<Int(random.next() % 3) { decimal *= Decimal(UInt64(random.next() % 1_000_000_007)) }
      #expect(try await runtime.call("echo", decimal) == decimal)
      let duration = Duration.nanoseconds(Int64(random.next() % (1 << 52)) - 1 << 51)
      #expect(try await runtime.call("echo", duration) == duration)
    }
    await runtime.close()
  }
}
