#if Plugins
/// What the scripts of one runtime may make `crypto.subtle` hold or compute.
///
/// An operation beyond a limit is rejected with a `QuotaExceededError` that names it.
public struct SubtleCryptoLimits: Sendable {
  /// The largest number of operations that have not finished.
  public var operations = 1024
  /// The largest number of bytes that unfinished operations hold.
  public var bytesInFlight = 512 << 20
  /// The largest number of keys.
  ///
  /// A key is released when JavaScript's garbage collector finds that no script refers to it any more, and at the latest
  /// when the runtime closes.
  public var keys = 10_000
  /// The largest number of bytes of all keys together.
  public var keyBytes = 16 << 20
  /// The longest RSA key that is generated, in bits: the time grows with the fourth power.
  public var generatedModulusLength = 4096
  /// The largest number of hash computations of one PBKDF2 derivation: iterations, for each block of output.
  public var derivationRounds = 20_000_000

  /// Makes the default limits.
  public init() {}
}
#endif
