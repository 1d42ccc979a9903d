import ArgumentParser
import FoundationEssentials
import JavaScriptInspector
import StandardStreams

/// `causeway heap`: shows the contents of a heap snapshot, or the growth between two snapshots.
struct HeapCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "heap",
    abstract: "Show the contents of a heap snapshot, or what has grown since an earlier one.",
    discussion: """
      causeway run --heap-snapshot writes snapshots; snapshots from Chrome, Node and Deno can be read as well. The \
      retained size of a class is the memory that would be freed together with its instances.
      """)

  @Argument(help: ArgumentHelp("The snapshot; with two, the earlier one first.", valueName: "file"))
  var files: [String]

  func validate() throws {
    if files.count > 2 { throw ValidationError("Pass one snapshot, or two to compare.") }
  }

  func run() async throws {
    let summaries = try await ProgressLine().show("reading the snapshot") { try files.map(read) }
    let earlier = summaries.count == 2 ? summaries.first : nil
    let table = HeapTable(summary: summaries[summaries.count - 1], earlier: earlier, style: .standardOutput)
    Output.standardOutput.write(table.lines.joined(separator: "\n") + "\n")
  }

  private func read(_ path: String) throws -> HeapSummary {
    do {
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
      guard size <= HeapSnapshot.maximumLength else {
        throw InspectorError(.invalidArgument, "The snapshot is larger than \(HeapSnapshot.maximumLength >> 20) MiB.")
      }
      return HeapSummary(try HeapSnapshot(bytes: Array(try Data(contentsOf: URL(fileURLWithPath: path)))))
    } catch let error as InspectorError {
      Terminal.reportError("causeway: \(path.printable): \(error.description)")
    } catch {
      Terminal.reportError("causeway: Cannot read \(path.printable).")
    }
    throw WrongUsage.exitCode
  }
}
