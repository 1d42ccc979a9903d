/// What the heap of one JavaScript engine held when it was last collected: what was made since is not counted.
///
/// Source: `JSGetMemoryUsageStatistics`, Source/JavaScriptCore/API/JSBasePrivate.h.
public struct HeapStatistics: Sendable, Equatable, Codable {
  /// Bytes that values take.
  public var bytes: Int
  /// Values, the engine's own included.
  public var objects: Int
  /// Values that native code keeps alive.
  ///
  /// Without the programs that the engine has compiled and keeps, one for each text that was evaluated: it counts them too.
  public var protectedObjects: Int
}
