import FoundationEssentials
import Glibc
import JavaScriptInspector
import JavaScriptRuntime
import StandardStreams
import Synchronization

/// The files of `--heap-snapshot`: one at the end of the program, and one with a number for each signal.
final class HeapSnapshotFiles: Sendable {
  private let path: String
  /// The memory of the process at which one is written, in megabytes; nil for none.
  private let megabytes: Int?
  private let waiting = Mutex<Task<Void, Never>?>(nil)
  private let number = Mutex(0)

  /// How often the memory is looked at.
  private static let period = Duration.milliseconds(50)

  init(path: String, megabytes: Int?) {
    self.path = path
    self.megabytes = megabytes
  }

  /// Writes a snapshot at each SIGUSR2, and one when the process first uses `megabytes`.
  func writeWhileRunning(_ inspector: ProgramInspector) {
    let signals = Interrupts([SIGUSR2])
    let task = Task {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { while await signals.next() { await self.writeNext(inspector) } }
        if let megabytes = self.megabytes {
          group.addTask {
            guard await HeapSnapshotFiles.waitUntilProcessHolds(megabytes) else { return }
            Terminal.reportError("causeway: The process uses \(megabytes) MB.")
            await self.writeNext(inspector)
          }
        }
      }
    }
    waiting.withLock { $0 = task }
  }

  /// - Returns: false if the task is cancelled.
  private static func waitUntilProcessHolds(_ megabytes: Int) async -> Bool {
    while ResidentMemory.bytes ?? 0 < megabytes * 1_000_000 {
      do { try await Task.sleep(for: period) } catch { return false }
    }
    return true
  }

  private func writeNext(_ inspector: ProgramInspector) async {
    let number = self.number.withLock { number in
      number += 1
      return number
    }
    do {
      _ = try await write(inspector, number: number)
      Terminal.reportError("causeway: Wrote a heap snapshot to \(name(number).printable).")
    } catch {
      Terminal.reportError("causeway: The heap snapshot failed: \(String(describing: error).printable)")
    }
  }

  /// Stops writing at signals, after the snapshot that is being written.
  func endWhileRunning() async {
    let task = waiting.withLock { $0.take() }
    task?.cancel()
    await task?.value
  }

  /// Writes a snapshot.
  ///
  /// - Parameter number: the number of the signal; nil for the end of the program.
  func write(_ inspector: ProgramInspector, number: Int?) async throws -> HeapSummary {
    let snapshot = try await inspector.heapSnapshot()
    try PrivateFile.write(snapshot.text, to: name(number))
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
