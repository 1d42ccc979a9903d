import JavaScriptEngine

extension JavaScriptRuntime {
  /// Statistics of the engine's heap; nil if the engine does not report them.
  ///
  /// The engine visits every value, which takes milliseconds, so this is for tests and measurements. Call
  /// ``collectGarbage()`` first.
  public func heapStatistics() throws(JavaScriptError) -> HeapStatistics? {
    let realm = try host().realm
    guard let bytes = realm.heapStatistic("heapSize"), let objects = realm.heapStatistic("objectCount"),
      let protected = realm.heapStatistic("protectedObjectCount")
    else { return nil }
    let programs = realm.heapCount(of: "UnlinkedProgramCodeBlock")
    return HeapStatistics(bytes: bytes, objects: objects, protectedObjects: max(0, protected - programs))
  }
}
