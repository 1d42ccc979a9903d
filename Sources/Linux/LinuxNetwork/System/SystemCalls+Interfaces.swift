import Glibc

extension SystemCalls {
  /// The SSID that the old wireless extensions report for an interface.
  ///
  /// Empty if there is none.
  ///
  /// Source: `SIOCGIWESSID`, include/uapi/linux/wireless.h. The buffer has 32 octets: with 33 the kernel appends a NUL.
  static func wirelessExtensionsSSID(interface name: [UInt8]) -> [UInt8] {
    guard name.count < 16 else { return [] }
    let number = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { return [] }
    let descriptor = FileDescriptor(number)
    var ssid = [UInt8](repeating: 0, count: 32)
    let length = unsafe ssid.withUnsafeMutableBytes { target -> UInt16 in
      // struct iwreq: char ifr_name[16]; struct iw_point { void *pointer; __u16 length; __u16 flags; }
      var request = [UInt8](repeating: 0, count: 32)
      request.replaceSubrange(0..<name.count, with: name)
      return unsafe request.withUnsafeMutableBytes { request -> UInt16 in
        unsafe request.storeBytes(of: UInt(bitPattern: target.baseAddress), toByteOffset: 16, as: UInt.self)
        let lengthOffset = 16 + MemoryLayout<UInt>.size
        unsafe request.storeBytes(of: UInt16(target.count), toByteOffset: lengthOffset, as: UInt16.self)
        guard let base = request.baseAddress, unsafe ioctl(descriptor.number, 0x8B1B, base) == 0 else { return 0 }
        return unsafe request.loadUnaligned(fromByteOffset: lengthOffset, as: UInt16.self)
      }
    }
    return Array(ssid.prefix(Int(length)))
  }

  /// The name of an interface's driver.
  ///
  /// `nil` if it has none, and for an interface that does not exist.
  ///
  /// Source: `ETHTOOL_GDRVINFO`, include/uapi/linux/ethtool.h: the command, then the name in 32 octets.
  static func driver(ofInterface name: [UInt8]) -> String? {
    guard name.count < 16 else { return nil }
    let number = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { return nil }
    let descriptor = FileDescriptor(number)
    var information = [UInt8](repeating: 0, count: 196)
    information.replaceSubrange(0..<4, with: UInt32(3).octets)
    let answered = unsafe information.withUnsafeMutableBytes { target in
      // struct ifreq: char ifr_name[16]; void *ifr_data; the union has 24 octets.
      var request = name + [UInt8](repeating: 0, count: 40 - name.count)
      return unsafe request.withUnsafeMutableBytes { request in
        unsafe request.storeBytes(of: UInt(bitPattern: target.baseAddress), toByteOffset: 16, as: UInt.self)
        guard let base = request.baseAddress else { return false }
        return unsafe ioctl(descriptor.number, 0x8946, base) == 0
      }
    }
    let driver = information[4..<36].prefix { $0 != 0 }
    return answered && !driver.isEmpty ? String(kernelText: Array(driver)) : nil
  }

  /// A function that sends an interface request: it takes the request's number and the interface's name, and returns
  /// the 24 octets of the answer.
  ///
  /// `nil` if the system has no Internet sockets.
  static func interfaceRequests() -> ((UInt, [UInt8]) -> [UInt8]?)? {
    let number = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { return nil }
    let shared = SharedDescriptor(FileDescriptor(number))
    return { code, name in
      guard name.count < 16 else { return nil }
      // struct ifreq: char ifr_name[16]; a union of 24 octets.
      var request = name + [UInt8](repeating: 0, count: 40 - name.count)
      let answered = unsafe request.withUnsafeMutableBytes {
        guard let base = $0.baseAddress else { return false }
        return unsafe ioctl(shared.descriptor.number, code, base) == 0
      }
      return answered ? Array(request[16...]) : nil
    }
  }

  /// A descriptor that a closure can capture.
  private final class SharedDescriptor {
    let descriptor: FileDescriptor

    init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
  }
}
