#if Plugins
/// A failure of an operation, as the `DOMException` that its promise is rejected with.
struct CryptoFailure: Error {
  let name: String
  let message: String

  /// The operation, or a parameter's value, is not supported.
  static func notSupported(_ message: String) -> CryptoFailure {
    CryptoFailure(name: "NotSupportedError", message: message)
  }
  /// A usage or a format does not fit.
  static func syntax(_ message: String) -> CryptoFailure { CryptoFailure(name: "SyntaxError", message: message) }
  /// Data of a key are malformed.
  static func data(_ message: String) -> CryptoFailure { CryptoFailure(name: "DataError", message: message) }
  /// The operation failed.
  ///
  /// It says no more of a decryption or a verification than that it failed.
  static func operation(_ message: String) -> CryptoFailure {
    CryptoFailure(name: "OperationError", message: message)
  }
  /// The key is not for this operation.
  static func invalidAccess(_ message: String) -> CryptoFailure {
    CryptoFailure(name: "InvalidAccessError", message: message)
  }
  /// A limit of ``SubtleCryptoLimits``.
  static func limit(_ message: String) -> CryptoFailure {
    CryptoFailure(name: "QuotaExceededError", message: message)
  }
}

/// Runs code of the library, whose errors say nothing that a script could use.
func attempt<Value>(
  else failure: @autoclosure () -> CryptoFailure, _ body: () throws -> Value
) throws(CryptoFailure) -> Value {
  do { return try body() } catch let error as CryptoFailure { throw error } catch { throw failure() }
}
#endif
