#if Macros
import SwiftParser
import SwiftSyntax
import Testing

@testable import causeway_port

@Suite struct PortedFileTests {
  func ported(_ source: String, beside other: String = "") -> PortedFile {
    let names = PackageNames()
    for text in [source, other] { names.walk(Parser.parse(source: text)) }
    return PortedFile(source, names: names)
  }

  @Test func `an exported protocol gets the macro, and its import`() {
    let source = """
      import Foundation
      import JavaScriptCore

      /// A person.
      @objc public protocol PersonExport: JSExport {
        @objc var name: String { get }
        @objc(moveTo:by:) func move(_ a: Int, _ b: Int)
      }

      @objc(Person) @objcMembers
      public class Person: NSObject, PersonExport {
        dynamic public var name = ""
        @objc
        public func move(_ a: Int, _ b: Int) {}
      }
      """
    let expected = """
      import Foundation
      import JavaScriptCore
      import JavaScriptCoreExport

      /// A person.
      @JSExport public protocol PersonExport: JSExport {
        var name: String { get }
        @JSExport(as: "moveToBy") func move(_ a: Int, _ b: Int)
      }

      public class Person: NSObject, PersonExport {
        public var name = ""
        public func move(_ a: Int, _ b: Int) {}
      }
      """
    let result = ported(source)
    #expect(result.text == expected)
    #expect(result.notes == [])
    #expect(!ported(expected).isChanged)
  }

  @Test func `a protocol may be exported by one of another file, or an alias`() {
    let other = "@objc protocol Base: JSExport {}\ntypealias Both = Base & NSObject"
    #expect(ported("@objc protocol P: Base {}", beside: other).text.contains("@JSExport protocol P"))
    #expect(ported("@objc protocol P: Both {}", beside: other).text.contains("@JSExport protocol P"))
    #expect(ported("@objc protocol P: Other {}", beside: other).text == "protocol P: Other {}")
  }

  @Test func `code for other systems stays as it is`() {
    let source = "#if canImport(ObjectiveC)\n@objc class A {}\n#else\n@objc class A {}\n#endif\n"
    #expect(ported(source).text == "#if canImport(ObjectiveC)\n@objc class A {}\n#else\nclass A {}\n#endif\n")
  }

  @Test(arguments: [
    (
      "let log: @convention(block) (String) -> Void = { _ in }\ncontext.set(log as AnyObject, [log], [\"log\": log])",
      """
      let log: @convention(block) (String) -> Void = { _ in }
      context.set(unsafeBitCast(log, to: AnyObject.self), [unsafeBitCast(log, to: AnyObject.self)], \
      ["log": unsafeBitCast(log, to: AnyObject.self)])
      """
    ),
    (
      "let add: @convention(block) (NSNumber) -> NSNumber = { $0 }\ncontext.set(unsafeBitCast(add, to: AnyObject.self))",
      "let add: (NSNumber) -> NSNumber = { $0 }\ncontext.set(add)"
    ),
    (#"c.set(x, forKey: "n" as NSCopying & NSObjectProtocol)"#, #"c.set(x, forKey: "n" as NSString)"#),
    (#"c.set(x, forKey: "n" as (NSCopying & NSObjectProtocol))"#, #"c.set(x, forKey: "n" as NSString)"#),
    ("final class C: JSContext {}", "final class C: JSContext, @unchecked Sendable {}"),
    ("final class C: JSContext, @unchecked Sendable {}", "final class C: JSContext, @unchecked Sendable {}"),
    ("class C: JSExport { var f: (@convention(block) () -> Void)? }", "class C: JSExport { var f: (() -> Void)? }"),
    (
      "import Foundation\nlet s = URLSession.shared",
      """
      import Foundation
      #if canImport(FoundationNetworking)
      import FoundationNetworking
      #endif
      let s = URLSession.shared
      """
    ),
    ("import JavaScriptCore\nlet s = URLSession.shared", "import JavaScriptCore\nlet s = URLSession.shared"),
    (
      "class C: JSExport { typealias F = @convention(block) () -> Void; var f: F? }",
      "class C: JSExport { typealias F = () -> Void; var f: F? }"
    ),
    ("let s = \"@objc dynamic\" // @objc", "let s = \"@objc dynamic\" // @objc"),
  ])
  func `blocks, keys and contexts`(source: String, expected: String) {
    let result = ported(source)
    #expect(result.text == expected)
    #expect(result.notes == [])
  }

  @Test(arguments: [
    ("import UIKit", "UIKit does not exist on Linux"), ("autoreleasepool { work() }", "autoreleasepool"),
    ("scanner.scanUpTo(\"a\", into: &text)", "scanUpToString"), ("let s = #selector(run)", "closure"),
    ("let a = try NSAttributedString(data: d, options: [:], documentAttributes: nil)", "HTML"),
    ("@objc protocol P { @objc optional func f() }", "optional requirement"),
    ("c.set(x, forKey: key as NSCopying & NSObjectProtocol)", "key as NSString"),
  ])
  func `what a person has to change is listed with its line`(source: String, note: String) {
    let notes = ported("\n" + source).notes
    #expect(notes.count == 1 && notes[0].line == 2 && notes[0].text.contains(note), "\(notes)")
  }

  @Test(arguments: [
    "", "@", "@objc", "class", "#if", "let a: @convention(", "\u{FEFF}class A {}", "@objc protocol : JSExport",
  ])
  func `a text that is no Swift is no crash`(source: String) { _ = ported(source) }
}
#endif
