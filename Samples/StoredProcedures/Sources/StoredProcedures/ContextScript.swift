/// The script that defines `Context` for procedures: context.js, embedded in the program.
enum ContextScript {
  static let source = String(decoding: PackageResources.context_js, as: UTF8.self)
}
