#if Plugins
import CausewayConcurrency

/// The number of threads limits the open descriptors: an operation that waits for a thread has none.
extension BlockingExecutor {
  /// For file operations.
  static let files = BlockingExecutor("causeway.files", threads: 8)
  /// For recursive removal, which may take long and opens a descriptor for each level.
  static let trees = BlockingExecutor("causeway.trees", threads: 1)
}
#endif
