/// Separates the events that may change the status from the others.
enum ChangeFilter {
  /// Whether a datagram of the route family contains a relevant message.
  ///
  /// A link message is irrelevant if it does not describe a complete link: see ``LinkMessage``. A malformed datagram is
  /// relevant: a read in vain does no harm.
  static func isRelevant(route bytes: NetlinkBytes) -> Bool {
    isRelevant(bytes) { message, bytes in message.type != newLink || LinkMessage(message, bytes) != nil }
  }

  /// Whether a datagram of a generic family contains a relevant message; scans, frames and regulations are not.
  static func isRelevant(generic bytes: NetlinkBytes) -> Bool {
    isRelevant(bytes) { message, bytes in
      isFamilyChange(message) || bytes.uint8(in: message.payload).map(wirelessCommands.contains) ?? false
    }
  }

  /// Whether a datagram reports a registered or removed family: perhaps nl80211, with new numbers.
  static func changesFamilies(generic bytes: NetlinkBytes) -> Bool {
    isRelevant(bytes) { message, _ in isFamilyChange(message) }
  }

  private static let newLink: UInt16 = 16

  /// The controller reports families only.
  ///
  /// Source: `GENL_ID_CTRL`, include/uapi/linux/genetlink.h.
  private static func isFamilyChange(_ message: NetlinkMessage) -> Bool { message.type == 16 }

  /// Interface set, new and removed; ad-hoc network joined; connected, roamed, disconnected; channel switched.
  ///
  /// Source: `enum nl80211_commands`, include/uapi/linux/nl80211.h.
  private static let wirelessCommands: Set<UInt8> = [6, 7, 8, 43, 46, 47, 48, 88]

  private static func isRelevant(_ bytes: NetlinkBytes, _ test: (NetlinkMessage, NetlinkBytes) -> Bool) -> Bool {
    var messages = NetlinkMessages()
    do throws(NetworkError) {
      while let message = try messages.next(in: bytes) {
        if test(message, bytes) { return true }
      }
      return false
    } catch {
      return true
    }
  }
}
