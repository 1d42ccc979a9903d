import Glibc

/// The name of the system's time zone, which a confined child cannot read later.
enum TimeZoneName {
  /// Makes the C library and the engine use the system's time zone without reading a file later.
  ///
  /// If `TZ` is set, only its file is read.
  static func preserve() {
    if unsafe getenv("TZ") == nil, let name = target(of: "/etc/localtime").flatMap(of(link:)) {
      unsafe setenv("TZ", name, 0)
    }
    tzset()
  }

  /// The name in the target of /etc/localtime, for example `Europe/Berlin`; nil for a target outside of such a folder.
  static func of(link target: String) -> String? {
    let folder = "/zoneinfo/"
    guard let start = target.ranges(of: folder).last?.upperBound, start < target.endIndex else { return nil }
    return String(target[start...])
  }

  private static func target(of link: String) -> String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      let length = unsafe readlink(link, buffer.baseAddress!, buffer.count)
      guard length > 0 else { return nil }
      return unsafe String(decoding: UnsafeRawBufferPointer(buffer)[..<length], as: UTF8.self)
    }
  }
}
