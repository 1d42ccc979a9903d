import CWebKitGTK

/// The road for messages with bytes, between the relays of pages and their views: requests to an own scheme.
///
/// Script messages carry text only; a request's body and its answer are bytes. Whoever asks has to say the name of a page
/// in its body, 128 random bits that only that page's relay has, and ask from the view that the page is in.
@GTKActor enum ByteRoad {
  /// Where relays ask.
  nonisolated static let address = "\(scheme)://page/"
  /// Bytes of at most so many are sooner there as text.
  nonisolated static let fewBytes = 32_768

  private nonisolated static let scheme = "causeway"
  /// A megabyte of bytes, and what a message has around them.
  private static let longestRead = 17 << 16
  private static let mark = "causeway-road"

  private struct Page {
    let view: NativeObject
    let take: @GTKActor (PageMessage, PageReply) -> Void
  }

  private static var pages: [String: Page] = [:]

  /// Makes the scheme known to what a view belongs to.
  static func register(for view: NativeObject) {
    let context = unsafe NativeObject(cw_view_context(view.pointer))
    guard unsafe cw_mark(context.pointer, mark) != 0 else { return }
    unsafe cw_add_scheme(
      context.pointer, scheme,
      { request, _ in
        let request = unsafe NativeObject(request!)
        GTKActor.assumeIsolated { ByteRoad.answer(request) }
      }, nil)
  }

  /// Hears the page of this name, in this view, from now on.
  static func open(_ name: String, in view: NativeObject, _ take: @escaping @GTKActor (PageMessage, PageReply) -> Void)
  {
    pages[name] = Page(view: view, take: take)
  }

  /// Hears it no longer.
  static func close(_ name: String) { pages[name] = nil }

  private static func answer(_ request: NativeObject) {
    let reply = PageReply(request)
    guard let message = message(request), let page = pages[message.name],
      unsafe cw_request_view(request.pointer) == page.view.pointer
    else { return reply.refuse() }
    page.take(message, reply)
  }

  private static func message(_ request: NativeObject) -> PageMessage? {
    guard let stream = unsafe cw_request_body(request.pointer) else { return nil }
    defer { unsafe cw_unref(stream) }
    var body = unsafe read(stream)
    while true {
      let more = unsafe read(stream)
      if more.isEmpty { return PageMessage(body: &body) }
      body += more
    }
  }

  /// What the stream has at once, as a rule all of it; nothing at its end.
  private static func read(_ stream: UnsafeMutableRawPointer) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: longestRead) { bytes, count in
      count = unsafe max(0, cw_read(stream, bytes.baseAddress, longestRead))
    }
  }
}
