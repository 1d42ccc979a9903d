extension DeviceFacts {
  /// Reads the properties of a link from /sys.
  ///
  /// `nil` if /sys does not know the link.
  ///
  /// /sys shows the namespace in which it was mounted, which can differ from the thread's: a device counts only if its
  /// name *and* index match. Reading the speed takes the driver's lock, so the speed is read only on request.
  init?(of link: LinkMessage, withSpeed: Bool = true) {
    let directory = Array("/sys/class/net/".utf8) + link.name
    guard let uevent = SystemCalls.contents(ofFile: directory + Array("/uevent".utf8)) else { return nil }
    let lines = uevent.split(separator: UInt8(ascii: "\n"))
    guard lines.contains(where: { $0.elementsEqual("IFINDEX=\(link.index)".utf8) }) else { return nil }
    let key = Array("DEVTYPE=".utf8)
    type = lines.first { $0.starts(with: key) }.map { String(kernelText: Array($0.dropFirst(key.count))) }
    guard withSpeed, link.flags.isSuperset(of: .ready) else { return }
    // Fails for devices without a speed; -1 or 2^32 - 1 if the driver does not know it.
    let speed = SystemCalls.contents(ofFile: directory + Array("/speed".utf8))
    self.speed = speed.flatMap { Int(String(kernelText: $0.filter { $0 != UInt8(ascii: "\n") })) }
      .flatMap { (1..<Int(Int32.max)).contains($0) ? $0 : nil }
  }
}
