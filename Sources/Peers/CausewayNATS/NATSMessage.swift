#if NATS
import CNATS
import Causeway
import Glibc

/// A message as it arrived or will be sent.
struct NATSMessage: Sendable {
  var subject: String
  var reply: String?
  var data: [UInt8] = []
  var headers: [String: String] = [:]
  /// Whether this is the server's notice that a request's subject has no subscribers.
  var isNoResponders = false
}

extension NATSMessage {
  /// Bytes that it takes while it waits.
  var weight: Int { size + 512 }

  /// Copies a message of the library's.
  init(_ message: OpaquePointer) {
    subject = unsafe String(cString: natsMsg_GetSubject(message))
    reply = unsafe natsMsg_GetReply(message).map { unsafe String(cString: $0) }
    let count = Int(unsafe natsMsg_GetDataLength(message))
    if count > 0, let data = unsafe natsMsg_GetData(message) {
      self.data = unsafe data.withMemoryRebound(to: UInt8.self, capacity: count) {
        unsafe Array(UnsafeBufferPointer(start: $0, count: count))
      }
    }
    isNoResponders = unsafe natsMsg_IsNoResponders(message)
    var keys: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    var keyCount: CInt = 0
    guard unsafe natsMsgHeader_Keys(message, &keys, &keyCount) == NATS_OK, let keys = unsafe keys else { return }
    defer { unsafe free(keys) }
    for index in 0..<Int(keyCount) {
      guard let key = unsafe keys[index] else { continue }
      var value: UnsafePointer<CChar>?
      guard unsafe natsMsgHeader_Get(message, key, &value) == NATS_OK, let value = unsafe value else { continue }
      headers[unsafe String(cString: key)] = unsafe String(cString: value)
    }
  }

  /// The bytes that the server counts against its limit, headers included.
  var size: Int {
    // The head is "NATS/1.0\r\n" and an empty line; each header takes ": " and a line's end.
    let head = headers.isEmpty ? 0 : headers.reduce(12) { $0 + $1.key.utf8.count + $1.value.utf8.count + 4 }
    return head + data.count
  }

  /// - Throws: `INVALID_ARGUMENT` for a header that would become another one, or the message's text.
  func checkHeaders() throws(BridgeError) {
    for (key, value) in headers {
      let isToken = !key.isEmpty && key.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
      guard isToken, value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        let name = key.debugDescription
        throw BridgeError(.invalidArgument, "Metadata \(name) has characters that a header cannot contain.")
      }
    }
  }
}
#endif
