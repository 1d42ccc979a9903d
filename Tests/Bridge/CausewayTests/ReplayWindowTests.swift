import TestSupport
import Testing

@testable import Causeway

private let size = UInt64(ReplayWindow.size)

/// Which calls count as copies.
@Suite struct ReplayWindowTests {
  private func admitted(_ ids: [UInt64]) -> [UInt64] {
    var window = ReplayWindow()
    return ids.filter { window.admit(CallID(rawValue: $0)) }
  }

  @Test(
    arguments: [
      ([1, 2, 3], [1, 2, 3]), ([1, 1, 2, 1, 2], [1, 2]), ([3, 1, 2, 3, 2, 1], [3, 1, 2]), ([0, 0], [0]),
      ([64, 1, 65, 64, 1], [64, 1, 65]),
      // The oldest that is known, and the first that is not.
      ([1, size, 1, size + 1, 2, 1], [1, size, size + 1, 2]), ([size + 1, 1, 2], [size + 1, 2]),
      // A leap leaves nothing of what was before.
      ([5, 5 + size, 5, 6], [5, 5 + size, 6]), ([5, 1 << 53, (1 << 53) - 1, 5, 1 << 53], [5, 1 << 53, (1 << 53) - 1]),
    ] as [([UInt64], [UInt64])])
  func `each call is admitted once`(ids: [UInt64], admitted: [UInt64]) {
    #expect(self.admitted(ids) == admitted)
  }

  @Test(.slowWhenSanitized)
  func `a hundred thousand calls, each twice and shuffled among its neighbours, are admitted once each`() {
    var generator = SeededRandom()
    let ids = stride(from: UInt64(1), to: 100_000, by: 500).flatMap { first in
      (first..<first + 500).flatMap { [$0, $0] }.shuffled(using: &generator)
    }
    #expect(admitted(ids).sorted() == Array(1...100_000))
  }
}
