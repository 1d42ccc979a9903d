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
    averageSignalDbm = station?.averageSignal.map(Int.init)
    widthMHz = association.interface.width
    txBitrate = station?.sendRate?.bitrate.map { Double($0) / 10 }
    rxBitrate = station?.receiveRate?.bitrate.map { Double($0) / 10 }
    txMcs = station?.sendRate?.mcs
    rxMcs = station?.receiveRate?.mcs
    txStreams = station?.sendRate?.streams
    rxStreams = station?.receiveRate?.streams
    // A frame may be sent in an older form than the connection has.
    let least = association.links.isEmpty ? channel?.band == "6" ? 6 : nil : 7
    generation = [station?.sendRate?.generation, station?.receiveRate?.generation, least].compactMap(\.self).max()
    txRetries = station?.retries.map(Int.init)
    txFailures = station?.failures.map(Int.init)
    beaconLosses = station?.beaconLosses.map(Int.init)
    security = point?.security
    cipher = point?.facts?.choices.onlyCipher
    keyManagement = point?.facts?.choices.onlyMethod(isProtected: station?.hasProtectedManagement)
    authorized = station?.isAuthorized
    connectedSeconds = station?.connectedSeconds.map(Int.init)
    txPowerLimitDbm = association.interface.powerLimit.map { Double($0) / 100 }
    powerSave = association.settings.powerSave
    let country = association.settings.country
    regulatoryDomain = country.isEmpty ? nil : String(kernelText: country)
    mldAddress = point.flatMap { String(hardwareAddress: $0.mldAddress) }
    links = association.links
  }
}

extension WiFiMembership {
  /// The membership of an interface; an access point has a network of its own.
  init(_ association: WirelessAssociation?, of interface: WirelessInterface?) {
    let own = interface.flatMap { interface in
      WirelessInterface.Mode.accessPoints.contains(interface.type) ? SSID(octets: interface.ssid) : nil
    }
    let ssid = association?.ssid ?? own
    mode = interface.flatMap { WirelessInterface.Mode.name($0.type) }
    joined = association != nil
    self.ssid = ssid?.text
    ssidBytes = ssid?.octets
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
