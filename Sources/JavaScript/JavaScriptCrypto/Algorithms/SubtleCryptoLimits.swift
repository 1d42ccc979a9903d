#if Plugins
/// The limits on the memory and the work of `crypto.subtle` for the scripts of one runtime.
///
/// An operation beyond a limit is rejected with a `QuotaExceededError` that names it.
public struct SubtleCryptoLimits: Sendable {
  /// The largest number of operations that have not finished.
  public var operations = 1024
  /// The largest number of bytes that unfinished operations hold.
  public var bytesInFlight = 512 << 20
  /// The largest number of keys.
  ///
  /// A key is released when the garbage collector finds that no script refers to it any more, at the latest when the
  /// runtime closes.
  public var keys = 10_000
  /// The largest number of bytes of all keys together.
  public var keyBytes = 16 << 20
  /// The largest modulus of a generated RSA key, in bits; the time grows with the fourth power of the length.
  public var generatedModulusLength = 4096
  /// The largest number of hash computations in one PBKDF2 derivation: the iterations times the blocks of output.
  public var derivationRounds = 20_000_000

  /// Makes the default limits.
  public init() {}
}
#endif
