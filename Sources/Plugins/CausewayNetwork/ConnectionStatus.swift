import Causeway
import LinuxNetwork

/// The part of the status that Capacitor's Network plugin reports.
struct ConnectionStatus: Encodable, Sendable, Equatable {
  let connected: Bool
  let connectionType: ConnectionType

  init(_ type: ConnectionType) {
    connected = type != .none
    connectionType = type
  }

  static func describe(in catalog: inout TypeCatalog) -> TypeDescription {
    catalog.define(self) { catalog in
      .object(
        "The part of the status that Capacitor's Network plugin reports.",
        [
          .field("connected", .boolean, "As in NetworkStatus."),
          .field("connectionType", catalog.describe(ConnectionType.self), "As in NetworkStatus."),
        ])
    }
  }
}

/// The changes that Capacitor's plugin reports: without the first status.
struct ConnectionChanges<Statuses: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Statuses.Element == NetworkStatus {
  typealias Element = ConnectionStatus

  let statuses: Statuses

  func makeAsyncIterator() -> Iterator { Iterator(statuses: statuses.makeAsyncIterator()) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var statuses: Statuses.AsyncIterator
    fileprivate var last: ConnectionStatus?

    fileprivate init(statuses: Statuses.AsyncIterator) { self.statuses = statuses }

    mutating func next() async throws -> ConnectionStatus? {
      while let status = try await statuses.next().map({ ConnectionStatus($0.connectionType) }) {
        defer { last = status }
        if let last, last != status { return status }
      }
      return nil
    }
  }
}
