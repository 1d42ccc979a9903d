import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Causeway

@Suite(.unsanitized, .timeLimit(.minutes(5))) struct MemoryTrimmerTests {
  private static let threadsDone = Atomic<Int>(0)

  private static var residentBytes: Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    fgets(&line, 128, file)
    let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let words = text.split(separator: " ")
    return words.count > 1 ? (Int(words[1]) ?? 0) * Int(sysconf(CInt(_SC_PAGESIZE))) : 0
  }

  @Test func `memory that is freed below memory in use returns to the system`() async {
    await #expect(processExitsWith: .success) {
      let before = MemoryTrimmerTests.residentBytes
      // Too small to be mapped one by one. Every 64th stays, so that the C library returns nothing between them by itself.
      let blocks = (0..<4096).map { _ in
        let block = malloc(64 << 10)!
        memset(block, 1, 64 << 10)
        return block
      }
      for (index, block) in blocks.enumerated() where index % 64 != 63 { free(block) }
      #expect(MemoryTrimmerTests.residentBytes > before + (200 << 20), "The C library returned it by itself.")
      MemoryTrimmer.returnSoon()
      try await eventually("the memory is returned") { MemoryTrimmerTests.residentBytes < before + (64 << 20) }
      for (index, block) in blocks.enumerated() where index % 64 == 63 { free(block) }
    }
  }

  @Test func `the free end of every thread's arena returns to the system`() async {
    await #expect(processExitsWith: .success) {
      MemoryTrimmer.fixThresholds()
      MemoryTrimmer.returnSoon()
      // glibc would raise its thresholds with the first large block that is freed.
      free(malloc(30 << 20))
      let before = MemoryTrimmerTests.residentBytes
      let threads = (0..<4).map { _ in
        Thread {
          let blocks = (0..<64).map { _ in
            let block = malloc(900 << 10)!
            memset(block, 1, 900 << 10)
            return block
          }
          for block in blocks { free(block) }
          MemoryTrimmerTests.threadsDone.add(1, ordering: .relaxed)
          // The arena stays the thread's own until the process ends.
          Thread.sleep(forTimeInterval: 60)
        }
      }
      for thread in threads { thread.start() }
      try await eventually("all blocks are freed") { MemoryTrimmerTests.threadsDone.load(ordering: .relaxed) == 4 }
      try await eventually("the memory is returned") { MemoryTrimmerTests.residentBytes < before + (32 << 20) }
    }
  }
}
