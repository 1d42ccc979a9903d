// Calls between a C program and JavaScript with two numbers: the counterpart of JSValue and of Swift closures.
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

// Reads 1,000 rows property by property and keeps nothing: what converting objects costs before anything is made of them.
double cplain_rows(int64_t count) {
  JSGlobalContextRef context = JSGlobalContextCreate(NULL);
  JSObjectRef rows = function(context,
                              "Array.from({ length: 1000 }, (_, i) => "
                              "({ id: i, name: 'name ' + i, price: i / 4, isOpen: i % 2 === 0, note: null }))");
  size_t members = 0;
  double sum = 0, begin = now();
  for (int64_t i = 0; i < count; i++) {
    for (unsigned index = 0; index < 1000; index++) {
      JSObjectRef row = (JSObjectRef)JSObjectGetPropertyAtIndex(context, rows, index, NULL);
      JSPropertyNameArrayRef names = JSObjectCopyPropertyNames(context, row);
      size_t length = JSPropertyNameArrayGetCount(names);
      for (size_t at = 0; at < length; at++) {
        JSValueRef member = JSObjectGetProperty(context, row, JSPropertyNameArrayGetNameAtIndex(names, at), NULL);
        JSType type = JSValueGetType(context, member);
        if (type == kJSTypeNumber) sum += JSValueToNumber(context, member, NULL);
        if (type == kJSTypeString) {
          JSStringRef text = JSValueToStringCopy(context, member, NULL);
          sum += JSStringGetCharactersPtr(text)[0];
          JSStringRelease(text);
        }
        members++;
      }
      JSPropertyNameArrayRelease(names);
    }
  }
  double elapsed = now() - begin;
  JSGlobalContextRelease(context);
  return members == (size_t)count * 5000 && sum > 0 ? elapsed / (double)count : NAN;
}

// A class with one method and one property. The C structure is the private data of the object, and each function checks
// that it is called on such an object.
struct counter {
  double value;
};

static JSClassRef counter_class;

static struct counter *counter_of(JSContextRef context, JSObjectRef object) {
  return JSValueIsObjectOfClass(context, object, counter_class) ? JSObjectGetPrivate(object) : NULL;
}

static JSValueRef counter_add(JSContextRef context, JSObjectRef callee, JSObjectRef receiver, size_t count,
                              const JSValueRef arguments[], JSValueRef *exception) {
  (void)callee;
  struct counter *counter = counter_of(context, receiver);
  if (!counter || count < 1) return JSValueMakeUndefined(context);
  counter->value += JSValueToNumber(context, arguments[0], exception);
  return JSValueMakeNumber(context, counter->value);
}

static JSValueRef counter_get(JSContextRef context, JSObjectRef callee, JSObjectRef receiver, size_t count,
                              const JSValueRef arguments[], JSValueRef *exception) {
  (void)callee, (void)count, (void)arguments, (void)exception;
  struct counter *counter = counter_of(context, receiver);
  return counter ? JSValueMakeNumber(context, counter->value) : JSValueMakeUndefined(context);
}

static JSValueRef counter_set(JSContextRef context, JSObjectRef callee, JSObjectRef receiver, size_t count,
                              const JSValueRef arguments[], JSValueRef *exception) {
  (void)callee;
  struct counter *counter = counter_of(context, receiver);
  if (counter && count > 0) counter->value = JSValueToNumber(context, arguments[0], exception);
  return JSValueMakeUndefined(context);
}

// The accessors are functions on a prototype, as those of an exported class.
static double count_with(const char *source, int64_t count, double expected) {
  JSGlobalContextRef context = JSGlobalContextCreate(NULL);
  JSClassDefinition definition = kJSClassDefinitionEmpty;
  definition.className = "Counter";
  definition.attributes = kJSClassAttributeNoAutomaticPrototype;
  if (!counter_class) counter_class = JSClassCreate(&definition);
  struct counter counter = {0};
  JSObjectRef object = JSObjectMake(context, counter_class, &counter);
  JSValueRef members[] = {object, JSObjectMakeFunctionWithCallback(context, NULL, counter_add),
                          JSObjectMakeFunctionWithCallback(context, NULL, counter_get),
                          JSObjectMakeFunctionWithCallback(context, NULL, counter_set)};
  JSObjectRef make = function(context,
                              "((object, add, get, set) => Object.setPrototypeOf(object, "
                              "Object.defineProperty({ add }, 'value', { get, set })))");
  JSObjectCallAsFunction(context, make, NULL, 4, members, NULL);
  JSObjectRef loop = function(context, source);
  JSValueRef arguments[] = {object, JSValueMakeNumber(context, (double)count)};
  double begin = now();
  double sum = JSValueToNumber(context, JSObjectCallAsFunction(context, loop, NULL, 2, arguments, NULL), NULL);
  double elapsed = now() - begin;
  JSGlobalContextRelease(context);
  return sum == expected ? elapsed / (double)count : NAN;
}

double cplain_method(int64_t count) {
  return count_with("((o, n) => { for (let i = 0; i < n; i++) o.add(1); return o.add(0) })", count, (double)count);
}

double cplain_property(int64_t count) {
  return count_with("((o, n) => { for (let i = 0; i < n; i++) o.value = o.value + 1; return o.value })", count,
                    (double)count);
}
