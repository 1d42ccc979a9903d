import CausewayConcurrency
import Runtime

/// Captures the source location of the caller, through asynchronous frames as well.
enum BacktraceLocation {
  /// Captures the addresses only; symbols and lines are looked up when the location is requested.
  static func capture() -> ResourceTracker.Location {
    guard let backtrace = try? Backtrace.capture(limit: 48, images: images) else { return { nil } }
    return { name(of: backtrace) }
  }

  /// The program's images, captured once: capturing reads mapped memory, which another thread may unmap meanwhile.
  private static let images = ImageMap.capture()

  /// The folder with this package's modules.
  private static let ownSources = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/"

  /// The first frame outside of this package, as `scan() (/app/Sources/Scan.swift:12)`; nil if there is none.
  private static func name(of backtrace: Backtrace) -> String? {
    guard let frames = backtrace.symbolicated(with: images)?.frames else { return nil }
    for frame in frames {
      guard let symbol = frame.symbol, let location = symbol.sourceLocation, location.line > 0,
        location.path.hasPrefix("/"), !location.path.hasPrefix("//"), !location.path.hasPrefix(ownSources)
      else { continue }
      return "\(symbol.name) (\(location.path):\(location.line))"
    }
    return nil
  }
}
