import Foundation
import NameSuggestions
import TestSupport
import Testing

struct SuggestionTests {
  /// An element of Tests/Fixtures/suggestions.json, which bridge-js/test/client/suggest.test.js reads as well.
  private struct Sample: Decodable {
    let name: String
    let candidates: [String]
    let expected: String?
  }

  @Test func `the suggestion for each name of the fixture, which bridge-js reads as well, is the expected one`() throws
  {
    let file = repositoryFile("Tests/Fixtures/suggestions.json")
    let samples = try JSONDecoder().decode([Sample].self, from: Data(contentsOf: file))
    #expect(samples.count > 30)
    for sample in samples {
      for candidates in [sample.candidates, sample.candidates.reversed()] {
        let near = Suggestion.nearest(to: sample.name, among: candidates)
        #expect(near == sample.expected, "\(sample.name) among \(candidates)")
      }
    }
  }

  /// The same by the textbook: every place of the table, and no end before the last.
  private func edits(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left.lowercased().unicodeScalars), Array(right.lowercased().unicodeScalars))
    var table = (0...left.count).map { row in (0...right.count).map { row == 0 ? $0 : ($0 == 0 ? row : 0) } }
    for row in 0..<left.count {
      for column in 0..<right.count {
        var least = table[row][column] + (left[row] == right[column] ? 0 : 1)
        least = min(least, table[row][column + 1] + 1, table[row + 1][column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          least = min(least, table[row - 1][column - 1] + 1)
        }
        table[row + 1][column + 1] = least
      }
    }
    return table[left.count][right.count]
  }

  @Test func `the nearest is the one with the fewest edits, and of several the first by the alphabet`() {
    var random = SeededRandom()
    for _ in 0..<2000 {
      func word() -> String {
        String((0..<Int.random(in: 0...12, using: &random)).map { _ in "aabcB\u{E9}.".randomElement(using: &random)! })
      }
      let name = word()
      let candidates = (0..<6).map { _ in word() }
      let length = name.lowercased().unicodeScalars.count
      let most = length < 4 ? 1 : max(2, length / 3)
      let near = candidates.filter { edits(name, $0) <= most }.min { one, other in
        (edits(name, one), one) < (edits(name, other), other)
      }
      #expect(Suggestion.nearest(to: name, among: candidates) == near, "\(name) among \(candidates)")
    }
  }

  @Test func `what may not be told is passed over for the next nearest`() {
    let near = Suggestion.nearest(to: "wifi.sid", among: ["wifi.ssid", "wifi.side", "wifi.signal"]) {
      $0 != "wifi.ssid"
    }
    #expect(near == "wifi.side")
    #expect(Suggestion.nearest(to: "wifi.sid", among: ["wifi.ssid"]) { _ in false } == nil)
  }

  @Test func `a name that is too long or too different has no suggestion`() {
    #expect(
      Suggestion.nearest(to: String(repeating: "a", count: 65), among: [String(repeating: "a", count: 64)]) == nil)
    #expect(Suggestion.nearest(to: "ab", among: ["", "ba.", "xy", "abcde"]) == nil)
  }
}
