import Foundation
import Glibc
import LinuxFiles
import Testing

@Suite struct PathOpenerTests {
  /// A folder with a file beside it that no path may reach.
  private final class Place {
    let path: String

    init() throws {
      path = NSTemporaryDirectory() + "causeway-opener-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: path + "/inside/sub", withIntermediateDirectories: true)
      for name in ["secret", "inside/a", "inside/sub/b"] {
        try Data(name.utf8).write(to: URL(filePath: "\(path)/\(name)"))
      }
      for (name, target) in [
        ("link", "sub/b"), ("folder", "sub"), ("out", "../secret"), ("absolute", "\(path)/inside/a"), ("up", ".."),
      ] {
        try FileManager.default.createSymbolicLink(
          atPath: "\(path)/inside/\(name)", withDestinationPath: target)
      }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  /// What a path beneath `inside` has, or the number of the error.
  private func read(_ path: String, isWalked: Bool) throws -> Result<String, PathOpener.Failure> {
    let place = try Place()
    let directory = open(place.path + "/inside", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(directory) }
    do throws(PathOpener.Failure) {
      let file = try PathOpener(directory: directory, isWalked: isWalked).open(path, O_RDONLY)
      defer { close(file) }
      #expect(fcntl(file, F_GETFD) & FD_CLOEXEC != 0)
      var bytes = [UInt8](repeating: 0, count: 100)
      let count = Glibc.read(file, &bytes, bytes.count)
      return count < 0 ? .success("a folder") : .success(String(decoding: bytes[..<count], as: UTF8.self))
    } catch {
      return .failure(error)
    }
  }

  @Test(arguments: [
    ("a", "inside/a", "inside/a"), ("sub/b", "inside/sub/b", "inside/sub/b"), (".", "a folder", "a folder"),
    ("./sub/.//b", "inside/sub/b", "inside/sub/b"),
    // Only the kernel follows links.
    ("link", "inside/sub/b", "\(ELOOP)"), ("folder/b", "inside/sub/b", "\(ELOOP)"),
    ("out", "\(EXDEV)", "\(ELOOP)"), ("absolute", "\(EXDEV)", "\(ELOOP)"), ("up/secret", "\(EXDEV)", "\(ELOOP)"),
    ("../secret", "\(EXDEV)", "\(EXDEV)"), ("sub/../../secret", "\(EXDEV)", "\(EXDEV)"),
    ("/etc", "\(EXDEV)", "\(EXDEV)"),
    ("none", "\(ENOENT)", "\(ENOENT)"), ("a/none", "\(ENOTDIR)", "\(ENOTDIR)"),
  ])
  func `a path is opened beneath its folder, by the kernel and name by name`(
    _ path: String, _ byKernel: String, _ walked: String
  ) throws {
    for (isWalked, expected) in [(false, byKernel), (true, walked)] {
      switch try read(path, isWalked: isWalked) {
      case .success(let text): #expect(text == expected, "walked: \(isWalked)")
      case .failure(let error): #expect("\(error.number)" == expected, "walked: \(isWalked)")
      }
    }
  }
}
