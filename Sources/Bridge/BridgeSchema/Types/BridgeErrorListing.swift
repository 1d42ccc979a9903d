public import BridgeValues

/// An error type whose codes are known in advance, so that declarations list them.
///
///     enum RadioError: BridgeErrorListing, CaseIterable {
///       case off, busy
///
///       var bridgeError: BridgeError {
///         switch self {
///         case .off: BridgeError(.unavailable, "The radio is off.")
///         case .busy: BridgeError("RADIO_BUSY", "Another scan is under way.")
///         }
///       }
///     }
///
///     @Export func scan() async throws(RadioError) -> [Network] { … }   // "UNAVAILABLE" | "RADIO_BUSY"
public protocol BridgeErrorListing: BridgeErrorConvertible {
  /// An error for each code, with the sentence that documents it.
  static var bridgeErrors: [BridgeError] { get }
}

extension BridgeErrorListing where Self: CaseIterable {
  /// The errors of all cases.
  public static var bridgeErrors: [BridgeError] { allCases.map(\.bridgeError) }
}

/// The errors of a member, in addition to those of every call.
public struct ErrorsDescription: Sendable, Hashable {
  /// The codes, each once: those of the type first.
  public internal(set) var codes: [LiteralDescription] = []
  /// The definition that lists the codes of the type that the member throws; nil when its type lists none.
  public internal(set) var type: String?
  /// The codes that are declared beside the type's.
  public internal(set) var others: [String] = []

  /// No known errors.
  public static let none = ErrorsDescription()
}

extension TypeCatalog {
  /// The errors of a member that declares these codes.
  public mutating func describe(errors codes: [BridgeError.Code]) -> ErrorsDescription {
    describe(errors: Never.self, codes)
  }

  /// The errors of a member that throws this type and declares these codes.
  public mutating func describe<Failure: Error>(
    errors type: Failure.Type, _ codes: [BridgeError.Code] = []
  ) -> ErrorsDescription {
    var errors = ErrorsDescription()
    if let type = type as? any BridgeErrorListing.Type {
      errors.codes = TypeCatalog.literals(type.bridgeErrors)
      let literals = errors.codes
      if !literals.isEmpty, case .named(let name) = define(type, { _ in TypeDefinition(.literals(literals)) }) {
        errors.type = name
      }
    }
    for code in codes {
      let literal = LiteralDescription(code.rawValue)
      guard !errors.codes.contains(where: { $0.value == literal.value }) else { continue }
      errors.codes.append(literal)
      errors.others.append(literal.value)
    }
    return errors
  }

  /// One literal for each code, with the sentences of all its errors.
  private static func literals(_ errors: [BridgeError]) -> [LiteralDescription] {
    var order: [String] = []
    var sentences: [String: [String]] = [:]
    for error in errors {
      let code = error.code.rawValue
      if sentences[code] == nil { order.append(code) }
      if !error.message.isEmpty, sentences[code]?.contains(error.message) != true {
        sentences[code, default: []].append(error.message)
      } else if sentences[code] == nil {
        sentences[code] = []
      }
    }
    return order.map { LiteralDescription($0, documentation: (sentences[$0] ?? []).joined(separator: " ")) }
  }
}
