/// The kernel's answer to the question how a packet to a public address leaves this machine.
struct OutgoingRoute {
  let family: AddressFamily
  /// The source address that the kernel chose for it.
  ///
  /// `nil` if it has none to choose.
  let source: IPAddress?
  /// The chosen hop; if its link is not ready, the other hops of the same route as well.
  var hops: [RouteMessage.Hop]
  /// The source address without which the kernel finds no route.
  var requiredSource: IPAddress?
  /// The entry of the routing table that the kernel selects, with all of its hops.
  ///
  /// `nil` if it was not asked for.
  var entry: RouteMessage?

  /// The public address that was looked up.
  var destination: IPAddress { family.publicAddress }
}

extension OutgoingRoute {
  init(_ route: RouteMessage) {
    family = route.family
    source = route.source
    hops = route.hops
  }
}

extension NetworkSnapshot {
  /// Whether a packet with this source address can be sent to a public address, and an answer can come back.
  ///
  /// The address belongs to more than one machine and more than one link. Its check for duplicates has not failed, and
  /// does not last.
  func isUsable(_ source: IPAddress?) -> Bool {
    guard let source, source.reachesBeyondLink else { return false }
    let own = addresses.filter { $0.address == source }
    return own.isEmpty || own.contains { $0.isUsable && !$0.isOfNarrowScope }
  }

  /// The outgoing routes whose packets have a usable source address.
  var usableRoutes: [OutgoingRoute] { outgoing.filter { isUsable($0.source) } }
}
