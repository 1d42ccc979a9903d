/// A channel of the IEEE 802.11 bands, by its frequency.
struct WiFiChannel {
  let number: Int
  /// In GHz.
  let band: String

  /// `nil` for a frequency outside the known bands.
  ///
  /// Source: `ieee80211_freq_khz_to_channel`, net/wireless/util.c.
  init?(frequencyMHz frequency: Int) {
    switch frequency {
    case 2484: (number, band) = (14, "2.4")
    case 2407..<2484: (number, band) = ((frequency - 2407) / 5, "2.4")
    case 4910...4980: (number, band) = ((frequency - 4000) / 5, "5")
    case 5000..<5925: (number, band) = ((frequency - 5000) / 5, "5")
    case 5935: (number, band) = (2, "6")
    case 5950...7115: (number, band) = ((frequency - 5950) / 5, "6")
    case 58320...70200: (number, band) = ((frequency - 56160) / 2160, "60")
    default: return nil
    }
  }
}
