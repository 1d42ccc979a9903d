#if Macros
import Causeway
import CausewayExport
import CausewayJavaScript
import JavaScriptRuntime
import Testing

@Crossing struct Visit: Sendable {
  let count: Int
  /// Called for each number.
  let row: Callback<Int, Bool>
  var onEnd: Callback<Void, Void>?
}

@Crossing struct Place: Sendable {
  let name: String
}

/// A plugin that calls functions of JavaScript's.
@Plugin("walker")
struct Walker: Sendable {
  /// Calls a function for each number.
  @Export func each(count: Int, row: Callback<Int, Bool>) async throws -> Int {
    for number in 0..<count where try await !row(number) { return number }
    return count
  }
  /// Says that it ran.
  @Export func note(place: Place, count: Int) -> Int { count }
  /// The same with one parameter.
  @Export func visit(_ visit: Visit) async throws -> Int {
    let end = try await each(count: visit.count, row: visit.row)
    try await visit.onEnd?()
    return end
  }
}

private struct PlainVisit: Decodable, Sendable {
  let name: String
  let each: Callback<String, Int>
  let last: [Callback<Void, Void>]?
}

/// Functions as parameters of a plugin's methods, and of types with macros.
@Suite(.timeLimit(.minutes(5))) struct CallbackPluginTests {
  @Test func `a plugin's method calls a function, alone and within an object`() async throws {
    let bridge = Bridge()
    bridge.register(Walker())
    let runtime = try await JavaScriptRuntime(bridge: bridge, permissions: .all)
    let texts: [String] = try await runtime.evaluate(
      """
      (async () => {
        const { walker } = bridge.plugins;
        let ended = 0;
        const row = async (number) => number < 2;
        const texts = [await walker.each({ count: 5, row }), await walker.visit({ count: 5, row, onEnd: () => { ended += 1 } }), ended];
        for (const params of [{ count: 5 }, { count: 5, row: 1 }, { count: 1, row, other: row }]) {
          try { await walker.each(params) } catch ({ code, message }) { texts.push(`${code} ${message}`) }
        }
        try { await walker.note({ count: 1, place: { name: "a", rwo: row } }) } catch ({ message }) { texts.push(message) }
        try { await walker.visit({ count: 1, row, onEnd: "x" }) } catch ({ message }) { texts.push(message) }
        return texts.map(String);
      })()
      """)
    #expect(
      texts == [
        "2", "2", "1", "INVALID_ARGUMENT params.row: is missing",
        "INVALID_ARGUMENT params.row: expected a function, got the number 1",
        "INVALID_ARGUMENT params.other: walker.each has no such parameter; it takes count, row",
        "params.place.rwo: expected a value, got a function: nothing here calls it.",
        "params.onEnd: expected a function, got a string",
      ])
    await runtime.close()
  }

  @Test func `declarations have the function's types`() {
    let bridge = Bridge()
    bridge.register(Walker())
    let text = bridge.description.typeScript
    #expect(text.contains("row: ((value: number) => boolean | Promise<boolean>)"), "\(text)")
    #expect(text.contains("onEnd?: (() => unknown) | null"), "\(text)")
    // A type without macros.
    bridge.handle("db.each") { (_: PlainVisit) async in 1 }
    let all = bridge.description
    #expect(all.typeScript.contains("each: ((value: string) => number | Promise<number>)"), "\(all.typeScript)")
    #expect(
      all.members.filter { all.hasFunctions($0) }.map(\.name).sorted() == ["db.each", "walker.each", "walker.visit"])
  }
}
#endif
