import CJavaScriptCore

extension JSRealm {
  /// Copies the bytes of an `ArrayBuffer`, a typed array or a `DataView`; nil for anything else or a detached buffer.
  package func bytes(_ value: JSLocal) -> [UInt8]? {
    let type = unsafe JSValueGetTypedArrayType(context, value.ref, nil)
    if type == kJSTypedArrayTypeNone { return nil }
    var exception: JSValueRef?
    if type == kJSTypedArrayTypeArrayBuffer {
      let count = unsafe JSObjectGetArrayBufferByteLength(context, value.ref, &exception)
      guard unsafe exception == nil else { return nil }
      guard count > 0 else { return [] }
      guard let base = unsafe JSObjectGetArrayBufferBytesPtr(context, value.ref, &exception) else { return nil }
      return unsafe [UInt8](UnsafeRawBufferPointer(start: base, count: count))
    }
    let count = unsafe JSObjectGetTypedArrayByteLength(context, value.ref, &exception)
    let offset = unsafe JSObjectGetTypedArrayByteOffset(context, value.ref, &exception)
    guard unsafe exception == nil else { return nil }
    guard count > 0 else { return [] }
    // The pointer is the address of the whole buffer; the view begins at its offset.
    guard let base = unsafe JSObjectGetTypedArrayBytesPtr(context, value.ref, &exception) else { return nil }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: base + offset, count: count))
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
