import Glibc

/// Runs a closure on a thread with a stack of its own, and returns its answer.
func withStack(of bytes: Int, _ body: @escaping @Sendable () -> Bool) -> Bool {
  final class Box: Sendable {
    let body: @Sendable () -> Bool
    init(_ body: @escaping @Sendable () -> Bool) { self.body = body }
  }
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  pthread_attr_setstacksize(&attributes, bytes)
  var thread = pthread_t()
  let box = Unmanaged.passRetained(Box(body))
  let failed = pthread_create(
    &thread, &attributes,
    { argument in
      let box = Unmanaged<Box>.fromOpaque(argument!).takeRetainedValue()
      return box.body() ? UnsafeMutableRawPointer(bitPattern: 1) : nil
    }, box.toOpaque())
  precondition(failed == 0)
  var result: UnsafeMutableRawPointer?
  pthread_join(thread, &result)
  return result != nil
}
