// Made by bridge-js/build.mjs from bridge-js/node. Do not edit.

// swift-format-ignore-file
extension NodeModule {
  /// The names that the modules export which exist here.
  static let exports: [String: [String]] = [
    "assert": ["AssertionError", "deepEqual", "deepStrictEqual", "doesNotMatch", "doesNotReject", "doesNotThrow", "equal", "fail", "ifError", "match", "notDeepEqual", "notDeepStrictEqual", "notEqual", "notStrictEqual", "ok", "rejects", "strict", "strictEqual", "throws"],
    "assert/strict": ["AssertionError", "deepEqual", "deepStrictEqual", "doesNotMatch", "doesNotReject", "doesNotThrow", "equal", "fail", "ifError", "match", "notDeepEqual", "notDeepStrictEqual", "notEqual", "notStrictEqual", "ok", "rejects", "strict", "strictEqual", "throws"],
    "async_hooks": ["AsyncLocalStorage", "AsyncResource", "createHook", "executionAsyncId", "executionAsyncResource", "triggerAsyncId"],
    "buffer": ["Blob", "Buffer", "File", "INSPECT_MAX_BYTES", "SlowBuffer", "atob", "btoa", "constants", "isAscii", "isUtf8", "kMaxLength", "kStringMaxLength", "transcode"],
    "console": ["assert", "clear", "count", "countReset", "debug", "dir", "dirxml", "error", "group", "groupCollapsed", "groupEnd", "info", "log", "table", "time", "timeEnd", "timeLog", "trace", "warn"],
    "events": ["EventEmitter", "addAbortListener", "captureRejectionSymbol", "captureRejections", "defaultMaxListeners", "errorMonitor", "getEventListeners", "getMaxListeners", "init", "listenerCount", "on", "once", "setMaxListeners", "usingDomains"],
    "fs": ["Dir", "Dirent", "F_OK", "FileReadStream", "FileWriteStream", "R_OK", "ReadStream", "Stats", "W_OK", "WriteStream", "X_OK", "access", "accessSync", "appendFile", "appendFileSync", "chmod", "chmodSync", "chown", "chownSync", "close", "closeSync", "constants", "copyFile", "copyFileSync", "cp", "cpSync", "createReadStream", "createWriteStream", "exists", "existsSync", "fchmod", "fchmodSync", "fchown", "fchownSync", "fdatasync", "fdatasyncSync", "fstat", "fstatSync", "fsync", "fsyncSync", "ftruncate", "ftruncateSync", "futimes", "futimesSync", "lchmod", "lchmodSync", "lchown", "lchownSync", "link", "linkSync", "lstat", "lstatSync", "lutimes", "lutimesSync", "mkdir", "mkdirSync", "mkdtemp", "mkdtempSync", "open", "openAsBlob", "openSync", "opendir", "opendirSync", "promises", "read", "readFile", "readFileSync", "readSync", "readdir", "readdirSync", "readlink", "readlinkSync", "readv", "readvSync", "realpath", "realpathSync", "rename", "renameSync", "rm", "rmSync", "rmdir", "rmdirSync", "stat", "statSync", "statfs", "statfsSync", "symlink", "symlinkSync", "truncate", "truncateSync", "unlink", "unlinkSync", "unwatchFile", "utimes", "utimesSync", "watch", "watchFile", "write", "writeFile", "writeFileSync", "writeSync", "writev", "writevSync"],
    "fs/promises": ["access", "appendFile", "chmod", "chown", "constants", "copyFile", "cp", "lchmod", "lchown", "link", "lstat", "lutimes", "mkdir", "mkdtemp", "open", "opendir", "readFile", "readdir", "readlink", "realpath", "rename", "rm", "rmdir", "stat", "statfs", "symlink", "truncate", "unlink", "utimes", "watch", "writeFile"],
    "module": ["Module", "builtinModules", "createRequire", "isBuiltin"],
    "os": ["EOL", "arch", "availableParallelism", "constants", "cpus", "devNull", "endianness", "freemem", "getPriority", "homedir", "hostname", "loadavg", "machine", "networkInterfaces", "platform", "release", "setPriority", "tmpdir", "totalmem", "type", "uptime", "userInfo", "version"],
    "path": ["_makeLong", "basename", "delimiter", "dirname", "extname", "format", "isAbsolute", "join", "normalize", "parse", "posix", "relative", "resolve", "sep", "toNamespacedPath", "win32"],
    "path/posix": ["_makeLong", "basename", "delimiter", "dirname", "extname", "format", "isAbsolute", "join", "normalize", "parse", "posix", "relative", "resolve", "sep", "toNamespacedPath", "win32"],
    "path/win32": ["_makeLong", "basename", "delimiter", "dirname", "extname", "format", "isAbsolute", "join", "normalize", "parse", "posix", "relative", "resolve", "sep", "toNamespacedPath", "win32"],
    "perf_hooks": ["PerformanceEntry", "PerformanceMark", "PerformanceMeasure", "PerformanceObserver", "PerformanceObserverEntryList", "performance"],
    "process": ["_events", "_eventsCount", "_maxListeners", "arch", "argv", "argv0", "chdir", "config", "cwd", "emitWarning", "env", "execArgv", "execPath", "exit", "exitCode", "features", "hrtime", "kill", "nextTick", "platform", "reallyExit", "release", "stderr", "stdout", "title", "uptime", "version", "versions"],
    "punycode": ["decode", "encode", "toASCII", "toUnicode", "ucs2", "version"],
    "querystring": ["decode", "encode", "escape", "parse", "stringify", "unescape", "unescapeBuffer"],
    "readline": ["Interface", "clearLine", "clearScreenDown", "createInterface", "cursorTo", "emitKeypressEvents", "moveCursor", "promises"],
    "readline/promises": ["Interface", "Readline", "createInterface"],
    "stream": ["Duplex", "PassThrough", "Readable", "Stream", "Transform", "Writable", "_isArrayBufferView", "_isUint8Array", "_uint8ArrayToBuffer", "addAbortSignal", "compose", "destroy", "duplexPair", "finished", "getDefaultHighWaterMark", "isDestroyed", "isDisturbed", "isErrored", "isReadable", "isWritable", "pipeline", "promises", "setDefaultHighWaterMark"],
    "stream/consumers": ["arrayBuffer", "blob", "buffer", "json", "text"],
    "stream/promises": ["finished", "pipeline"],
    "stream/web": ["ByteLengthQueuingStrategy", "CountQueuingStrategy", "ReadableByteStreamController", "ReadableStream", "ReadableStreamBYOBReader", "ReadableStreamBYOBRequest", "ReadableStreamDefaultController", "ReadableStreamDefaultReader", "TextDecoderStream", "TextEncoderStream", "TransformStream", "TransformStreamDefaultController", "WritableStream", "WritableStreamDefaultController", "WritableStreamDefaultWriter"],
    "string_decoder": ["StringDecoder"],
    "sys": ["AbortController", "AbortSignal", "TextDecoder", "TextEncoder", "_extend", "aborted", "callbackify", "debug", "debuglog", "deprecate", "format", "formatWithOptions", "inherits", "inspect", "isArray", "isBoolean", "isBuffer", "isDate", "isDeepStrictEqual", "isError", "isFunction", "isNull", "isNullOrUndefined", "isNumber", "isObject", "isPrimitive", "isRegExp", "isString", "isSymbol", "isUndefined", "log", "parseArgs", "promisify", "stripVTControlCharacters", "styleText", "toUSVString", "types"],
    "test": ["after", "afterEach", "assert", "before", "beforeEach", "describe", "it", "mock", "only", "run", "skip", "snapshot", "suite", "test", "todo"],
    "timers": ["clearImmediate", "clearInterval", "clearTimeout", "promises", "setImmediate", "setInterval", "setTimeout"],
    "timers/promises": ["scheduler", "setImmediate", "setInterval", "setTimeout"],
    "url": ["URL", "URLSearchParams", "Url", "domainToASCII", "domainToUnicode", "fileURLToPath", "format", "parse", "pathToFileURL", "resolve", "resolveObject", "urlToHttpOptions"],
    "util": ["AbortController", "AbortSignal", "TextDecoder", "TextEncoder", "_extend", "aborted", "callbackify", "debug", "debuglog", "deprecate", "format", "formatWithOptions", "inherits", "inspect", "isArray", "isBoolean", "isBuffer", "isDate", "isDeepStrictEqual", "isError", "isFunction", "isNull", "isNullOrUndefined", "isNumber", "isObject", "isPrimitive", "isRegExp", "isString", "isSymbol", "isUndefined", "log", "parseArgs", "promisify", "stripVTControlCharacters", "styleText", "toUSVString", "types"],
    "util/types": ["isAnyArrayBuffer", "isArgumentsObject", "isArrayBuffer", "isArrayBufferView", "isAsyncFunction", "isBigInt64Array", "isBigIntObject", "isBigUint64Array", "isBooleanObject", "isBoxedPrimitive", "isCryptoKey", "isDataView", "isDate", "isExternal", "isFloat16Array", "isFloat32Array", "isFloat64Array", "isGeneratorFunction", "isGeneratorObject", "isInt16Array", "isInt32Array", "isInt8Array", "isKeyObject", "isMap", "isMapIterator", "isModuleNamespaceObject", "isNativeError", "isNumberObject", "isPromise", "isProxy", "isRegExp", "isSet", "isSetIterator", "isSharedArrayBuffer", "isStringObject", "isSymbolObject", "isTypedArray", "isUint16Array", "isUint32Array", "isUint8Array", "isUint8ClampedArray", "isWeakMap", "isWeakSet"],
    "vm": ["Script", "compileFunction", "constants", "createContext", "createScript", "isContext", "measureMemory", "runInContext", "runInNewContext", "runInThisContext"],
    "zlib": ["BrotliCompress", "BrotliDecompress", "Deflate", "DeflateRaw", "Gunzip", "Gzip", "Inflate", "InflateRaw", "Unzip", "brotliCompress", "brotliCompressSync", "brotliDecompress", "brotliDecompressSync", "codes", "constants", "crc32", "createBrotliCompress", "createBrotliDecompress", "createDeflate", "createDeflateRaw", "createGunzip", "createGzip", "createInflate", "createInflateRaw", "createUnzip", "deflate", "deflateRaw", "deflateRawSync", "deflateSync", "gunzip", "gunzipSync", "gzip", "gzipSync", "inflate", "inflateRaw", "inflateRawSync", "inflateSync", "unzip", "unzipSync"],
    "causeway:test": ["expect"],
  ]

  /// The names that packages import from modules which do not exist here.
  static let absentExports: [String: [String]] = [
    "constants": [],
    "child_process": ["ChildProcess", "exec", "execFile", "execFileSync", "execSync", "fork", "spawn", "spawnSync"],
    "cluster": ["Worker", "disconnect", "fork", "setupMaster", "setupPrimary"],
    "crypto": ["Certificate", "Cipher", "Cipheriv", "Decipher", "Decipheriv", "DiffieHellman", "DiffieHellmanGroup", "ECDH", "Hash", "Hmac", "KeyObject", "Sign", "Verify", "X509Certificate", "checkPrime", "checkPrimeSync", "constants", "createCipher", "createCipheriv", "createDecipher", "createDecipheriv", "createDiffieHellman", "createDiffieHellmanGroup", "createECDH", "createHash", "createHmac", "createPrivateKey", "createPublicKey", "createSecretKey", "createSign", "createVerify", "diffieHellman", "generateKey", "generateKeyPair", "generateKeyPairSync", "generateKeySync", "generatePrime", "generatePrimeSync", "getCipherInfo", "getCiphers", "getCurves", "getDiffieHellman", "getFips", "getHashes", "getRandomValues", "hash", "hkdf", "hkdfSync", "pbkdf2", "pbkdf2Sync", "privateDecrypt", "privateEncrypt", "prng", "pseudoRandomBytes", "publicDecrypt", "publicEncrypt", "randomBytes", "randomFill", "randomFillSync", "randomInt", "randomUUID", "rng", "scrypt", "scryptSync", "secureHeapUsed", "setEngine", "setFips", "sign", "timingSafeEqual", "verify", "webcrypto"],
    "dgram": ["Socket", "createSocket"],
    "diagnostics_channel": ["Channel", "channel", "hasSubscribers", "subscribe", "tracingChannel", "unsubscribe"],
    "dns": ["Resolver", "getDefaultResultOrder", "getServers", "lookup", "lookupService", "promises", "resolve", "resolve4", "resolve6", "resolveAny", "resolveCaa", "resolveCname", "resolveMx", "resolveNaptr", "resolveNs", "resolvePtr", "resolveSoa", "resolveSrv", "resolveTxt", "reverse", "setDefaultResultOrder", "setServers"],
    "domain": ["Domain", "create", "createDomain"],
    "http": ["Agent", "ClientRequest", "IncomingMessage", "OutgoingMessage", "Server", "ServerResponse", "createServer", "get", "request", "setMaxIdleHTTPParsers", "validateHeaderName", "validateHeaderValue"],
    "http2": ["Http2ServerRequest", "Http2ServerResponse", "connect", "constants", "createSecureServer", "createServer", "getDefaultSettings", "getPackedSettings", "getUnpackedSettings", "performServerHandshake"],
    "https": ["Agent", "Server", "createServer", "get", "request"],
    "inspector": ["Session", "close", "open", "url", "waitForDebugger"],
    "net": ["BlockList", "Server", "Socket", "SocketAddress", "Stream", "connect", "createConnection", "createServer", "getDefaultAutoSelectFamily", "getDefaultAutoSelectFamilyAttemptTimeout", "isIP", "isIPv4", "isIPv6", "setDefaultAutoSelectFamily", "setDefaultAutoSelectFamilyAttemptTimeout"],
    "repl": ["REPLServer", "Recoverable", "isValidSyntax", "start", "writer"],
    "tls": ["SecureContext", "Server", "TLSSocket", "checkServerIdentity", "connect", "convertALPNProtocols", "createSecureContext", "createSecurePair", "createServer", "getCiphers"],
    "tty": ["ReadStream", "WriteStream", "isatty"],
    "v8": ["DefaultDeserializer", "DefaultSerializer", "Deserializer", "GCProfiler", "Serializer", "cachedDataVersionTag", "deserialize", "getHeapCodeStatistics", "getHeapSnapshot", "getHeapSpaceStatistics", "getHeapStatistics", "queryObjects", "serialize", "setFlagsFromString", "setHeapSnapshotNearHeapLimit", "stopCoverage", "takeCoverage", "writeHeapSnapshot"],
    "worker_threads": ["BroadcastChannel", "MessageChannel", "MessagePort", "Worker", "getEnvironmentData", "markAsUntransferable", "moveMessagePortToContext", "postMessageToThread", "receiveMessageOnPort", "setEnvironmentData"],
  ]
}
