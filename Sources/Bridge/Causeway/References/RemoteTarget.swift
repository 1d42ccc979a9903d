public import BridgeSchema
import Synchronization

/// An actor or a final class that crosses by reference: the other side calls its methods, and Swift keeps it.
///
/// `@Remote` generates the conformance:
///
///     @Remote actor Cursor {
///       @Export func next() async throws -> Row? { … }
///     }
///     bridge.handle("db.open") { (query: Query) async throws in try await Cursor(query) }
///
///     const cursor = await bridge.call("db.open", query);
///     for (let row; (row = await cursor.next()); ) use(row);
///     bridge.release(cursor);
///
/// It may be a parameter of a call to JavaScript, a result or an item of a stream, or lie in one at any depth. The other side can
/// call its exported methods and nothing else. The connection's permissions do not apply to them: whoever sends an object grants it.
/// It is released when JavaScript has released or collected it, and with the connection. JavaScript has one object for it, however
/// often it is sent, and where JavaScript passes that back, the Swift object itself arrives.
///
/// Observers and errors see `Cursor.next`.
public protocol RemoteTarget: CrossingValue, TypeDescribing, Sendable {
  /// The name of the type for JavaScript and for observers.
  static var remoteName: String { get }
  /// The type's documentation comment.
  static var remoteDocumentation: String { get }

  /// Registers the exported methods.
  static func register(in registrar: RemoteRegistrar<Self>)
}

extension RemoteTarget {
  /// Reads an object that the other side passes back.
  ///
  /// - Throws: an error if the value is not an object of this type that this side has sent.
  public init(reading value: borrowing ValueReader) throws {
    guard let object = try? value.reference() as? LocalObject<Self> else { throw value.isNot(Self.remoteNoun) }
    self = object.object
  }

  /// Writes a reference to the object.
  public func write(to writer: borrowing ValueWriter) throws {
    let type = RemoteType.of(Self.self)
    writer.write(LocalObject(self, of: type), names: type.names)
  }

  /// Throws `UNIMPLEMENTED`: only a bridge decodes a reference.
  public init(from decoder: any Decoder) throws { throw Self.unsupported }

  /// Throws `UNIMPLEMENTED`: only a bridge encodes a reference.
  public func encode(to encoder: any Encoder) throws { throw Self.unsupported }

  /// The name with its article: "a Cursor".
  static var remoteNoun: String { "\("AEIOUaeiou".contains(remoteName.prefix(1)) ? "an" : "a") \(remoteName)" }

  private static var unsupported: BridgeError {
    BridgeError(.unimplemented, "\(remoteName) crosses a bridge by reference, and cannot be encoded otherwise.")
  }

  /// An interface with the exported methods.
  public static func describe(in catalog: inout TypeCatalog) -> TypeDescription {
    catalog.define(Self.self) { catalog in
      let methods = RemoteType.of(Self.self).declarations
      return TypeDefinition(
        .methods(methods.map { $0.describe(of: remoteName, in: &catalog) }), documentation: remoteDocumentation)
    }
  }
}
