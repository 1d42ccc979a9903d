import Foundation
import TestSupport

@testable import CausewayChild

/// The reviewed list of an architecture's system calls: `Tests/Fixtures/system-calls`.
struct SystemCallTable {
  enum Action: String {
    case allowed
    case checked
    case refused
    case absent
    case unseen
  }

  struct Call {
    var number: Int
    var name: String
    var action: Action
  }

  let calls: [Call]
  private let byNumber: [Int: Call]

  init(_ architecture: SystemCallFilter.Architecture) throws {
    let file = repositoryFile("Tests/Fixtures/system-calls/\(architecture == .x86 ? "x86-64" : "aarch64").txt")
    calls = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { line in
        let words = line.split(separator: " ")
        guard words.count >= 3, let number = Int(words[0]), let action = Action(rawValue: String(words[2])) else {
          throw CocoaError(.fileReadCorruptFile, userInfo: [NSLocalizedDescriptionKey: "No system call: \(line)"])
        }
        return Call(number: number, name: String(words[1]), action: action)
      }
    byNumber = Dictionary(calls.map { ($0.number, $0) }) { first, _ in first }
  }

  /// The table's answer for a number; an unlisted one is denied, or absent if Linux 6.18 had no such call.
  func call(_ number: Int) -> Call {
    byNumber[number] ?? Call(number: number, name: "nothing", action: number < 470 ? .refused : .absent)
  }

  /// The number of a call by name.
  func number(_ name: String) -> Int? { calls.first { $0.name == name }?.number }
}
