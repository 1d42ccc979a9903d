#if WebView
import ArgumentParser
import Causeway
import CausewayWebKit
import Glibc

/// `causeway screenshot`: a picture of a page, for documentation and tests.
struct ScreenshotCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "screenshot", abstract: "Write a screenshot of a page.",
    discussion: "Without a display, run it under xvfb-run: xvfb-run -a causeway screenshot page.html page.png")

  @OptionGroup var page: PageOptions

  @Argument(help: ArgumentHelp("The PNG file to write.", valueName: "picture"))
  var picture: String

  @Option(help: ArgumentHelp("The time to wait after the page has loaded.", valueName: "seconds"))
  var delay = 1.0

  @Option(help: ArgumentHelp("The time limit in addition to the delay.", valueName: "seconds"))
  var timeout = 30.0

  @Flag(help: "Include the whole document, not only the visible part.")
  var whole = false

  func validate() throws {
    guard 0...3600 ~= delay else { throw ValidationError("--delay takes seconds, from 0 to 3600.") }
    guard timeout > 0, timeout <= 3600 else {
      throw ValidationError("--timeout takes seconds, over 0 and at most 3600.")
    }
    // A PNG file with the extension of another format would mislead other programs.
    let kind = picture.split(separator: "/").last?.split(separator: ".").dropFirst().last?.lowercased()
    if let kind, ["avif", "bmp", "gif", "jpeg", "jpg", "pdf", "svg", "tif", "tiff", "webp"].contains(kind) {
      throw ValidationError(
        "The picture is a PNG, not \(kind.uppercased()): use a file name that ends in .png.")
    }
  }

  func run() async throws {
    var configuration = WebViewConfiguration()
    // No user is present to answer dialogs.
    configuration.showsDialogs = false
    let (window, address) = try await page.open(configuration)
    let picture = Task { [delay, whole] in
      try await window.view.load(address)
      try await Task.sleep(for: .seconds(delay))
      return try await window.view.snapshot(isWhole: whole)
    }
    let limit = Task { [timeout, delay] in
      guard (try? await Task.sleep(for: .seconds(timeout + delay))) != nil else { return false }
      // A load can be cancelled; an endless script can only be terminated.
      picture.cancel()
      await window.view.terminate()
      return true
    }
    let result = await picture.result
    limit.cancel()
    if await limit.value {
      throw BridgeError(.deadlineExceeded, "The page was not ready within \(Duration.seconds(timeout + delay)).")
    }
    try write(try result.get())
    await window.close()
    await window.closed()
  }

  private func write(_ bytes: [UInt8]) throws {
    let file = unsafe Glibc.open(picture, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw failure() }
    defer { close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { throw failure() }
      rest = rest.dropFirst(count)
    }
  }

  private func failure() -> BridgeError {
    BridgeError(
      .permissionDenied, "\(picture.debugDescription) cannot be written: \(unsafe String(cString: strerror(errno))).")
  }
}
#endif
