// Calls between a C program and JavaScript with two numbers: what stands beside JSValue and Swift closures.
#include "host.h"

#include <math.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static JSObjectRef function(JSContextRef context, const char *source) {
  JSStringRef text = JSStringCreateWithUTF8CString(source);
  JSValueRef value = JSEvaluateScript(context, text, NULL, NULL, 1, NULL);
  JSStringRelease(text);
  JSValueProtect(context, value);
  return (JSObjectRef)value;
}

double cplain_call_with_two(int64_t count) {
  JSGlobalContextRef context = JSGlobalContextCreate(NULL);
  JSObjectRef add = function(context, "((a, b) => a + b)");
  double sum = 0, begin = now();
  for (int64_t i = 0; i < count; i++) {
    JSValueRef arguments[] = {JSValueMakeNumber(context, (double)i), JSValueMakeNumber(context, 0.5)};
    JSValueRef exception = NULL;
    JSValueRef result = JSObjectCallAsFunction(context, add, NULL, 2, arguments, &exception);
    sum += exception ? NAN : JSValueToNumber(context, result, &exception);
  }
  double elapsed = now() - begin;
  JSGlobalContextRelease(context);
  return sum == (double)count * (double)count / 2 ? elapsed / (double)count : NAN;
}

static JSValueRef add(JSContextRef context, JSObjectRef callee, JSObjectRef receiver, size_t count,
                      const JSValueRef arguments[], JSValueRef *exception) {
  (void)callee, (void)receiver;
  if (count < 2) return JSValueMakeNumber(context, NAN);
  double a = JSValueToNumber(context, arguments[0], exception);
  double b = JSValueToNumber(context, arguments[1], exception);
  return JSValueMakeNumber(context, a + b);
}

double cplain_callback_with_two(int64_t count) {
  JSGlobalContextRef context = JSGlobalContextCreate(NULL);
  JSObjectRef loop = function(context, "((f, n) => { let s = 0; for (let i = 0; i < n; i++) s += f(i, 0.5); return s })");
  JSValueRef arguments[] = {JSObjectMakeFunctionWithCallback(context, NULL, add),
                            JSValueMakeNumber(context, (double)count)};
  double begin = now();
  double sum = JSValueToNumber(context, JSObjectCallAsFunction(context, loop, NULL, 2, arguments, NULL), NULL);
  double elapsed = now() - begin;
  JSGlobalContextRelease(context);
  return sum == (double)count * (double)count / 2 ? elapsed / (double)count : NAN;
}
