import Glibc
public import Testing

/// The sanitizer under which the tests run: `address`, `thread`, or `brief` for the part that `make sanitize` runs.
private let sanitizer = unsafe getenv("SANITIZER").map { unsafe String(cString: $0) }

extension Trait where Self == ConditionTrait {
  /// Does not run under a sanitizer, which keeps freed memory, reserves address space and has larger stack frames.
  public static var unsanitized: Self {
    .disabled(if: sanitizer != nil, "It measures memory or nests deeply: a sanitizer changes both.")
  }

  /// Does not run in `make sanitize`, for which it takes too long under the thread sanitizer.
  public static var slowWhenSanitized: Self {
    .disabled(if: sanitizer == "brief", "It takes long under a sanitizer: make tsan runs it.")
  }
}
