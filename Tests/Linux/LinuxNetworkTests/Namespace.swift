import Foundation
import TestSupport
import Testing

/// A second run of this test program, in a new network namespace.
enum Namespace {
  /// The test to run in the namespace.
  enum Work: String, CaseIterable, Sendable {
    case interfaces, routes, rules, objects, names, duplicates, denied
    case changes, repetitions, storm, deletions, leaks, listeners, resolver
    case failures, deletion, lookups, tables
    case reachability, tunnels, nameservers
    case details, selection, checks, probe
  }

  private static let variable = "LINUX_NETWORK_NAMESPACE"

  /// The test that this process runs.
  ///
  /// `nil` outside of a namespace.
  static var work: Work? { ProcessInfo.processInfo.environment[variable].flatMap(Work.init) }

  static var isPossible: Bool {
    work == nil && IPCommand.isPresent && (try? start(["true"], environment: [:]).waitedFor) == 0
  }

  /// Runs one test in a new namespace.
  ///
  /// Returns its exit status and its output.
  static func run(_ work: Work) async throws -> (status: Int32, output: String) {
    let program = CommandLine.arguments[0]
    let filter = "LinuxNetworkTests.*/\(work.rawValue)\\(\\)"
    let process = try start(
      [program, "--testing-library", "swift-testing", "--filter", filter], environment: [variable: work.rawValue])
    return await withCheckedContinuation { done in
      DispatchQueue.global().async {
        let output = process.output.fileHandleForReading.readDataToEndOfFile()
        process.process.waitUntilExit()
        done.resume(returning: (process.process.terminationStatus, String(decoding: output, as: UTF8.self)))
      }
    }
  }

  private struct Started {
    let process: Process
    let output: Pipe

    var waitedFor: Int32 {
      process.waitUntilExit()
      return process.terminationStatus
    }
  }

  private static func start(_ command: [String], environment: [String: String]) throws -> Started {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/unshare")
    // Foundation's Process uses the loopback device, which is down in a new namespace. A time limit ends the run.
    let prepare = "ip link set lo up && exec timeout 50 \"$@\""
    process.arguments = ["-Urnm", "--", "/bin/sh", "-c", prepare, "sh"] + command
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run(forAtMost: 60)
    return Started(process: process, output: output)
  }
}
