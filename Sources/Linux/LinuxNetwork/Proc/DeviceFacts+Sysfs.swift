extension DeviceFacts {
  /// Reads the properties of a link from /sys.
  ///
  /// `nil` if /sys does not know the link.
  ///
  /// /sys shows the namespace in which it was mounted, which can differ from the thread's: a device counts only if its
  /// name *and* index match. Reading the speed takes the driver's lock, so the speed is read only on request.
  init?(of link: LinkMessage, withSpeed: Bool = true) {
    let directory = SysfsDirectory(name: link.name)
    guard let uevent = directory.contents("uevent") else { return nil }
    let lines = uevent.split(separator: UInt8(ascii: "\n"))
    guard lines.contains(where: { $0.elementsEqual("IFINDEX=\(link.index)".utf8) }) else { return nil }
    let key = Array("DEVTYPE=".utf8)
    type = lines.first { $0.starts(with: key) }.map { String(kernelText: Array($0.dropFirst(key.count))) }
    guard withSpeed, link.flags.isSuperset(of: .ready) else { return }
    // Fails for devices without a speed; -1 or 2^32 - 1 if the driver does not know it.
    speed = directory.text("speed").flatMap { Int($0) }.flatMap { (1..<Int(Int32.max)).contains($0) ? $0 : nil }
    duplex = directory.text("duplex").flatMap { ["half", "full"].contains($0) ? $0 : nil }
  }
}

extension NetworkSnapshot {
  /// Reads the properties of devices that netlink lacks.
  mutating func readDevices() {
    for link in links where link.kind.isEmpty && !link.flags.contains(.loopback) {
      devices[link.index] = DeviceFacts(of: link)
      drivers[link.index] = SystemCalls.driver(ofInterface: link.name)
    }
  }
}

/// The folder of a link in /sys/class/net.
struct SysfsDirectory {
  private let path: [UInt8]

  init(name: [UInt8]) { path = Array("/sys/class/net/".utf8) + name + [UInt8(ascii: "/")] }

  func contents(_ file: String) -> [UInt8]? { SystemCalls.contents(ofFile: path + Array(file.utf8)) }

  /// The only line of a file.
  func text(_ file: String) -> String? {
    contents(file).map { String(kernelText: $0.filter { $0 != UInt8(ascii: "\n") }) }
  }

  /// The name of the link that a symbolic link leads to.
  func target(_ file: [UInt8]) -> [UInt8]? {
    SystemCalls.target(ofLink: path + file).map { target in
      target.lastIndex(of: UInt8(ascii: "/")).map { Array(target[($0 + 1)...]) } ?? target
    }
  }
}
