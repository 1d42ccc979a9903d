import CJavaScriptCore

/// The bytes of a `Uint8Array` to which only our own scripts have a reference, for reading on another thread.
///
/// Short contents are copied. Longer contents stay where they are: the buffer is protected from collection as long as
/// this value exists.
///
/// `@unchecked Sendable`: the address never changes, because the engine pins a buffer whose address it has returned, and
/// no script writes to the buffer.
@safe package struct JSBytes: @unchecked Sendable {
  /// The number of bytes from which a buffer is read in place.
  package static let shortest = 32_768

  private let copy: [UInt8]
  private let borrowed: UnsafeRawBufferPointer?
  private let owner: JSHandle?

  /// The number of bytes.
  package var count: Int { unsafe borrowed?.count ?? copy.count }

  package init(_ bytes: [UInt8]) {
    copy = bytes
    unsafe borrowed = nil
    owner = nil
  }

  fileprivate init(borrowing bytes: UnsafeRawBufferPointer, of owner: JSHandle) {
    copy = []
    unsafe borrowed = bytes
    self.owner = owner
  }

  /// Calls `body` with the bytes; the pointer is valid even if there are none.
  package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    if let borrowed = unsafe borrowed {
      defer { withExtendedLifetime(owner) {} }
      return unsafe try body(borrowed)
    }
    guard copy.isEmpty else { return unsafe try copy.withUnsafeBytes { unsafe try body($0) } }
    return unsafe try withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { bytes in
      unsafe try body(UnsafeRawBufferPointer(start: bytes.baseAddress, count: 0))
    }
  }

  /// The bytes as an array.
  package var array: [UInt8] { unsafe borrowed.map { unsafe [UInt8]($0) } ?? copy }
}

extension JSRealm {
  /// The bytes of a `Uint8Array` to which only our own scripts have a reference; nil for any other value.
  package func takeBytes(_ array: JSLocal) -> JSBytes? {
    guard unsafe JSValueGetTypedArrayType(context, array.ref, nil) == kJSTypedArrayTypeUint8Array else { return nil }
    var exception: JSValueRef?
    let count = unsafe JSObjectGetTypedArrayByteLength(context, array.ref, &exception)
    guard unsafe exception == nil else { return nil }
    guard count >= JSBytes.shortest else { return bytes(array).map { JSBytes($0) } }
    let offset = unsafe JSObjectGetTypedArrayByteOffset(context, array.ref, &exception)
    guard unsafe exception == nil, let base = unsafe JSObjectGetTypedArrayBytesPtr(context, array.ref, &exception)
    else {
      return nil
    }
    return unsafe JSBytes(borrowing: UnsafeRawBufferPointer(start: base + offset, count: count), of: keep(array))
  }
}
