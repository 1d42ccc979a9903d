// What a program finds in a runtime. A tsconfig.json extends "causeway-types/tsconfig.json". The plugins of one program are
// declared by `causeway types`, whose package takes the place of this one.

/// <reference path="globals.d.ts" />
/// <reference path="performance.d.ts" />
/// <reference path="streams.d.ts" />
/// <reference path="bodies.d.ts" />
/// <reference path="modules.d.ts" />

/** What JavaScript may call, and what calls JavaScript. */
declare const bridge: import("causeway-bridge").Bridge;
