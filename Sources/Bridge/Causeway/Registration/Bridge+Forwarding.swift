extension Bridge {
  /// Answers the calls of all methods that a pattern names by calls to another peer, under the same names.
  ///
  ///     bridge.forward("procedures.*", to: remote)
  ///
  /// A handler of this bridge's own comes first. The caller needs the permission for the name here, and the other peer
  /// checks its own. Deadline and cancellation go on to the other peer; progress and the items of streams come back.
  ///
  /// - Parameter pattern: as in `Permissions`: a `*` stands for one part of a name, at the end for one or more.
  public func forward(_ pattern: String, to peer: some BridgeCaller) {
    registry.forward([pattern]) { Handler(forwarding: $0, to: peer) }
  }

  /// The same for one method, which the bridge then lists among its own; nothing happens if the name is taken.
  package func forwardMethod(_ name: String, to peer: some BridgeCaller) {
    _ = registry.add(Handler(forwarding: name, to: peer))
  }
}

extension Handler {
  fileprivate convenience init(forwarding name: String, to peer: some BridgeCaller) {
    let call: Call = { params, call in
      try await peer.withConnection(call.remainingTimeout) { connection, timeout in
        let limits = connection.limits
        return try await connection.call(name, params, timeout: timeout) { report in
          if let value = try? report.value(limits: limits) { call.report(progress: value) }
        }
      }
    }
    let stream: Stream = { params, call, sender in
      try await peer.withConnection(call.remainingTimeout) { connection, timeout in
        let stream = IncomingStream(connection: connection, window: 16)
        stream.opened(try connection.openStream(name, params, timeout: timeout, stream: stream))
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
