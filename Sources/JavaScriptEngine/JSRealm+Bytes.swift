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

  /// An `ArrayBuffer` that owns these bytes; they are not copied.
  package func makeArrayBuffer(_ bytes: [UInt8]) -> JSLocal {
    let owner = unsafe Unmanaged.passRetained(BytesOwner(bytes))
    let (base, count) = unsafe owner.takeUnretainedValue().storage
    let buffer = unsafe JSObjectMakeArrayBufferWithBytesNoCopy(
      context, base, count, { _, owner in unsafe Unmanaged<BytesOwner>.fromOpaque(owner!).release() },
      owner.toOpaque(), nil)
    return unsafe JSLocal(buffer!)
  }
}

/// Memory for an `ArrayBuffer`, freed when the collector drops the buffer, on whichever thread that is.
@safe private final class BytesOwner {
  private let memory: UnsafeMutableRawBufferPointer

  init(_ bytes: [UInt8]) {
    unsafe memory = .allocate(byteCount: max(1, bytes.count), alignment: 16)
    unsafe memory.copyBytes(from: bytes)
    count = bytes.count
  }

  private let count: Int
  var storage: (UnsafeMutableRawPointer, Int) { unsafe (memory.baseAddress!, count) }

  deinit { unsafe memory.deallocate() }
}
