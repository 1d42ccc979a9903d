import FoundationEssentials
import Glibc
import JavaScriptInspector
import Synchronization

/// The files of `--heap-snapshot`: one at the end of the program, and one with a number for each signal.
final class HeapSnapshotFiles: Sendable {
  private let path: String
  private let waiting = Mutex<Task<Void, Never>?>(nil)

  init(path: String) { self.path = path }

  /// Writes a snapshot at each SIGUSR2.
  func writeAtSignals(_ inspector: ProgramInspector) {
    let signals = Interrupts([SIGUSR2])
    let task = Task {
      var number = 0
      while await signals.next() {
        number += 1
        do {
          _ = try await write(inspector, number: number)
          Terminal.reportError("causeway: The heap is in \(name(number).printable).")
        } catch {
          Terminal.reportError("causeway: There is no snapshot of the heap: \(String(describing: error).printable)")
        }
      }
    }
    waiting.withLock { $0 = task }
  }

  func endSignals() { waiting.withLock { $0.take() }?.cancel() }

  /// Writes a snapshot.
  ///
  /// - Parameter number: that of the signal; nil for the end of the program.
  func write(_ inspector: ProgramInspector, number: Int?) async throws -> HeapSummary {
    let snapshot = try await inspector.heapSnapshot()
    try Data(snapshot.text.utf8).write(to: URL(fileURLWithPath: name(number)), options: .atomic)
    return HeapSummary(snapshot)
  }

  /// `app.heapsnapshot`, `app-1.heapsnapshot`.
  private func name(_ number: Int?) -> String {
    guard let number else { return path }
    let url = URL(fileURLWithPath: path)
    let ending = url.pathExtension.isEmpty ? "" : "." + url.pathExtension
    return path.dropLast(ending.count) + "-\(number)" + ending
  }
}
