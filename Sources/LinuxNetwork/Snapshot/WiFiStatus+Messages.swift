extension WiFiStatus {
  init(_ association: WirelessAssociation) {
    let point = association.accessPoint
    let station = association.station
    let frequency = (point?.frequencyMHz ?? association.interface.frequencyMHz).map(Int.init)
    let channel = frequency.flatMap(WiFiChannel.init)
    interface = String(kernelText: association.interface.name)
    ssid = association.ssid?.text
    ssidBytes = association.ssid?.octets
    bssid = association.bssid
    frequencyMHz = frequency
    self.channel = channel?.number
    band = channel?.band
    signalDbm = station?.signal.map(Int.init) ?? point?.signalMillibel.map { Int($0) / 100 }
    signalPercent = signalDbm.map(WiFiStatus.percent(ofSignal:))
    txBitrate = station?.sendRate.map { Double($0) / 10 }
    rxBitrate = station?.receiveRate.map { Double($0) / 10 }
    security = point?.security
    connectedSeconds = station?.connectedSeconds.map(Int.init)
    links = association.links
  }
}

extension WiFiMembership {
  init(_ association: WirelessAssociation?) {
    joined = association != nil
    ssid = association?.ssid?.text
    ssidBytes = association?.ssid?.octets
    bssid = association?.bssid
  }
}

extension WiFiLink {
  init(number: UInt8, _ message: AccessPointMessage) {
    let frequency = message.frequencyMHz.map(Int.init)
    let channel = frequency.flatMap(WiFiChannel.init)
    id = Int(number)
    bssid = String(hardwareAddress: message.bssid)
    frequencyMHz = frequency
    self.channel = channel?.number
    band = channel?.band
    signalDbm = message.signalMillibel.map { Int($0) / 100 }
  }
}

extension WiFiAccessPoint {
  init(_ message: AccessPointMessage, interface name: [UInt8]) {
    let name = String(kernelText: name)
    let ssid = message.ssid.flatMap(SSID.init)
    let frequency = message.frequencyMHz.map(Int.init)
    let channel = frequency.flatMap(WiFiChannel.init)
    interface = name
    self.ssid = ssid?.text
    ssidBytes = ssid?.octets
    bssid = String(hardwareAddress: message.bssid)
    frequencyMHz = frequency
    self.channel = channel?.number
    band = channel?.band
    signalDbm = message.signalMillibel.map { Int($0) / 100 }
    signalPercent = signalDbm.map(WiFiStatus.percent(ofSignal:))
    security = message.security
    joined = message.isJoined
    ageMilliseconds = message.ageMilliseconds.map(Int.init)
  }
}
