#if Plugins
/// RSA's operation with a public key, without a padding: RSAEP and RSAVP1 of RFC 8017.
///
/// The library has only the operation with the private key without a padding: it is that of a blind signature. This is
/// Montgomery's multiplication, whose time depends on the key alone.
struct RSAPublicOperation {
  /// 64 bits each, the least significant first.
  private let modulus: [UInt64]
  private let exponent: [UInt8]
  /// The length of the modulus, in bytes.
  let length: Int
  /// Minus the inverse of the modulus, modulo 2^64.
  private let inverse: UInt64

  /// - Parameters:
  ///   - modulus: an odd number, big-endian, without leading zeros.
  ///   - exponent: a number above 0, big-endian.
  /// - Returns: nil for other numbers.
  init?(modulus: [UInt8], exponent: [UInt8]) {
    guard let last = modulus.last, last & 1 == 1, modulus.first != 0, exponent.contains(where: { $0 != 0 }) else {
      return nil
    }
    self.exponent = exponent
    length = modulus.count
    self.modulus = RSAPublicOperation.limbs(modulus, count: (modulus.count + 7) / 8)
    // Each step of Newton's iteration doubles the number of correct bits, which are 3 at first.
    let odd = self.modulus[0]
    var inverse = odd
    for _ in 0..<5 { inverse = inverse &* (2 &- odd &* inverse) }
    self.inverse = 0 &- inverse
  }

  /// The number of bits of the modulus.
  var bitCount: Int { modulus.count * 64 - (modulus.last ?? 0).leadingZeroBitCount }

  /// The number to the power of the exponent, in as many bytes as the modulus has.
  ///
  /// - Returns: nil for a number of another length, and for one that is not below the modulus.
  func apply(to number: [UInt8]) -> [UInt8]? {
    guard number.count == length else { return nil }
    let number = RSAPublicOperation.limbs(number, count: modulus.count)
    guard subtracted(number, 0).isBelow else { return nil }
    // The square of Montgomery's radix.
    var radix = [UInt64](repeating: 0, count: modulus.count)
    radix[0] = 1
    for _ in 0..<(128 * modulus.count) { radix = doubled(radix) }
    let base = product(number, radix)
    var one = [UInt64](repeating: 0, count: modulus.count)
    one[0] = 1
    var power = product(one, radix)
    for byte in exponent {
      for bit in (0..<8).reversed() {
        power = product(power, power)
        if byte >> UInt8(bit) & 1 == 1 { power = product(power, base) }
      }
    }
    return bytes(of: product(power, one))
  }

  private func bytes(of number: [UInt64]) -> [UInt8] {
    (0..<length).reversed().map { UInt8(truncatingIfNeeded: number[$0 / 8] >> UInt64($0 % 8 * 8)) }
  }

  private static func limbs(_ bytes: [UInt8], count: Int) -> [UInt64] {
    var limbs = [UInt64](repeating: 0, count: count)
    for (index, byte) in bytes.reversed().enumerated() { limbs[index / 8] |= UInt64(byte) << UInt64(index % 8 * 8) }
    return limbs
  }

  /// A number minus the modulus, and whether it was below it.
  ///
  /// - Parameter carry: the number's bit above its limbs.
  private func subtracted(_ number: [UInt64], _ carry: UInt64) -> (difference: [UInt64], isBelow: Bool) {
    var difference = number
    var borrow: UInt64 = 0
    for index in modulus.indices {
      let (first, isFirst) = number[index].subtractingReportingOverflow(modulus[index])
      let (second, isSecond) = first.subtractingReportingOverflow(borrow)
      difference[index] = second
      borrow = (isFirst ? 1 : 0) | (isSecond ? 1 : 0)
    }
    return (difference, carry < borrow)
  }

  /// A number below twice the modulus, modulo the modulus, without a branch.
  private func reduced(_ number: [UInt64], _ carry: UInt64) -> [UInt64] {
    let (difference, isBelow) = subtracted(number, carry)
    let mask: UInt64 = 0 &- (isBelow ? 1 : 0)
    return modulus.indices.map { number[$0] & mask | difference[$0] & ~mask }
  }

  private func doubled(_ number: [UInt64]) -> [UInt64] {
    var result = number
    var carry: UInt64 = 0
    for index in result.indices {
      let next = result[index] >> 63
      result[index] = result[index] << 1 | carry
      carry = next
    }
    return reduced(result, carry)
  }

  /// The product of two numbers below the modulus, divided by Montgomery's radix, modulo the modulus.
  private func product(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
    let count = modulus.count
    var result = [UInt64](repeating: 0, count: count + 2)
    for digit in left {
      var carry: UInt64 = 0
      for index in 0..<count {
        let sum = RSAPublicOperation.multiply(digit, right[index], result[index], carry)
        (result[index], carry) = (sum.low, sum.high)
      }
      var (sum, isOver) = result[count].addingReportingOverflow(carry)
      result[count] = sum
      result[count + 1] = isOver ? 1 : 0
      let factor = result[0] &* inverse
      carry = RSAPublicOperation.multiply(factor, modulus[0], result[0], 0).high
      for index in 1..<count {
        let sum = RSAPublicOperation.multiply(factor, modulus[index], result[index], carry)
        (result[index - 1], carry) = (sum.low, sum.high)
      }
      (sum, isOver) = result[count].addingReportingOverflow(carry)
      result[count - 1] = sum
      result[count] = result[count + 1] + (isOver ? 1 : 0)
    }
    return reduced(Array(result[..<count]), result[count])
  }

  /// The product of two numbers plus two numbers, which fits in 128 bits.
  private static func multiply(
    _ left: UInt64, _ right: UInt64, _ first: UInt64, _ second: UInt64
  ) -> (low: UInt64, high: UInt64) {
    let (high, low) = left.multipliedFullWidth(by: right)
    let (firstSum, isFirst) = low.addingReportingOverflow(first)
    let (secondSum, isSecond) = firstSum.addingReportingOverflow(second)
    return (secondSum, high &+ (isFirst ? 1 : 0) &+ (isSecond ? 1 : 0))
  }
}
#endif
