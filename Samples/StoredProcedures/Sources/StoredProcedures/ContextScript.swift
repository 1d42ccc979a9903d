/// The script that gives procedures their `Context`: context.js, built into the program.
enum ContextScript {
  static let source = String(decoding: PackageResources.context_js, as: UTF8.self)
}
