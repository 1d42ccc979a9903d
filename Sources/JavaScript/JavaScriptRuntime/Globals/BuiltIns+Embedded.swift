// Made by bridge-js/build.mjs from bridge-js/shared/primordials.js. Do not edit.

enum BuiltIns {
  /// A script whose value is a function.
  static let source: String = #"""
    (next)=>{"use strict";var{bind,call}=Function.prototype,uncurry=bind.bind(call);var globalObject=globalThis,member=(owner,name)=>owner[name],method=(owner,name)=>{let found=owner.prototype[name];return found&&uncurry(found)},getter=(owner,name)=>{let found=Object.getOwnPropertyDescriptor(owner.prototype,name)?.get;return found&&uncurry(found)},bound=(owner,name)=>owner[name]?.bind(owner),built={__proto__:null},kinds={__proto__:null,member,method,getter,bound},take=()=>{for(let words=next();words!==void 0;words=next()){let owner=built[words[0]]??globalThis[words[0]],read=kinds[words[1]];for(let at=2;at<words.length;at+=2)built[words[at]]=read(owner,words[at+1])}};take();var{Function:Function2,Map,Object,RegExp,Uint8Array}=built;take();var{defineProperty,getPrototypeOf,ownKeys,objectPrototype,freeze,getOwnPropertyNames,setPrototypeOf,describeProperty,symbolIterator,symbolToStringTag}=built;function getOwnPropertyDescriptor(object,key){let descriptor=describeProperty(object,key);return descriptor===void 0?void 0:setPrototypeOf(descriptor,null)}var globalNames=ownKeys(globalThis),namesOfObjects=getOwnPropertyNames(objectPrototype),functionCall=member(Function2.prototype,"call"),iteratorPrototype=(()=>getPrototypeOf(getPrototypeOf([][symbolIterator]())))(),generatorNext=(()=>getPrototypeOf(function*(){}.prototype).next)(),asyncGeneratorNext=(()=>getPrototypeOf(async function*(){}.prototype).next)(),regExpGetters={dotAll:getter(RegExp,"dotAll"),global:getter(RegExp,"global"),hasIndices:getter(RegExp,"hasIndices"),ignoreCase:getter(RegExp,"ignoreCase"),multiline:getter(RegExp,"multiline"),sticky:getter(RegExp,"sticky"),unicode:getter(RegExp,"unicode"),unicodeSets:getter(RegExp,"unicodeSets")},OwnMap=(()=>{class OwnMap2 extends Map{constructor(){super()}}let own=setPrototypeOf(OwnMap2.prototype,null),names=["get","set","has","delete","clear","forEach","size"];for(let name of names)defineProperty(own,name,describeProperty(Map.prototype,name));return freeze(own),OwnMap2})(),TypedArray=getPrototypeOf(Uint8Array),typedArrayName=getter(TypedArray,symbolToStringTag);globalThis.Object.assign(built,{globalObject,getOwnPropertyDescriptor,globalNames,namesOfObjects,functionCall,iteratorPrototype,generatorNext,asyncGeneratorNext,regExpGetters,OwnMap,TypedArray,typedArrayName,uncurry});take();return built};
    """#

  /// The lists of words that the function takes, one after the other; an empty line ends a step.
  static let lines: String = #"""
    globalThis member AggregateError AggregateError Array Array ArrayBuffer ArrayBuffer BigInt BigInt Boolean Boolean DataView DataView Date Date Error Error EvalError EvalError FinalizationRegistry FinalizationRegistry Function Function Map Map Number Number Object Object Promise Promise Proxy Proxy RangeError RangeError ReferenceError ReferenceError RegExp RegExp Set Set String String Symbol Symbol SyntaxError SyntaxError TypeError TypeError URIError URIError Uint8Array Uint8Array WeakMap WeakMap WeakRef WeakRef WeakSet WeakSet BigInt64Array BigInt64Array BigUint64Array BigUint64Array Float32Array Float32Array Float64Array Float64Array Int16Array Int16Array Int32Array Int32Array Int8Array Int8Array Intl Intl Uint16Array Uint16Array Uint32Array Uint32Array Uint8ClampedArray Uint8ClampedArray evaluate eval Float16Array Float16Array SharedArrayBuffer SharedArrayBuffer WebAssembly WebAssembly Temporal Temporal encodeURIComponent encodeURIComponent parseFloat parseFloat
    globalThis member parseInt parseInt

    Reflect member apply apply construct construct defineProperty defineProperty getPrototypeOf getPrototypeOf deleteProperty deleteProperty preventExtensions preventExtensions ownKeys ownKeys reflectGet get
    Object member assign assign objectPrototype prototype freeze freeze getOwnPropertyNames getOwnPropertyNames hasOwn hasOwn is is isExtensible isExtensible objectCreate create objectKeys keys setPrototypeOf setPrototypeOf describeProperty getOwnPropertyDescriptor
    Object method objectToString toString isEnumerable propertyIsEnumerable isPrototypeOf isPrototypeOf
    Function method call call functionToString toString
    Error member isError isError
    JSON member parse parse stringify stringify
    Math member ceil ceil floor floor max max min min round round sqrt sqrt
    Number member MAX_SAFE_INTEGER MAX_SAFE_INTEGER isFinite isFinite isNaN isNaN isSafeInteger isSafeInteger
    Number method numberValueOf valueOf numberToString toString toFixed toFixed
    Boolean method booleanValueOf valueOf
    BigInt method bigIntValueOf valueOf
    Symbol member symbolFor for symbolAsyncIterator asyncIterator symbolIterator iterator symbolSpecies species symbolToPrimitive toPrimitive symbolToStringTag toStringTag
    Symbol method symbolValueOf valueOf symbolToString toString
    Promise member promisePrototype prototype
    Promise method promiseThen then
    Promise bound promiseResolve resolve promiseReject reject
    Array member arrayPrototype prototype isArray isArray
    Array bound arrayFrom from
    Array method arrayToSpliced toSpliced pop pop join join indexOf indexOf sort sort
    String member fromCharCode fromCharCode fromCodePoint fromCodePoint stringPrototype prototype
    stringPrototype member originalCharCodeAt charCodeAt
    String method charCodeAt charCodeAt charAt charAt codePointAt codePointAt endsWith endsWith startsWith startsWith stringIncludes includes stringIndexOf indexOf stringLastIndexOf lastIndexOf stringSlice slice padStart padStart padEnd padEnd repeat repeat toLowerCase toLowerCase toUpperCase toUpperCase normalize normalize toWellFormed toWellFormed splitEarly split stringValueOf valueOf
    RegExp method exec exec
    RegExp getter regExpSource source
    Date member dateNow now
    Date method dateGetTime getTime dateToISOString toISOString dateToString toString
    Map member mapPrototype prototype
    mapPrototype member originalMapGet get originalMapSet set
    Map method mapGet get mapSet set mapDelete delete mapClear clear mapForEach forEach
    Map getter mapSize size
    Set method setAdd add setHas has setDelete delete setClear clear setForEach forEach
    Set getter setSize size
    WeakMap method weakMapGet get weakMapSet set weakMapHas has
    WeakRef method weakRefDeref deref
    FinalizationRegistry method registryRegister register
    WeakSet method weakSetAdd add weakSetHas has
    Uint8Array method bytesToBase64 toBase64 setFromBase64 setFromBase64
    Uint8Array bound bytesFromBase64 fromBase64
    ArrayBuffer member isView isView
    DataView getter dataViewBuffer buffer dataViewByteOffset byteOffset dataViewByteLength byteLength
    ArrayBuffer getter bufferByteLength byteLength bufferResizable resizable bufferMaxByteLength maxByteLength bufferDetached detached
    ArrayBuffer method bufferSlice slice bufferResize resize bufferTransfer transfer

    TypedArray getter typedArrayLength length typedArrayBuffer buffer typedArrayByteOffset byteOffset typedArrayByteLength byteLength
    TypedArray method typedArraySet set typedArrayValues values
    """#
}
