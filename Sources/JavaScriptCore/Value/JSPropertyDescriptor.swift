/// Whether assignment changes the property.
public let JSPropertyDescriptorWritableKey: String! = "writable"
/// Whether loops over the object's properties meet it.
public let JSPropertyDescriptorEnumerableKey: String! = "enumerable"
/// Whether it may be deleted or defined anew.
public let JSPropertyDescriptorConfigurableKey: String! = "configurable"
/// Its value.
public let JSPropertyDescriptorValueKey: String! = "value"
/// The function that reads it.
public let JSPropertyDescriptorGetKey: String! = "get"
/// The function that sets it.
public let JSPropertyDescriptorSetKey: String! = "set"
