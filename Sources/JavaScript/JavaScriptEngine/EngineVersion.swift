import Glibc

/// A version of WebKitGTK, the library that contains the loaded JavaScriptCore.
package struct EngineVersion: Comparable, CustomStringConvertible, Sendable {
  package let major: Int
  package let minor: Int
  package let micro: Int

  package init(_ major: Int, _ minor: Int, _ micro: Int) {
    self.major = major
    self.minor = minor
    self.micro = micro
  }

  /// The version of the loaded library; nil if it does not report one.
  ///
  /// Source: `jsc_get_major_version`, part of the library's public GLib interface.
  package static let loaded: EngineVersion? = {
    let parts = ["major", "minor", "micro"].compactMap { part in
      EngineSymbols.find("jsc_get_\(part)_version", as: Part.self).map { Int($0()) }
    }
    return parts.count == 3 ? EngineVersion(parts[0], parts[1], parts[2]) : nil
  }()
  private typealias Part = @convention(c) () -> UInt32

  /// The newest version with which the tests were run: docs/engine-notes.md lists them.
  package static let newestTested = EngineVersion(2, 54, 3)

  /// The release series, such as 2.54: new functions of the language come with a new series.
  package var series: String { "\(major).\(minor)" }

  package var description: String { "\(major).\(minor).\(micro)" }

  package static func < (left: EngineVersion, right: EngineVersion) -> Bool {
    (left.major, left.minor, left.micro) < (right.major, right.minor, right.micro)
  }
}
