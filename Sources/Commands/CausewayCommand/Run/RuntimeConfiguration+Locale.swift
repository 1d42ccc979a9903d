import JavaScriptRuntime

extension RuntimeConfiguration {
  /// The locale of the programs that the command runs: the user's; nil if it is the engine's own.
  static let localeOfCommand: String? = userLocale == "en-US" ? nil : userLocale
}
