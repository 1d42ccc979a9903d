// Teaches the thread sanitizer how JavaScriptCore hands Swift's objects from thread to thread: `make tsan` preloads this.
//
// What one thread puts into an object of the engine's, another gets out of it later, and between the two lies the engine's
// own lock, in code that is not instrumented. These two functions stand before the engine's and say so, object by object.
// Nothing else is said: what two threads do to such an object after they have got it is still compared.

#define _GNU_SOURCE
#include <dlfcn.h>

void __tsan_acquire(void *address) __attribute__((weak));
void __tsan_release(void *address) __attribute__((weak));

void *JSObjectMake(void *context, void *class, void *data) {
  static void *(*next)(void *, void *, void *);
  if (!next) next = (void *(*)(void *, void *, void *))dlsym(RTLD_NEXT, "JSObjectMake");
  if (__tsan_release && data) __tsan_release(data);
  return next(context, class, data);
}

void *JSObjectGetPrivate(void *object) {
  static void *(*next)(void *);
  if (!next) next = (void *(*)(void *))dlsym(RTLD_NEXT, "JSObjectGetPrivate");
  void *data = next(object);
  if (__tsan_acquire && data) __tsan_acquire(data);
  return data;
}
