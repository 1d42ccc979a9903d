/// Minimal versions of types that messages refer to and the wire does not use: the real ones need the whole bus.
final class LegacyRequest: Sendable { var weight: Int { 0 } }
