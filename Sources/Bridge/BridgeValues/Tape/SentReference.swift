/// A function or an object of this side that is sent by reference.
///
/// A value holds it until a connection gives it the number by which the other side calls it.
package protocol SentReference: AnyObject, Sendable {}
