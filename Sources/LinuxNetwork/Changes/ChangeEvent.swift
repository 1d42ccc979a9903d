/// Tells the events that may change the status from the noise.
enum ChangeEvent {
  /// Whether a datagram of the route family holds anything but noise.
  ///
  /// Links are noise when the message does not describe a whole link: see ``LinkMessage``. A datagram that cannot be read
  /// is none: better to look in vain.
  static func matters(route bytes: NetlinkBytes) -> Bool {
    matters(bytes) { message, bytes in message.type != newLink || LinkMessage(message, bytes) != nil }
  }

  /// Whether a datagram of a generic family holds anything but noise: scans, frames, regulations.
  static func matters(generic bytes: NetlinkBytes) -> Bool {
    matters(bytes) { message, bytes in
      isFamilyChange(message) || bytes.uint8(in: message.payload).map(wirelessCommands.contains) ?? false
    }
  }

  /// Whether a datagram tells of a family that came or went: perhaps nl80211, with other numbers than before.
  static func changesFamilies(generic bytes: NetlinkBytes) -> Bool {
    matters(bytes) { message, _ in isFamilyChange(message) }
  }

  private static let newLink: UInt16 = 16

  /// The controller speaks of families only.
  ///
  /// Source: `GENL_ID_CTRL`, include/uapi/linux/genetlink.h.
  private static func isFamilyChange(_ message: NetlinkMessage) -> Bool { message.type == 16 }

  /// Interfaces set, new and gone; an ad-hoc network joined; connected, roamed, disconnected; channel switched.
  ///
  /// Source: `enum nl80211_commands`, include/uapi/linux/nl80211.h.
  private static let wirelessCommands: Set<UInt8> = [6, 7, 8, 43, 46, 47, 48, 88]

  private static func matters(_ bytes: NetlinkBytes, _ test: (NetlinkMessage, NetlinkBytes) -> Bool) -> Bool {
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
