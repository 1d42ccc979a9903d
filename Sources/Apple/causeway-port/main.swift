#if Macros
import Foundation
import StandardStreams
import SwiftParser
import SwiftSyntax

// Changes the Swift files of the given directories, and prints the changes and the places to change by hand: `swift
// package causeway-port` runs it. With `--check` it writes nothing, and ends with status 1 if there is anything to
// change. Status 2 is a failure.
var directories = Array(CommandLine.arguments.dropFirst())
let checksOnly = directories.first == "--check"
if checksOnly { directories.removeFirst() }

let files = directories.flatMap { directory -> [String] in
  let names = FileManager.default.enumerator(atPath: directory)?.compactMap { $0 as? String } ?? []
  return names.filter { $0.hasSuffix(".swift") && !$0.split(separator: "/").contains { $0.hasPrefix(".") } }
    .sorted().map { directory.hasSuffix("/") ? directory + $0 : "\(directory)/\($0)" }
}
func show(_ line: String) { StandardStream.output.write(line.printableLines + "\n") }
func fail(_ text: String) -> Never {
  StandardStream.error.write("causeway-port: \(text.printableLines)\n")
  exit(2)
}
guard !files.isEmpty else { fail("No Swift files found.") }

var sources: [(path: String, text: String)] = []
let names = PackageNames()
for path in files {
  guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { fail("\(path) cannot be read as UTF-8.") }
  sources.append((path, text))
  names.walk(Parser.parse(source: text))
}

var changed = 0
var noteCount = 0
for (path, text) in sources {
  let ported = PortedFile(text, names: names)
  if ported.isChanged {
    changed += 1
    show(checksOnly ? "\(path): needs changes" : "\(path): changed")
    if !checksOnly {
      do { try ported.text.write(toFile: path, atomically: true, encoding: .utf8) } catch {
        fail("\(path) cannot be written: \(error.localizedDescription)")
      }
    }
  }
  for note in ported.notes { show("\(path):\(note.line): \(note.text)") }
  noteCount += ported.notes.count
}
let verb = checksOnly ? "need changes" : "changed"
show(
  "\(changed) of \(files.count) files \(verb); \(noteCount) \(noteCount == 1 ? "place" : "places") left to change by hand."
)
exit(checksOnly && changed + noteCount > 0 ? 1 : 0)
#else
import Glibc
import StandardStreams

StandardStream.output.write("causeway-port needs the trait Macros of the package causeway.\n")
exit(2)
#endif
