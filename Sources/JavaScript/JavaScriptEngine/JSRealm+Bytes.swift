import CJavaScriptCore

extension JSRealm {
  /// The bytes of an `ArrayBuffer` or of a view on one; nil for any other value.
  package func bytes(_ value: JSLocal) -> [UInt8]? { unsafe withBytes(value) { unsafe [UInt8]($0) } }

  /// Calls `body` with the bytes of an `ArrayBuffer` or of a view on one; returns nil for any other value.
  ///
  /// `body` must not run JavaScript, which could free the bytes.
  package func withBytes<Result>(_ value: JSLocal, _ body: (UnsafeBufferPointer<UInt8>) -> Result?) -> Result? {
    let type = unsafe JSValueGetTypedArrayType(context, value.ref, nil)
    if type == kJSTypedArrayTypeNone { return nil }
    var exception: JSValueRef?
    var base: UnsafeMutableRawPointer?
    var count = 0
    if type == kJSTypedArrayTypeArrayBuffer {
      count = unsafe JSObjectGetArrayBufferByteLength(context, value.ref, &exception)
      guard unsafe exception == nil else { return nil }
      if count > 0 { unsafe base = JSObjectGetArrayBufferBytesPtr(context, value.ref, &exception) }
    } else {
      count = unsafe JSObjectGetTypedArrayByteLength(context, value.ref, &exception)
      let offset = unsafe JSObjectGetTypedArrayByteOffset(context, value.ref, &exception)
      guard unsafe exception == nil else { return nil }
      // The pointer is the address of the whole buffer; the view begins at its offset.
      if count > 0, let start = unsafe JSObjectGetTypedArrayBytesPtr(context, value.ref, &exception) {
        unsafe base = start + offset
      }
    }
    let isReadable = unsafe base != nil
    guard count == 0 || isReadable else { return nil }
    return unsafe body(UnsafeBufferPointer(start: base?.assumingMemoryBound(to: UInt8.self), count: count))
  }

  /// Makes an `ArrayBuffer` with these bytes, without a copy if the array is uniquely referenced.
  package func makeArrayBuffer(_ bytes: consuming [UInt8]) -> JSLocal {
    let owner = BytesOwner(bytes)
    let (base, count) = unsafe (owner.base, owner.count)
    let buffer = unsafe JSObjectMakeArrayBufferWithBytesNoCopy(
      context, base, count, { _, owner in unsafe Unmanaged<BytesOwner>.fromOpaque(owner!).release() },
      Unmanaged.passRetained(owner).toOpaque(), nil)
    return unsafe JSLocal(buffer!)
  }
}

/// The memory of an `ArrayBuffer`.
///
/// The collector frees it with the buffer, on any thread.
@safe private final class BytesOwner {
  /// Never read: it only keeps the elements at their address, where they stay as long as the array is not mutated or
  /// copied.
  private var bytes: [UInt8]
  let count: Int
  let base: UnsafeMutableRawPointer

  init(_ bytes: consuming [UInt8]) {
    count = bytes.count
    // The engine rejects a buffer without an address.
    if count == 0 { bytes.reserveCapacity(1) }
    self.bytes = consume bytes
    // Mutable access makes the array uniquely referenced.
    unsafe base = self.bytes.withUnsafeMutableBytes { $0.baseAddress! }
  }
}
