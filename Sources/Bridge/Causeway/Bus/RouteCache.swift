/// The handlers that a connection has looked up, by the names that the other side calls.
///
/// Unknown names are not cached: the other side can invent any number of them, of any length.
struct RouteCache {
  private static let limit = 4096
  private var named: [String: Handler] = [:]
  private var numbered: [Handler?] = []
  private var generation = -1

  /// How many handlers are remembered by their names.
  var count: Int { named.count }

  /// Whether the handlers have changed since.
  func isOutdated(at generation: Int) -> Bool { generation != self.generation }

  /// Empties the cache, and returns the old content, which must be released outside the lock.
  mutating func renew(for generation: Int) -> RouteCache {
    var new = RouteCache()
    new.generation = generation
    return exchange(&self, with: new)
  }

  /// The handler of a method, nil if there is none to call.
  mutating func handler(_ request: CallRequest, find: () -> Handler?) -> Handler? {
    guard let number = request.methodNumber, number < RouteCache.limit else {
      return handler(request.method, find: find)
    }
    if number < numbered.count, let handler = numbered[number] { return handler }
    guard let handler = find() else { return nil }
    if numbered.count <= number { numbered += Array(repeating: nil, count: number + 1 - numbered.count) }
    numbered[number] = handler
    return handler
  }

  private mutating func handler(_ name: String, find: () -> Handler?) -> Handler? {
    if let handler = named[name] { return handler }
    let handler = find()
    if let handler, named.count < RouteCache.limit { named[name] = handler }
    return handler
  }
}
