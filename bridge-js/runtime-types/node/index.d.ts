// The modules of Node that exist in a runtime, with the names that they have here: a name that is refused is not declared.

/// <reference path="buffer.d.ts" />
/// <reference path="events.d.ts" />
/// <reference path="fs.d.ts" />
/// <reference path="names.d.ts" />
/// <reference path="paths.d.ts" />
/// <reference path="process.d.ts" />
/// <reference path="streams.d.ts" />
/// <reference path="timers.d.ts" />
/// <reference path="util.d.ts" />
