// The reference: a bridge in plain C over the engine's C API, with only the work that a call needs.
//
// A host is a thread with a GLib main context, a virtual machine and a context. It has no permissions, limits,
// deadlines and types, and one fixed handler for each method, so the ratio shows the library's overhead.
#pragma once
#include <stdint.h>

typedef struct CPlain CPlain;

// The driver loops as JavaScript text, which the library's side evaluates too.
const char *cplain_driver(void);

// Starts a host: its thread, its context, client.js and driver.js.
CPlain *cplain_create(void);
void cplain_destroy(CPlain *host);

// Evaluates an expression on the host's thread, awaits its promise and serves calls until then. Returns its number, or
// NaN: see cplain_error.
double cplain_run(CPlain *host, const char *expression);

// The message of the JavaScript error, after a run that returned NaN.
const char *cplain_error(CPlain *host);

// Awaits a handler in JavaScript `count` times from C on the JavaScript thread; returns nanoseconds for each call.
double cplain_await_here(CPlain *host, int64_t count);

// Awaits the handler from the calling thread, `depth` requests in flight, with wake-ups in both directions.
double cplain_await_across(CPlain *host, int64_t depth, int64_t count);

// The number of entries in the client's map of pending calls.
int64_t cplain_pending(CPlain *host);

void cplain_collect(CPlain *host);

// Makes and releases `count` context groups with one context each, on the calling thread; returns nanoseconds for each.
double cplain_contexts(int64_t count);

// The bytes that malloc has allocated, after it has released its free memory.
int64_t cplain_allocated(void);

// Makes `count` context groups with one context each and keeps them, for a measurement of their memory.
void cplain_keep_contexts(int64_t count);

// Calls a JavaScript function with two numbers `count` times and reads each result; returns nanoseconds for each call.
double cplain_call_with_two(int64_t count);

// JavaScript calls a C function with two numbers `count` times; returns nanoseconds for each call.
double cplain_callback_with_two(int64_t count);

// JavaScript calls a method of a C class with one number `count` times; returns nanoseconds for each call.
double cplain_method(int64_t count);

// JavaScript sets and reads a property of a C class `count` times; returns nanoseconds for both.
double cplain_property(int64_t count);

// Reads every property of 1,000 rows `count` times and keeps nothing; returns nanoseconds for all rows.
double cplain_rows(int64_t count);

// Another process echoes `count` messages of 64 bytes over a socket, `depth` in flight; returns nanoseconds for each.
double cplain_processes(int64_t depth, int64_t count);
