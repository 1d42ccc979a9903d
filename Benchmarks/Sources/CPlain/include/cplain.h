// The yardstick: a bridge in plain C over the engine's C API, with nothing that a call does not need.
//
// One host is one thread with a GLib main context, a virtual machine and a context. It has no permissions, no limits, no
// deadlines, no types and one fixed handler a method, so whatever the library adds shows as a ratio above 1.
#pragma once
#include <stdint.h>

typedef struct CPlain CPlain;

// The driver loops as JavaScript text: the library's side evaluates the same.
const char *cplain_driver(void);

// Starts a host: its thread, its context, client.js and driver.js.
CPlain *cplain_create(void);
void cplain_destroy(CPlain *host);

// Evaluates an expression on the host's thread, awaits its promise and serves calls until then; the number that it
// yields, or NaN: see cplain_error.
double cplain_run(CPlain *host, const char *expression);

// What JavaScript threw when a run answered NaN.
const char *cplain_error(CPlain *host);

// Awaits a handler in JavaScript `count` times from C on the JavaScript thread; nanoseconds a call.
double cplain_await_here(CPlain *host, int64_t count);

// The same from the thread that calls this, `depth` requests in flight, with wake-ups in both directions.
double cplain_await_across(CPlain *host, int64_t depth, int64_t count);

// How many entries the client's map of pending calls holds.
int64_t cplain_pending(CPlain *host);

void cplain_collect(CPlain *host);

// Makes and releases `count` context groups with one context each, on the calling thread; nanoseconds each.
double cplain_contexts(int64_t count);

// Bytes that malloc has given out, after it has given back what it can.
int64_t cplain_allocated(void);

// Makes `count` context groups with one context each and keeps them, for a look at the memory that they take.
void cplain_keep_contexts(int64_t count);

// Calls a JavaScript function with two numbers `count` times and reads each result; nanoseconds a call.
double cplain_call_with_two(int64_t count);

// JavaScript calls a C function with two numbers `count` times; nanoseconds a call.
double cplain_callback_with_two(int64_t count);

// JavaScript calls a method of a C class's instance with one number `count` times; nanoseconds a call.
double cplain_method(int64_t count);

// JavaScript sets a property of such an instance and reads it `count` times; nanoseconds for both.
double cplain_property(int64_t count);

// Another process echoes `count` messages of 64 bytes over a socket, `depth` under way; nanoseconds a message and its answer.
double cplain_processes(int64_t depth, int64_t count);
