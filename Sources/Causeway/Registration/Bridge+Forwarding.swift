extension Bridge {
  /// Answers the calls of all methods that a pattern names by calls to another peer, under the same names.
  ///
  ///     bridge.forward("procedures.*", to: remote)
  ///
  /// A handler of this bridge's own comes first. The caller needs the permission for the name here, and the other peer
  /// checks its own. Deadline and cancellation go on to the other peer; streams and progress do not.
  ///
  /// - Parameter pattern: as in `Permissions`: a `*` stands for one part of a name, at the end for one or more.
  public func forward(_ pattern: String, to peer: some BridgeCaller) {
    registry.forward([pattern]) { name in
      Handler(
        name: name,
        work: .call { params, call in
          let timeout = call.timeRemaining.map { Timeout.after($0) } ?? .never
          return try await peer.withConnection(timeout) { connection, timeout in
            try await connection.call(name, params, timeout: timeout)
          }
        }, execution: .immediate, timeout: .standard)
    }
  }
}
