/// Whether assignment may change the property.
public let JSPropertyDescriptorWritableKey: String! = "writable"
/// Whether loops over the object's properties include it.
public let JSPropertyDescriptorEnumerableKey: String! = "enumerable"
/// Whether the property may be deleted or redefined.
public let JSPropertyDescriptorConfigurableKey: String! = "configurable"
/// The value of the property.
public let JSPropertyDescriptorValueKey: String! = "value"
/// The getter of the property.
public let JSPropertyDescriptorGetKey: String! = "get"
/// The setter of the property.
public let JSPropertyDescriptorSetKey: String! = "set"
