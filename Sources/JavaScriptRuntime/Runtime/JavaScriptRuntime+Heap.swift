import JavaScriptEngine

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
