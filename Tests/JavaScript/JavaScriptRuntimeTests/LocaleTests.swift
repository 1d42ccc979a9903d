import JavaScriptRuntime
import Testing

/// The default locale of a runtime.
@Suite(.timeLimit(.minutes(1))) struct LocaleTests {
  private func printed(_ locale: String?, _ program: String) async throws -> [String] {
    let printed = Printed()
    var configuration = printed.configuration
    configuration.locale = locale
    let runtime = try await JavaScriptRuntime(configuration)
    try await runtime.run(program)
    await runtime.close()
    return printed.all
  }

  @Test(arguments: [("en-US", "1,234.5 en-US true"), ("de-DE", "1.234,5 de-DE true"), ("fr", "1\u{202F}234,5 fr true")])
  func `numbers, dates and texts follow the default locale`(locale: String, expected: String) async throws {
    let program = """
      const { locale } = new Intl.NumberFormat().resolvedOptions();
      const date = new Date(0).toLocaleDateString() === new Date(0).toLocaleDateString(locale);
      console.log((1234.5).toLocaleString(), locale, date && new Intl.DateTimeFormat().resolvedOptions().locale === locale);
      """
    #expect(try await printed(locale, program) == [expected])
  }

  @Test func `a locale that is given is used`() async throws {
    #expect(
      try await printed(
        "de-DE",
        "console.log((1234.5).toLocaleString('en'), new Intl.NumberFormat(['xx', 'fr']).resolvedOptions().locale)")
        == ["1,234.5 fr"])
  }

  @Test func `a text that is not a locale is an error`() async throws {
    let error = await #expect(throws: JavaScriptError.self) { try await self.printed("not a locale", "") }
    #expect(error?.message.contains("RangeError") == true, "\(error?.message ?? "")")
  }
}
