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
    // The pointer is that of the whole buffer: the view begins at its offset.
    guard let base = unsafe JSObjectGetTypedArrayBytesPtr(context, value.ref, &exception) else { return nil }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: base + offset, count: count))
  }

  /// An `ArrayBuffer` that owns these bytes: in their own memory if nobody else holds them, else in a copy.
  package func makeArrayBuffer(_ bytes: consuming [UInt8]) -> JSLocal {
    let owner = BytesOwner(bytes)
    let (base, count) = unsafe (owner.base, owner.count)
    let buffer = unsafe JSObjectMakeArrayBufferWithBytesNoCopy(
      context, base, count, { _, owner in unsafe Unmanaged<BytesOwner>.fromOpaque(owner!).release() },
      Unmanaged.passRetained(owner).toOpaque(), nil)
    return unsafe JSLocal(buffer!)
  }
}

/// Memory for an `ArrayBuffer`, freed when the collector drops the buffer, on whichever thread that is.
@safe private final class BytesOwner {
  /// Not looked at again: the elements stay where they are as long as nobody else changes or copies the array.
  private var bytes: [UInt8]
  let count: Int
  let base: UnsafeMutableRawPointer

  init(_ bytes: consuming [UInt8]) {
    count = bytes.count
    // The engine takes no buffer without an address.
    if count == 0 { bytes.reserveCapacity(1) }
    self.bytes = consume bytes
    // Asking for memory to write to makes the array the only one that has it.
    unsafe base = self.bytes.withUnsafeMutableBytes { $0.baseAddress! }
  }
}
