// @ts-check
// The text format in which values cross: "bridge JSON".
//
// It is JSON, plus objects with exactly one key that begins with `$`:
//
// | value                     | as text                                                        |
// |---------------------------|----------------------------------------------------------------|
// | undefined in a container  | {"$undefined":true}                                            |
// | NaN, +-Infinity, -0       | {"$number":"NaN"}, "Infinity", "-Infinity", "-0"               |
// | bigint                    | {"$bigint":"123"}                                              |
// | Date                      | {"$date":ms}, an invalid one {"$date":null}                    |
// | Map, Set                  | {"$map":[[k,v],...]}, {"$set":[...]}                           |
// | Error                     | {"$error":{name,message,code?,data?,method?,stack?,cause?}}    |
// | ArrayBuffer and its views | {"$bytes":[X,"Uint8Array"]}: X an index of the attachments, or base64 |
// | an object with one `$` key | {"$object":{...}}                                             |
//
// Boxed primitives cross as primitives, and instances of other classes as their own enumerable properties. Symbol keys
// are ignored, shared references are duplicated, holes become `undefined`. `toJSON` is never called.
// Functions, symbols, RegExp, Promise, weak collections, shared or detached buffers and cycles are refused with their
// path. So are objects without properties whose class declares a name: a URL, an AbortSignal, an iterator.

export { DEFAULT_LIMITS, Encoder } from "./encoder.js";
export { decode } from "./decoder.js";
export { own, textOr } from "./members.js";
