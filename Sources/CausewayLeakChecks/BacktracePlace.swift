import CausewayConcurrency
import Runtime

/// Remembers where something was made, through asynchronous frames as well.
enum BacktracePlace {
  /// Takes the addresses only; names and lines are looked up when somebody asks.
  static func capture() -> ResourceTracker.Place {
    guard let backtrace = try? Backtrace.capture(limit: 48, images: images) else { return { nil } }
    return { name(of: backtrace) }
  }

  /// The program's images, looked up once: doing so reads mapped memory, which another thread may unmap meanwhile.
  private static let images = ImageMap.capture()

  /// The folder of this package's modules.
  private static let ownSources = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/"

  /// The first line that is not this package's: `scan() (/app/Sources/Scan.swift:12)`; nil if it is not known.
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
