/// The version of the command line and its plugins.
enum Version {
  static let text = "0.1.0"
}
