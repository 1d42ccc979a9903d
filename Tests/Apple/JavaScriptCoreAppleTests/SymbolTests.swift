import JavaScriptCore
import Testing

/// Every public symbol that Apple documents, with its type: what is missing or has another type does not compile.
@Suite struct SymbolTests {
  private final class Subclass: JSContext, @unchecked Sendable {
    override init!() { super.init() }
    override init!(virtualMachine: JSVirtualMachine!) { super.init(virtualMachine: virtualMachine) }
    override func evaluateScript(_ script: String!) -> JSValue! { super.evaluateScript(script) }
    override func evaluateScript(_ script: String!, withSourceURL sourceURL: URL!) -> JSValue! {
      super.evaluateScript(script, withSourceURL: sourceURL)
    }
    override var globalObject: JSValue! { super.globalObject }
    override var exception: JSValue! {
      get { super.exception }
      set { super.exception = newValue }
    }
    override var exceptionHandler: ((JSContext?, JSValue?) -> Void)! {
      get { super.exceptionHandler }
      set { super.exceptionHandler = newValue }
    }
    override var virtualMachine: JSVirtualMachine! { super.virtualMachine }
    override var name: String! {
      get { super.name }
      set { super.name = newValue }
    }
    override var isInspectable: Bool {
      get { super.isInspectable }
      set { super.isInspectable = newValue }
    }
    override var jsGlobalContextRef: JSGlobalContextRef! { super.jsGlobalContextRef }
  }

  @Test func `a context has all of Apple's members`() {
    let _: () -> JSContext? = JSContext.init
    let _: (JSVirtualMachine?) -> JSContext? = JSContext.init(virtualMachine:)
    let _: (JSGlobalContextRef?) -> JSContext? = JSContext.init(jsGlobalContextRef:)
    let _: (JSContext) -> (String?) -> JSValue? = JSContext.evaluateScript(_:)
    let _: (JSContext) -> (String?, URL?) -> JSValue? = JSContext.evaluateScript(_:withSourceURL:)
    let _: () -> JSContext? = JSContext.current
    let _: () -> JSValue? = JSContext.currentCallee
    let _: () -> JSValue? = JSContext.currentThis
    let _: () -> [Any]? = JSContext.currentArguments
    let _: (JSContext) -> (Any?) -> JSValue? = JSContext.objectForKeyedSubscript
    let _: (JSContext) -> (Any?, (any NSCopying & NSObjectProtocol)?) -> Void =
      JSContext.setObject(_:forKeyedSubscript:)
    let _: KeyPath<JSContext, JSValue?> = \.globalObject
    let _: KeyPath<JSContext, JSVirtualMachine?> = \.virtualMachine
    let _: KeyPath<JSContext, JSGlobalContextRef?> = \.jsGlobalContextRef
    let _: ReferenceWritableKeyPath<JSContext, JSValue?> = \.exception
    let _: ReferenceWritableKeyPath<JSContext, ((JSContext?, JSValue?) -> Void)?> = \.exceptionHandler
    let _: ReferenceWritableKeyPath<JSContext, String?> = \.name
    let _: ReferenceWritableKeyPath<JSContext, Bool> = \.isInspectable
    #expect(Subclass().evaluateScript("1 + 1").toInt32() == 2)
  }

  @Test func `a virtual machine and a managed value have all of Apple's members`() {
    let _: () -> JSVirtualMachine? = JSVirtualMachine.init
    let _: (JSVirtualMachine) -> (Any?, Any?) -> Void = JSVirtualMachine.addManagedReference(_:withOwner:)
    let _: (JSVirtualMachine) -> (Any?, Any?) -> Void = JSVirtualMachine.removeManagedReference(_:withOwner:)
    let _: (JSValue?) -> JSManagedValue? = JSManagedValue.init(value:)
    let _: (JSValue?, Any?) -> JSManagedValue? = JSManagedValue.init(value:andOwner:)
    let _: KeyPath<JSManagedValue, JSValue?> = \.value
    let value = JSValue(int32: 1, in: JSContext())
    #expect(JSManagedValue(value: value).value == value)
  }

  @Test func `a value is made in all of Apple's ways`() {
    let context = JSContext()!
    let _: (Any?, JSContext?) -> JSValue? = JSValue.init(object:in:)
    let _: (Bool, JSContext?) -> JSValue? = JSValue.init(bool:in:)
    let _: (Double, JSContext?) -> JSValue? = JSValue.init(double:in:)
    let _: (Int32, JSContext?) -> JSValue? = JSValue.init(int32:in:)
    let _: (UInt32, JSContext?) -> JSValue? = JSValue.init(uInt32:in:)
    let _: (JSContext?) -> JSValue? = JSValue.init(newObjectIn:)
    let _: (JSContext?) -> JSValue? = JSValue.init(newArrayIn:)
    let _: (String?, String?, JSContext?) -> JSValue? = JSValue.init(newRegularExpressionFromPattern:flags:in:)
    let _: (String?, JSContext?) -> JSValue? = JSValue.init(newErrorFromMessage:in:)
    let _: (JSContext?, ((JSValue?, JSValue?) -> Void)?) -> JSValue? = JSValue.init(newPromiseIn:fromExecutor:)
    let _: (Any?, JSContext?) -> JSValue? = JSValue.init(newPromiseResolvedWithResult:in:)
    let _: (Any?, JSContext?) -> JSValue? = JSValue.init(newPromiseRejectedWithReason:in:)
    let _: (String?, JSContext?) -> JSValue? = JSValue.init(newSymbolFromDescription:in:)
    let _: (String, JSContext) -> JSValue? = JSValue.init(newBigIntFrom:in:)
    let _: (Int64, JSContext) -> JSValue? = JSValue.init(newBigIntFrom:in:)
    let _: (UInt64, JSContext) -> JSValue? = JSValue.init(newBigIntFrom:in:)
    let _: (Double, JSContext) -> JSValue? = JSValue.init(newBigIntFrom:in:)
    let _: (JSContext?) -> JSValue? = JSValue.init(nullIn:)
    let _: (JSContext?) -> JSValue? = JSValue.init(undefinedIn:)
    let _: (CGPoint, JSContext?) -> JSValue? = JSValue.init(point:in:)
    let _: (NSRange, JSContext?) -> JSValue? = JSValue.init(range:in:)
    let _: (CGRect, JSContext?) -> JSValue? = JSValue.init(rect:in:)
    let _: (CGSize, JSContext?) -> JSValue? = JSValue.init(size:in:)
    let _: (JSValueRef?, JSContext?) -> JSValue? = JSValue.init(jsValueRef:in:)
    #expect(JSValue(nullIn: context).isNull)
  }

  @Test func `a value is read and tested in all of Apple's ways`() {
    let _: [KeyPath<JSValue, Bool>] = [
      \.isUndefined, \.isNull, \.isBoolean, \.isNumber, \.isString, \.isObject, \.isArray, \.isDate, \.isSymbol,
      \.isBigInt,
    ]
    let _: KeyPath<JSValue, JSContext?> = \.context
    let _: KeyPath<JSValue, JSValueRef?> = \.jsValueRef
    let _: [(JSValue) -> () -> Any?] = [JSValue.toObject]
    let _: (JSValue) -> (AnyClass?) -> Any? = JSValue.toObjectOf(_:)
    let _: (JSValue) -> () -> Bool = JSValue.toBool
    let _: (JSValue) -> () -> Double = JSValue.toDouble
    let _: (JSValue) -> () -> Int32 = JSValue.toInt32
    let _: (JSValue) -> () -> UInt32 = JSValue.toUInt32
    let _: (JSValue) -> () -> Int64 = JSValue.toInt64
    let _: (JSValue) -> () -> UInt64 = JSValue.toUInt64
    let _: (JSValue) -> () -> NSNumber? = JSValue.toNumber
    let _: (JSValue) -> () -> String? = JSValue.toString
    let _: (JSValue) -> () -> Date? = JSValue.toDate
    let _: (JSValue) -> () -> [Any]? = JSValue.toArray
    let _: (JSValue) -> () -> [AnyHashable: Any]? = JSValue.toDictionary
    let _: (JSValue) -> () -> CGPoint = JSValue.toPoint
    let _: (JSValue) -> () -> NSRange = JSValue.toRange
    let _: (JSValue) -> () -> CGRect = JSValue.toRect
    let _: (JSValue) -> () -> CGSize = JSValue.toSize
    let _: (JSValue) -> (Any?) -> Bool = JSValue.isEqual(to:)
    let _: (JSValue) -> (Any?) -> Bool = JSValue.isEqualWithTypeCoercion(to:)
    let _: (JSValue) -> (Any?) -> Bool = JSValue.isInstance(of:)
    let _: (JSValue) -> (JSValue) -> JSRelationCondition = JSValue.compare(_:)
    let _: (JSValue) -> (Int64) -> JSRelationCondition = JSValue.compare(_:)
    let _: (JSValue) -> (UInt64) -> JSRelationCondition = JSValue.compare(_:)
    let _: (JSValue) -> (Double) -> JSRelationCondition = JSValue.compare(_:)
    let _: [JSRelationCondition] = [.undefined, .equal, .greaterThan, .lessThan]
    #expect(JSValue(bool: true, in: JSContext()).toBool())
  }

  @Test func `a value is called and changed in all of Apple's ways`() {
    let _: (JSValue) -> ([Any]?) -> JSValue? = JSValue.call(withArguments:)
    let _: (JSValue) -> ([Any]?) -> JSValue? = JSValue.construct(withArguments:)
    let _: (JSValue) -> (String?, [Any]?) -> JSValue? = JSValue.invokeMethod(_:withArguments:)
    let _: (JSValue) -> (JSValueProperty?) -> JSValue? = JSValue.forProperty(_:)
    let _: (JSValue) -> (Any?, JSValueProperty?) -> Void = JSValue.setValue(_:forProperty:)
    let _: (JSValue) -> (JSValueProperty?) -> Bool = JSValue.deleteProperty(_:)
    let _: (JSValue) -> (JSValueProperty?) -> Bool = JSValue.hasProperty(_:)
    let _: (JSValue) -> (JSValueProperty?, Any?) -> Void = JSValue.defineProperty(_:descriptor:)
    let _: (JSValue) -> (Int) -> JSValue? = JSValue.atIndex(_:)
    let _: (JSValue) -> (Any?, Int) -> Void = JSValue.setValue(_:at:)
    let _: (JSValue) -> (Any?) -> JSValue? = JSValue.objectForKeyedSubscript(_:)
    let _: (JSValue) -> (Int) -> JSValue? = JSValue.objectAtIndexedSubscript(_:)
    let _: (JSValue) -> (Any?, Any?) -> Void = JSValue.setObject(_:forKeyedSubscript:)
    let _: (JSValue) -> (Any?, Int) -> Void = JSValue.setObject(_:atIndexedSubscript:)
    let _: [String?] = [
      JSPropertyDescriptorWritableKey, JSPropertyDescriptorEnumerableKey, JSPropertyDescriptorConfigurableKey,
      JSPropertyDescriptorValueKey, JSPropertyDescriptorGetKey, JSPropertyDescriptorSetKey,
    ]
    let _: (any JSExport.Type)? = nil
    #expect(JSContext().evaluateScript("[7]").atIndex(0).toInt32() == 7)
  }

  @Test func `the C functions are those of Apple's`() {
    let _: [Any] = [
      JSEvaluateScript, JSCheckScriptSyntax, JSGarbageCollect, JSContextGroupCreate, JSContextGroupRetain,
      JSContextGroupRelease, JSGlobalContextCreate, JSGlobalContextCreateInGroup, JSGlobalContextRetain,
      JSGlobalContextRelease, JSContextGetGlobalObject, JSContextGetGroup, JSContextGetGlobalContext,
      JSGlobalContextCopyName, JSGlobalContextSetName, JSGlobalContextIsInspectable, JSGlobalContextSetInspectable,
    ]
    let _: [Any] = [
      JSClassCreate, JSClassRetain, JSClassRelease, JSObjectMake, JSObjectMakeFunctionWithCallback,
      JSObjectMakeConstructor, JSObjectMakeArray, JSObjectMakeDate, JSObjectMakeError, JSObjectMakeRegExp,
      JSObjectMakeDeferredPromise, JSObjectMakeFunction, JSObjectGetPrototype, JSObjectSetPrototype,
      JSObjectHasProperty, JSObjectGetProperty, JSObjectSetProperty, JSObjectDeleteProperty,
      JSObjectHasPropertyForKey, JSObjectGetPropertyForKey, JSObjectSetPropertyForKey, JSObjectDeletePropertyForKey,
      JSObjectGetPropertyAtIndex, JSObjectSetPropertyAtIndex, JSObjectGetPrivate, JSObjectSetPrivate,
      JSObjectIsFunction, JSObjectCallAsFunction, JSObjectIsConstructor, JSObjectCallAsConstructor,
      JSObjectCopyPropertyNames, JSPropertyNameArrayRetain, JSPropertyNameArrayRelease, JSPropertyNameArrayGetCount,
      JSPropertyNameArrayGetNameAtIndex, JSPropertyNameAccumulatorAddName,
    ]
    let _: [Any] = [
      JSValueGetType, JSValueIsUndefined, JSValueIsNull, JSValueIsBoolean, JSValueIsNumber, JSValueIsString,
      JSValueIsSymbol, JSValueIsBigInt, JSValueIsObject, JSValueIsObjectOfClass, JSValueIsArray, JSValueIsDate,
      JSValueGetTypedArrayType, JSValueIsEqual, JSValueIsStrictEqual, JSValueIsInstanceOfConstructor, JSValueCompare,
      JSValueCompareInt64, JSValueCompareUInt64, JSValueCompareDouble, JSValueMakeUndefined, JSValueMakeNull,
      JSValueMakeBoolean, JSValueMakeNumber, JSValueMakeString, JSValueMakeSymbol, JSBigIntCreateWithDouble,
      JSBigIntCreateWithUInt64, JSBigIntCreateWithInt64, JSBigIntCreateWithString, JSValueMakeFromJSONString,
      JSValueCreateJSONString, JSValueToBoolean, JSValueToNumber, JSValueToInt32, JSValueToUInt32, JSValueToInt64,
      JSValueToUInt64, JSValueToStringCopy, JSValueToObject, JSValueProtect, JSValueUnprotect,
    ]
    let _: [Any] = [
      JSStringCreateWithCharacters, JSStringCreateWithUTF8CString, JSStringRetain, JSStringRelease, JSStringGetLength,
      JSStringGetCharactersPtr, JSStringGetMaximumUTF8CStringSize, JSStringGetUTF8CString, JSStringIsEqual,
      JSStringIsEqualToUTF8CString, JSStringCreateWithCFString, JSStringCopyCFString, JSObjectMakeTypedArray,
      JSObjectMakeTypedArrayWithBytesNoCopy, JSObjectMakeTypedArrayWithArrayBuffer,
      JSObjectMakeTypedArrayWithArrayBufferAndOffset, JSObjectGetTypedArrayBytesPtr, JSObjectGetTypedArrayLength,
      JSObjectGetTypedArrayByteLength, JSObjectGetTypedArrayByteOffset, JSObjectGetTypedArrayBuffer,
      JSObjectMakeArrayBufferWithBytesNoCopy, JSObjectGetArrayBufferBytesPtr, JSObjectGetArrayBufferByteLength,
    ]
    let types: [JSType] = [
      kJSTypeUndefined, kJSTypeNull, kJSTypeBoolean, kJSTypeNumber, kJSTypeString, kJSTypeObject, kJSTypeSymbol,
      kJSTypeBigInt,
    ]
    #expect(Set(types.map(\.rawValue)).count == 8)
  }
}
