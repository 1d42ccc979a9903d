#pragma once
#include <glib.h>
#include <sys/auxv.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// prctl is variadic, which Swift cannot call.
static inline void cglib_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

// The kernel's number of the calling thread; glibc declares gettid for GNU sources only.
static inline int cglib_thread_number(void) { return (int)syscall(SYS_gettid); }

// Whether the program runs with rights that its user lacks: set-user-ID, or file capabilities.
static inline int cglib_runs_for_another_user(void) { return getauxval(AT_SECURE) != 0; }

// glibc declares accept4 for GNU sources only.
static inline int cglib_accept(int descriptor, int flags) {
  return (int)syscall(SYS_accept4, descriptor, NULL, NULL, flags);
}
