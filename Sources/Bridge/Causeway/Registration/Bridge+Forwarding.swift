extension Bridge {
  /// Forwards the calls of all methods that match a pattern to another peer, under the same names.
  ///
  ///     bridge.forward("procedures.*", to: remote)
  ///
  /// The bridge's own handlers take precedence. The caller needs the permission for the name here, and the other peer
  /// checks its own. Deadlines and cancellations are forwarded to the other peer; progress and stream items are
  /// forwarded back.
  ///
  /// - Parameter pattern: as in `Permissions`: a `*` matches one part of a name, and at the end one or more.
  public func forward(_ pattern: String, to peer: some BridgeCaller) {
    registry.forward([pattern]) { Handler(forwarding: $0, to: peer) }
  }

  /// Forwards one method, which the bridge then lists among its own; has no effect if the name is already registered.
  package func forwardMethod(_ name: String, to peer: some BridgeCaller) {
    _ = registry.add(Handler(forwarding: name, to: peer))
  }
}

extension Handler {
  fileprivate convenience init(forwarding name: String, to peer: some BridgeCaller) {
    let call: Call = { params, call in
      try await peer.withConnection(call.remainingTimeout) { connection, timeout in
        let limits = connection.limits
        try params.refuseReferences(of: name)
        let answer = try await connection.call(name, params, timeout: timeout) { report in
          if let value = try? report.value(limits: limits) { call.report(progress: value) }
        }
        try answer.refuseReferences(of: name)
        return answer
      }
    }
    let stream: Stream = { params, call, sender in
      try await peer.withConnection(call.remainingTimeout) { connection, timeout in
        try params.refuseReferences(of: name)
        let stream = IncomingStream(connection: connection, window: 16)
        try connection.openStream(name, params, timeout: timeout, stream: stream)
        // Its end, also by an error, stops the other peer.
        let owner = StreamOwner(stream)
        while let item = try await owner.stream.next() { try await sender.send(item) }
      }
    }
    self.init(name: name, work: .forward(call, stream), execution: .immediate, timeout: .standard)
  }
}

extension CallContext {
  fileprivate var remainingTimeout: Timeout { timeRemaining.map { .after($0) } ?? .never }
}
