extension Int {
  /// With a comma for each group of three digits.
  var grouped: String {
    var text = String(self)
    for offset in stride(from: text.count - 3, to: 0, by: -3) {
      text.insert(",", at: text.index(text.startIndex, offsetBy: offset))
    }
    return text
  }
}
