import JavaScriptEngine

extension JSContextCore {
  /// The function for a closure inside `Any`, whose type is one of a few that are recognized by casting; nil for
  /// others.
  ///
  /// A closure that is passed with its own type may have any signature.
  func function(fromAny value: Any) throws(JSThrow) -> JSLocal? {
    switch value {
    case let closure as () -> Void: makeFunction(closure)
    case let closure as () -> Any?: makeFunction(closure)
    case let closure as (JSValue) -> Void: makeFunction(closure)
    case let closure as (JSValue) -> JSValue: makeFunction(closure)
    case let closure as (JSValue) -> Any?: makeFunction(closure)
    case let closure as (Any?) -> Void: makeFunction(closure)
    case let closure as (Any?) -> Any?: makeFunction(closure)
    case let closure as (String) -> Void: makeFunction(closure)
    case let closure as (String) -> String: makeFunction(closure)
    case let closure as (String) -> Any?: makeFunction(closure)
    case let closure as (Int) -> Void: makeFunction(closure)
    case let closure as (Int) -> Int: makeFunction(closure)
    case let closure as (Int, Int) -> Int: makeFunction(closure)
    case let closure as (Double) -> Void: makeFunction(closure)
    case let closure as (Double) -> Double: makeFunction(closure)
    case let closure as (Double, Double) -> Double: makeFunction(closure)
    case let closure as (Bool) -> Void: makeFunction(closure)
    case let closure as () -> Bool: makeFunction(closure)
    case let closure as () -> Int: makeFunction(closure)
    case let closure as () -> Double: makeFunction(closure)
    case let closure as () -> String: makeFunction(closure)
    default: nil
    }
  }
}
