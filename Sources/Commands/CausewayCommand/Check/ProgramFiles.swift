import FoundationEssentials
import Glibc

/// The files of programs in folders.
enum ProgramFiles {
  private static let extensions = [".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts"]
  private static let maximum = 100_000

  /// Whether a path names a folder, links followed.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    let result = unsafe FileName(path).withPointer { unsafe stat($0, &status) }
    return result == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The files of JavaScript and TypeScript in a folder and the folders below, sorted by path.
  ///
  /// Packages (`node_modules`), hidden folders, links and declarations (`.d.ts`) are left out.
  ///
  /// - Parameter isIncluded: whether a file of this name is wanted; any program by default.
  static func files(in folder: String, where isIncluded: (String) -> Bool = isProgram) -> [String] {
    var files: [String] = []
    var open = [folder]
    while let directory = open.popLast(), files.count < maximum {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
      for name in names where !name.hasPrefix(".") && name != "node_modules" {
        let path = (directory.hasSuffix("/") ? directory : directory + "/") + name
        switch kind(of: path) {
        case S_IFDIR: open.append(path)
        case S_IFREG where isIncluded(name): files.append(path)
        default: break
        }
      }
    }
    return files.sorted()
  }

  private static func kind(of path: String) -> mode_t {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
  }

  private static func isProgram(_ name: String) -> Bool {
    extensions.contains { name.hasSuffix($0) }
      && ![".d.ts", ".d.mts", ".d.cts"].contains { name.hasSuffix($0) }
  }
}
