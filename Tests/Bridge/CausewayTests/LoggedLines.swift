import TestSupport
import Logging

/// Keeps of each line that is logged its level, and the method and the code that it names.
struct LoggedLines: LogHandler {
  let lines: Shared<[String]>
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace
  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  init(lines: Shared<[String]>) { self.lines = lines }

  func log(event: LogEvent) {
    let text = "\(event.level) \(event.metadata?["method"] ?? "") \(event.metadata?["code"] ?? "")"
    lines.withLock { $0.append(text) }
  }
}
