extension RuntimeHost {
  /// A kind of pending work that keeps a program alive.
  package struct ActivitySource: OptionSet {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let timers = ActivitySource(rawValue: 1)
    package static let calls = ActivitySource(rawValue: 2)
    /// Modules that are being loaded.
    static let modules = ActivitySource(rawValue: 4)
    /// Work of extensions off the JavaScript thread.
    static let background = ActivitySource(rawValue: 8)
    /// Workers that have not ended.
    static let workers = ActivitySource(rawValue: 16)
    /// In a worker: a listener for messages of the parent.
    static let messages = ActivitySource(rawValue: 32)
    /// In a worker: an open `BroadcastChannel`.
    static let broadcasts = ActivitySource(rawValue: 64)
  }
}
