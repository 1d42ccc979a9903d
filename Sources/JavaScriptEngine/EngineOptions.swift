import Glibc

/// What the engine is told before its first machine is made in a process.
enum EngineOptions {
  /// Chooses the options, once.
  ///
  /// - The engine's own collection timers are off. The timer for a full collection crashes the process unless the engine's
  ///   "main thread" has been set up, which only GTK programs do (2.50.6: `FullGCActivityCallback::doCollection` makes a
  ///   `MemoryPressureHandler` on a run loop that is null). Collection by allocation goes on; the owner of a loop collects
  ///   when it is idle.
  /// - Optimised loops look for a request to stop (`usePollingTraps`). Otherwise the engine patches the loop that runs, and
  ///   one that begins after native code has hidden a stop is not patched again: 7 of 10 such scripts ran for ever. It
  ///   costs an empty loop 3 %; a loop whose objects never leave it, and which the compiler could drop, three times its time.
  static let areChosen: Void = {
    if let disable = EngineSymbols.find("JSDisableGCTimer", as: NoArguments.self) { disable() }
    if unsafe getenv("JSC_usePollingTraps") == nil, isOpen,
      let set = unsafe EngineSymbols.find("jsc_options_set_boolean", as: SetBoolean.self)
    {
      _ = unsafe set("usePollingTraps", 1)
    }
  }()

  private typealias NoArguments = @convention(c) () -> Void
  private typealias SetBoolean = @convention(c) (UnsafePointer<CChar>, CInt) -> CInt

  /// Whether options may still be set.
  ///
  /// The engine makes the memory of its options read-only with its first machine, which may be another library's: setting
  /// one then ends the process.
  private static var isOpen: Bool {
    guard let symbol = unsafe dlsym(nil, "g_config"), let maps = unsafe fopen("/proc/self/maps", "re") else {
      return false
    }
    defer { unsafe fclose(maps) }
    let address = UInt(bitPattern: symbol)
    var line = [CChar](repeating: 0, count: 4096)
    // `7f00-7fff rw-p …`: where a mapping begins and ends, and what may be done there.
    while unsafe fgets(&line, CInt(line.count), maps) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let words = text.split(separator: " ", maxSplits: 2)
      let ends = words.first?.split(separator: "-").compactMap { UInt($0, radix: 16) } ?? []
      guard words.count > 1, ends.count == 2, (ends[0]..<ends[1]).contains(address) else { continue }
      return words[1].hasPrefix("rw")
    }
    return false
  }
}
