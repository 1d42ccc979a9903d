#if Plugins
import CryptoExtras
import FoundationEssentials
import JavaScriptEngine

extension CryptoRequest {
  /// The secret key.
  func secret() throws(CryptoFailure) -> SymmetricKey {
    guard case .secret(let secret)? = key?.material else { throw .invalidAccess("the key is not a secret key") }
    return secret
  }

  func encrypt(_ data: JSBytes) throws(CryptoFailure) -> [UInt8] {
    let failure = CryptoFailure.operation("the encryption failed")
    switch name {
    case .aesCBC:
      let (key, iv) = (try secret(), second.array)
      guard iv.count == 16 else { throw .operation("the initialization vector must have 16 bytes") }
      return try attempt(else: failure) {
        unsafe try data.withBytes { bytes in
          Array(unsafe try AES._CBC.encrypt(bytes, using: key, iv: AES._CBC.IV(ivBytes: iv)))
        }
      }
    case .aesCTR: return try applyCounter(to: data)
    case .aesGCM: return try seal(data)
    case .rsaOAEP:
      guard case .rsaEncryptionPublic(let key)? = self.key?.material else {
        throw .invalidAccess("the key is not a public key")
      }
      let hash = try required(self.key?.hash)
      guard let padding = oaepPadding(hash) else { return try encryptOAEP(data.array, key, hash) }
      guard data.count <= key.maximumEncryptSize(with: padding) else {
        throw .operation("the message is too long for the key")
      }
      return try attempt(else: failure) {
        unsafe try data.withBytes { unsafe Array(try key.encrypt($0, padding: padding)) }
      }
    default: throw .notSupported("the algorithm does not support encryption")
    }
  }

  func decrypt() throws(CryptoFailure) -> [UInt8] {
    let failure = CryptoFailure.operation("the decryption failed")
    switch name {
    case .aesCBC:
      let (key, iv) = (try secret(), second.array)
      guard iv.count == 16 else { throw .operation("the initialization vector must have 16 bytes") }
      return try attempt(else: failure) {
        unsafe try data.withBytes { bytes in
          Array(unsafe try AES._CBC.decrypt(bytes, using: key, iv: AES._CBC.IV(ivBytes: iv)))
        }
      }
    case .aesCTR: return try applyCounter(to: data)
    case .aesGCM: return try open()
    case .rsaOAEP:
      guard case .rsaEncryptionPrivate(let key)? = self.key?.material else {
        throw .invalidAccess("the key is not a private key")
      }
      let hash = try required(self.key?.hash)
      guard let padding = oaepPadding(hash) else { return try decryptOAEP(data.array, key, hash) }
      return try attempt(else: failure) {
        unsafe try data.withBytes { unsafe Array(try key.decrypt($0, padding: padding)) }
      }
    default: throw .notSupported("the algorithm does not support decryption")
    }
  }

  /// The library's OAEP, which has two hash functions and no label; nil for any other.
  private func oaepPadding(_ hash: HashName) -> _RSA.Encryption.Padding? {
    guard second.count == 0 else { return nil }
    return switch hash {
    case .sha1: .PKCS1_OAEP
    case .sha256: .PKCS1_OAEP_SHA256
    case .sha384, .sha512: nil
    }
  }

  // MARK: AES-CTR

  /// Encrypts or decrypts; the library counts in all 128 bits, and the standard in as many as the caller says.
  private func applyCounter(to data: JSBytes) throws(CryptoFailure) -> [UInt8] {
    let key = try secret()
    let counter = second.array
    guard counter.count == 16, let width = number, (1...128).contains(width) else {
      throw .operation("the counter must have 16 bytes and a length of 1 to 128 bits")
    }
    guard data.count > 0 else { return [] }
    let blocks = UInt128((data.count + 15) / 16)
    let start = counter.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
    let mask = width == 128 ? UInt128.max : (1 << UInt128(width)) - 1
    guard width == 128 || blocks <= mask + 1 else { throw .operation("the message is too long for the counter") }
    // The number of blocks until the counter starts at 0 again.
    let before = mask - (start & mask)
    let split = before < blocks - 1 && width < 128 ? (Int(before) + 1) * 16 : data.count
    return try attempt(else: .operation("the operation failed")) {
      unsafe try data.withBytes { bytes in
        func apply(_ part: UnsafeRawBufferPointer, _ counter: UInt128) throws -> Data {
          let nonce = unsafe withUnsafeBytes(of: counter.bigEndian) { unsafe [UInt8]($0) }
          return unsafe try AES._CTR.encrypt(part, using: key, nonce: AES._CTR.Nonce(nonceBytes: nonce))
        }
        let first = unsafe try apply(UnsafeRawBufferPointer(rebasing: bytes[..<split]), start)
        guard split < data.count else { return Array(first) }
        let second = unsafe try apply(UnsafeRawBufferPointer(rebasing: bytes[split...]), start & ~mask)
        return Array(first + second)
      }
    }
  }

  // MARK: AES-GCM

  private func nonce() throws(CryptoFailure) -> AES.GCM.Nonce {
    // The library accepts no shorter one.
    guard second.count >= 12 else {
      throw .notSupported("AES-GCM does not support an initialization vector shorter than 12 bytes")
    }
    return try attempt(else: .operation("the initialization vector is not valid")) {
      try AES.GCM.Nonce(data: second.array)
    }
  }

  /// The length of the tag, in bytes.
  private func tagLength() throws(CryptoFailure) -> Int {
    let bits = number ?? 128
    guard [32, 64, 96, 104, 112, 120, 128].contains(bits) else {
      throw .operation("a tag must have 32, 64, 96, 104, 112, 120 or 128 bits, not \(bits)")
    }
    return bits / 8
  }

  private func sealed(
    _ bytes: UnsafeRawBufferPointer, _ key: SymmetricKey, _ nonce: AES.GCM.Nonce
  ) throws -> AES.GCM.SealedBox {
    unsafe try third.withBytes { additional in
      unsafe try AES.GCM.seal(bytes, using: key, nonce: nonce, authenticating: additional)
    }
  }

  /// The ciphertext and the tag, which is cut to the length that the caller wants (NIST SP 800-38D, 5.2.1.2).
  private func seal(_ data: JSBytes) throws(CryptoFailure) -> [UInt8] {
    let (key, nonce, tagByteCount) = (try secret(), try nonce(), try tagLength())
    return try attempt(else: .operation("the encryption failed")) {
      unsafe try data.withBytes { bytes in
        let box = unsafe try sealed(bytes, key, nonce)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + tagByteCount)
        result += box.ciphertext
        result += box.tag.prefix(tagByteCount)
        return result
      }
    }
  }

  private func open() throws(CryptoFailure) -> [UInt8] {
    let (key, nonce, tagByteCount) = (try secret(), try nonce(), try tagLength())
    let failure = CryptoFailure.operation("the decryption failed")
    let count = data.count - tagByteCount
    guard count >= 0 else { throw failure }
    return try attempt(else: failure) {
      unsafe try data.withBytes { bytes in
        let ciphertext = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<count])
        let tag = unsafe UnsafeRawBufferPointer(rebasing: bytes[count...])
        guard tagByteCount < 16 else {
          let box = unsafe try AES.GCM.SealedBox(nonce: nonce, ciphertext: ciphertext, tag: tag)
          return unsafe Array(
            try third.withBytes { additional in
              unsafe try AES.GCM.open(box, using: key, authenticating: additional)
            })
        }
        // The library opens whole tags only. Encryption is its own inverse here, and the tag of the plaintext that it
        // yields is compared as far as the message has it, in a time that does not depend on the bytes.
        let plaintext = unsafe [UInt8](try sealed(ciphertext, key, nonce).ciphertext)
        let expected = unsafe try plaintext.withUnsafeBytes { unsafe try sealed($0, key, nonce).tag }
        var difference: UInt8 = 0
        for index in 0..<tagByteCount { difference |= unsafe tag[index] ^ expected[expected.startIndex + index] }
        guard difference == 0 else { throw failure }
        return plaintext
      }
    }
  }

  // MARK: AES-KW

  func wrap(_ bytes: JSBytes) throws(CryptoFailure) -> [UInt8] {
    let key = try secret()
    guard bytes.count >= 16, bytes.count.isMultiple(of: 8) else {
      throw .operation("AES-KW can wrap only 16 or more bytes, in multiples of 8")
    }
    return try attempt(else: .operation("the key could not be wrapped")) {
      Array(try AES.KeyWrap.wrap(SymmetricKey(data: bytes.array), using: key))
    }
  }

  func unwrap() throws(CryptoFailure) -> [UInt8] {
    let key = try secret()
    let failure = CryptoFailure.operation("the key could not be unwrapped")
    guard data.count >= 24, data.count.isMultiple(of: 8) else { throw failure }
    return try attempt(else: failure) {
      unsafe try AES.KeyWrap.unwrap(data.array, using: key).withUnsafeBytes { unsafe [UInt8]($0) }
    }
  }
}
#endif
