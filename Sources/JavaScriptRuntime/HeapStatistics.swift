import JavaScriptEngine

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

extension JavaScriptRuntime {
  /// What the engine's heap holds; nil for an engine that does not say.
  ///
  /// Looks at every value, so it takes milliseconds. For tests and measurements: ``collectGarbage()`` first.
  public func heapStatistics() throws(JavaScriptError) -> HeapStatistics? {
    let realm = try host().realm
    guard let bytes = realm.heapStatistic("heapSize"), let objects = realm.heapStatistic("objectCount"),
      let protected = realm.heapStatistic("protectedObjectCount")
    else { return nil }
    let programs = realm.heapCount(of: "UnlinkedProgramCodeBlock")
    return HeapStatistics(bytes: bytes, objects: objects, protectedObjects: max(0, protected - programs))
  }
}
