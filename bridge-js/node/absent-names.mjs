// The names that modules of Node export which do not exist here. A package may import one that it does not use.

/** @type {{ [name: string]: string }} */
export const absentNames = {
  constants: "",
  child_process:
    "ChildProcess exec execFile execFileSync execSync fork spawn spawnSync",
  cluster:
    "Worker disconnect fork setupMaster setupPrimary",
  crypto:
    "Certificate Cipher Cipheriv Decipher Decipheriv DiffieHellman DiffieHellmanGroup ECDH Hash Hmac KeyObject Sign " +
    "Verify X509Certificate checkPrime checkPrimeSync constants createCipher createCipheriv createDecipher " +
    "createDecipheriv createDiffieHellman createDiffieHellmanGroup createECDH createHash createHmac " +
    "createPrivateKey createPublicKey createSecretKey createSign createVerify diffieHellman generateKey " +
    "generateKeyPair generateKeyPairSync generateKeySync generatePrime generatePrimeSync getCipherInfo getCiphers " +
    "getCurves getDiffieHellman getFips getHashes getRandomValues hash hkdf hkdfSync pbkdf2 pbkdf2Sync " +
    "privateDecrypt privateEncrypt prng pseudoRandomBytes publicDecrypt publicEncrypt randomBytes randomFill " +
    "randomFillSync randomInt randomUUID rng scrypt scryptSync secureHeapUsed setEngine setFips sign " +
    "timingSafeEqual verify webcrypto",
  dgram:
    "Socket createSocket",
  diagnostics_channel:
    "Channel channel hasSubscribers subscribe tracingChannel unsubscribe",
  dns:
    "Resolver getDefaultResultOrder getServers lookup lookupService promises resolve resolve4 resolve6 resolveAny " +
    "resolveCaa resolveCname resolveMx resolveNaptr resolveNs resolvePtr resolveSoa resolveSrv resolveTxt reverse " +
    "setDefaultResultOrder setServers",
  domain:
    "Domain create createDomain",
  http:
    "Agent ClientRequest IncomingMessage OutgoingMessage Server ServerResponse createServer get request " +
    "setMaxIdleHTTPParsers validateHeaderName validateHeaderValue",
  http2:
    "Http2ServerRequest Http2ServerResponse connect constants createSecureServer createServer getDefaultSettings " +
    "getPackedSettings getUnpackedSettings performServerHandshake",
  https:
    "Agent Server createServer get request",
  inspector:
    "Session close open url waitForDebugger",
  net:
    "BlockList Server Socket SocketAddress Stream connect createConnection createServer getDefaultAutoSelectFamily " +
    "getDefaultAutoSelectFamilyAttemptTimeout isIP isIPv4 isIPv6 setDefaultAutoSelectFamily " +
    "setDefaultAutoSelectFamilyAttemptTimeout",
  repl:
    "REPLServer Recoverable isValidSyntax start writer",
  tls:
    "SecureContext Server TLSSocket checkServerIdentity connect convertALPNProtocols createSecureContext " +
    "createSecurePair createServer getCiphers",
  tty:
    "ReadStream WriteStream isatty",
  v8:
    "DefaultDeserializer DefaultSerializer Deserializer GCProfiler Serializer cachedDataVersionTag deserialize " +
    "getHeapCodeStatistics getHeapSnapshot getHeapSpaceStatistics getHeapStatistics queryObjects serialize " +
    "setFlagsFromString setHeapSnapshotNearHeapLimit stopCoverage takeCoverage writeHeapSnapshot",
  worker_threads:
    "BroadcastChannel MessageChannel MessagePort Worker getEnvironmentData markAsUntransferable " +
    "moveMessagePortToContext postMessageToThread receiveMessageOnPort setEnvironmentData",
};
