#if Plugins
import Causeway

@testable import CausewayPlugins

/// A folder that programs use as `notes`, and one beside it that they must not reach.
struct Files {
  let scratch: Scratch
  var outside: String { "\(scratch.path)/outside" }
  var inside: String { "\(scratch.path)/notes" }

  init() throws {
    scratch = try Scratch()
    try scratch.write(["outside/secret.txt": "secret", "notes/a.txt": "alpha", "notes/sub/b.txt": "beta"])
  }

  /// The output of a program; `files` and `directory` are defined.
  func lines(
    _ source: String, permissions: Permissions = ["files.*"], access: Set<FileAccess> = Set(FileAccess.allCases),
    limits: FileLimits = FileLimits(), isWalked: Bool = false
  ) async throws -> [String] {
    let scope = try FileScope("notes", at: inside, allowing: access, isWalked: isWalked)
    return try await Program.run(
      """
      const { files } = bridge.plugins;
      const directory = "notes";
      const read = async (path) => (await files.readFile({ path, directory, encoding: "utf8" })).data;
      const write = (path, data, more) => files.writeFile({ path, directory, data, encoding: "utf8", ...more });
      const names = async (path) => (await files.readdir({ path, directory })).files.map(({ name }) => name).join();

      """ + source, permissions: permissions, with: FilesPlugin([scope], limits: limits))
  }
}
#endif
