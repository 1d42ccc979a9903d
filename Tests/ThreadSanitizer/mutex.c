// Teaches the thread sanitizer Swift's Synchronization.Mutex: `make tsan` preloads this.
//
// Where nobody waits, a mutex is locked and unlocked by atomic instructions in our own code, which the sanitizer sees. Where
// somebody does, the standard library asks the kernel (a futex), in code that is not instrumented: two accesses that such
// a lock orders then look like a race. These three functions stand before the library's own and say what they do.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

// From the sanitizer's run time; absent in a program that was built without it and is started by a test.
void __tsan_acquire(void *address) __attribute__((weak));
void __tsan_release(void *address) __attribute__((weak));

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef __attribute__((swiftcall)) void (*Lock)(uint32_t, __attribute__((swift_context)) void *);
typedef __attribute__((swiftcall)) bool (*TryLock)(__attribute__((swift_context)) void *);
typedef __attribute__((swiftcall)) void (*Unlock)(__attribute__((swift_context)) void *);

__attribute__((swiftcall)) void lock(uint32_t thread, __attribute__((swift_context)) void *handle) __asm__(LOCK);
__attribute__((swiftcall)) bool try_lock(__attribute__((swift_context)) void *handle) __asm__(TRY_LOCK);
__attribute__((swiftcall)) void unlock(__attribute__((swift_context)) void *handle) __asm__(UNLOCK);

__attribute__((swiftcall)) void lock(uint32_t thread, __attribute__((swift_context)) void *handle) {
  static Lock next;
  if (!next) next = (Lock)dlsym(RTLD_NEXT, LOCK);
  next(thread, handle);
  if (__tsan_acquire) __tsan_acquire(handle);
}

__attribute__((swiftcall)) bool try_lock(__attribute__((swift_context)) void *handle) {
  static TryLock next;
  if (!next) next = (TryLock)dlsym(RTLD_NEXT, TRY_LOCK);
  bool is_locked = next(handle);
  if (is_locked && __tsan_acquire) __tsan_acquire(handle);
  return is_locked;
}

__attribute__((swiftcall)) void unlock(__attribute__((swift_context)) void *handle) {
  static Unlock next;
  if (!next) next = (Unlock)dlsym(RTLD_NEXT, UNLOCK);
  if (__tsan_release) __tsan_release(handle);
  next(handle);
}
