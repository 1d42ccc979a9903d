#pragma once
#include <glib-unix.h>
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

// A source that is never ready, and calls a function each time that its main context has polled, before anything is dispatched.
typedef struct {
  GSource source;
  void (*polled)(void *);
  void *data;
} cglib_poll_observer;

static gboolean cglib_poll_prepare(GSource *source, gint *timeout) {
  (void)source;
  *timeout = -1;
  return FALSE;
}

static gboolean cglib_poll_check(GSource *source) {
  cglib_poll_observer *observer = (cglib_poll_observer *)source;
  observer->polled(observer->data);
  return FALSE;
}

static gboolean cglib_poll_dispatch(GSource *source, GSourceFunc callback, gpointer data) {
  (void)source, (void)callback, (void)data;
  return TRUE;
}

static inline GSource *cglib_poll_observer_new(void (*polled)(void *), void *data) {
  static GSourceFuncs functions = {cglib_poll_prepare, cglib_poll_check, cglib_poll_dispatch, NULL, NULL, NULL};
  GSource *source = g_source_new(&functions, sizeof(cglib_poll_observer));
  ((cglib_poll_observer *)source)->polled = polled;
  ((cglib_poll_observer *)source)->data = data;
  // Sources below the priority of one that is ready are not checked.
  g_source_set_priority(source, G_PRIORITY_HIGH * 10);
  return source;
}

static inline GSource *cglib_descriptor_source_new(int descriptor, int (*ready)(int, GIOCondition, void *), void *data) {
  GSource *source = g_unix_fd_source_new(descriptor, G_IO_IN);
  g_source_set_callback(source, G_SOURCE_FUNC(ready), data, NULL);
  return source;
}
