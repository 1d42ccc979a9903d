extension Debugger {
  struct Script {
    let id: String
    let url: String
    /// The last line, counted from 0.
    let lastLine: Int
    /// Where its source map is; nil if it has none.
    let sourceMapURL: String?
  }

  /// Where and why the program is paused.
  struct Pause {
    let reason: String
    let detail: JSON
    /// The frames of this package above those of the program, if its functions paused.
    let hiddenFrames: [JSON]
    let frames: [JSON]
    /// The number of all frames, hidden ones too.
    let depth: Int
    let asyncFrames: [JSON]
    /// Whether native code called the outermost frame, and no promise did.
    let isCallback: Bool
    /// Whether it is in the text that the runtime has put around the program's.
    let isInPrologue: Bool

    /// The engine's identifier of the breakpoint that was hit.
    var breakpoint: String? { detail["breakpointId"]?.string }
  }

  /// Where a step into a function began.
  struct StepOrigin {
    let depth: Int
    let script: String?
    let line: Int
    /// The pauses that were passed over since then.
    var passed = 0
  }

  struct Breakpoint {
    let number: Int
    /// The debugger's description of it.
    let request: JSON
    /// The engine's identifier.
    var engine: String
    /// Whether it only finds the script's first line, where the place of its statement is not known yet.
    var isProvisional: Bool
    /// Whether its place was found by a source map.
    var isMapped = false
  }

  /// Something whose children the debugger may ask for.
  enum Container {
    case scope(object: String, frame: Int)
    case object(String)
    /// An object with entries that are not properties: a map or a set.
    case collection(String)
    case entries(String)
    /// An entry of a map.
    case entry(key: JSON, value: JSON)
    /// A property that is read only when the user opens it, because a getter runs code.
    case getter(object: String, name: String)
  }
}
