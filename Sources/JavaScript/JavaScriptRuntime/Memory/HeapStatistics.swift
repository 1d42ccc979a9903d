/// The size of a JavaScript heap at its last collection; later allocations are not counted.
///
/// Source: `JSGetMemoryUsageStatistics`, Source/JavaScriptCore/API/JSBasePrivate.h.
public struct HeapStatistics: Sendable, Equatable, Codable {
  /// The bytes that the values occupy.
  public var bytes: Int
  /// The number of values, including the engine's internal ones.
  public var objects: Int
  /// The number of values that native code protects from collection.
  ///
  /// The programs that the engine compiles and caches, one for each evaluated text, are subtracted.
  public var protectedObjects: Int
}
