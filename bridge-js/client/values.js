// @ts-check
// How values cross: one text format, "bridge JSON".
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
// Boxed primitives cross as primitives, instances of other classes as their own enumerable properties; symbol
// keys are ignored, shared references duplicated, holes become `undefined`. `toJSON` is never called.
// Functions, symbols, RegExp, Promise, weak collections, shared or detached buffers and cycles are refused
// with their path, and what has a class of the web's and no properties: a URL, an AbortSignal, an iterator.

export { DEFAULT_LIMITS, Encoder } from "./encoder.js";
export { decode, own, textOr } from "./decoder.js";
