/// What messages name and the wire never looks at: the real one would bring the whole bus along.
final class LegacyRequest: Sendable { var weight: Int { 0 } }
