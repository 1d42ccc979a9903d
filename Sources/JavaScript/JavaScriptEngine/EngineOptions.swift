import Glibc

/// The engine's options that are set before the process creates its first virtual machine.
enum EngineOptions {
  /// Sets the options, once.
  ///
  /// - The engine's collection timers are disabled. The timer of a full collection crashes the process unless the
  ///   engine's "main thread" was set up, which only GTK programs do (2.50.6: `FullGCActivityCallback::doCollection`
  ///   makes a `MemoryPressureHandler` on a null run loop). Collection by allocation continues, and the owner of an
  ///   event loop collects when it is idle.
  /// - Optimised loops poll for a termination request (`usePollingTraps`). Without polling, the engine patches the
  ///   running loop, and a loop that begins after native code has cleared a termination is not patched again: 7 of 10
  ///   such scripts ran for ever. Polling makes an empty loop 3 % slower; a loop whose objects never escape, so that
  ///   the compiler could remove them, takes three times as long.
  static let areSet: Void = {
    if let disable = EngineSymbols.find("JSDisableGCTimer", as: NoArguments.self) { disable() }
    if unsafe getenv("JSC_usePollingTraps") == nil, isOpen,
      let set = unsafe EngineSymbols.find("jsc_options_set_boolean", as: SetBoolean.self)
    {
      _ = unsafe set("usePollingTraps", 1)
    }
  }()

  /// Checks that the engine's timers can be disabled.
  ///
  /// - Throws: if the engine lacks the function: an idle virtual machine would end the process.
  static func check() throws(EngineStartError) {
    guard unsafe dlsym(nil, "JSDisableGCTimer") != nil else {
      throw EngineStartError(message: "this version of WebKitGTK does not export JSDisableGCTimer: see causeway doctor")
    }
  }

  /// Makes calls in tail position keep the frames of their callers, which a debugger shows and steps through.
  ///
  /// In strict code the engine replaces such a frame, and forgets a step that was to end in it. Without effect after the
  /// first virtual machine was made, or if `JSC_useTailCalls` is in the environment.
  static func keepTailFrames() {
    guard unsafe getenv("JSC_useTailCalls") == nil, isOpen,
      let set = unsafe EngineSymbols.find("jsc_options_set_boolean", as: SetBoolean.self)
    else { return }
    _ = unsafe set("useTailCalls", 0)
  }

  private typealias NoArguments = @convention(c) () -> Void
  private typealias SetBoolean = @convention(c) (UnsafePointer<CChar>, CInt) -> CInt

  /// Whether options may still be set.
  ///
  /// The engine makes the memory of its options read-only when the first virtual machine is made, perhaps by another
  /// library. Setting an option after that ends the process.
  private static var isOpen: Bool {
    guard let symbol = unsafe dlsym(nil, "g_config"), let maps = unsafe fopen("/proc/self/maps", "re") else {
      return false
    }
    defer { unsafe fclose(maps) }
    let address = UInt(bitPattern: symbol)
    var line = [CChar](repeating: 0, count: 4096)
    // A line is `7f00-7fff rw-p …`: the bounds of a mapping and its permissions.
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
