// The globals and modules of a runtime. Your tsconfig.json has to extend "causeway-types/tsconfig.json". To declare the plugins of
// a program as well, generate a package with `causeway types` and use it instead of this one.

/// <reference path="globals.d.ts" />
/// <reference path="language.d.ts" />
/// <reference path="performance.d.ts" />
/// <reference path="streams.d.ts" />
/// <reference path="bodies.d.ts" />
/// <reference path="modules.d.ts" />
/// <reference path="testing.d.ts" />
/// <reference path="node/index.d.ts" />

/** Calls Swift, and handles calls from Swift. */
declare const bridge: import("causeway-bridge").Bridge;
