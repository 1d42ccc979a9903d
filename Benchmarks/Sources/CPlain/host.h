// The declarations that the files of the plain host share.
#pragma once
#include <JavaScriptCore/JavaScript.h>
#include <glib.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "cplain.h"

// A number in a queue, with the id of its call.
typedef struct {
  double id;
  double value;
} Number;

// A growing array, which its consumer takes as a whole.
typedef struct {
  Number *items;
  size_t count, capacity;
} Numbers;

static inline void numbers_add(Numbers *list, double id, double value) {
  if (list->count == list->capacity) {
    list->capacity = list->capacity ? list->capacity * 2 : 64;
    list->items = realloc(list->items, list->capacity * sizeof *list->items);
  }
  list->items[list->count++] = (Number){id, value};
}

// Exchanges a filled list for an empty one, so that both keep their memory.
static inline void numbers_swap(Numbers *left, Numbers *right) {
  Numbers other = *left;
  *left = *right;
  *right = other;
  left->count = 0;
}

typedef struct {
  double id;
  JSStringRef text;
} Text;

struct CPlain {
  pthread_t thread;
  GMainContext *loop;
  JSContextGroupRef group;
  JSGlobalContextRef context;
  JSObjectRef settle, settle_many, invoke, push_items, pending_count, dispatch;

  // Work from another thread for the host's thread: one piece at a time, while the other thread waits.
  pthread_mutex_t work_lock;
  pthread_cond_t work_done;
  void (*work)(CPlain *, void *);
  void *argument;
  bool has_work, stops;

  // A run: the awaited promise, and its result.
  bool ended;
  double result;
  char error[512];

  // Answers of the queued methods, settled after the engine has returned.
  Numbers queue, settling;
  Text *texts;
  size_t text_count, text_capacity;

  // The handler on another thread: requests to it, answers from it.
  pthread_t worker;
  bool has_worker, worker_stops;
  pthread_mutex_t lock;
  pthread_cond_t request_came;
  Numbers requests, handling, answers;
  bool worker_waits, host_waits;

  // C awaiting JavaScript from another thread: requests here, answers there.
  Numbers incoming, results;
  pthread_cond_t result_came;
  int64_t answered;
  bool caller_waits, across;

  // The stream: the number of granted items, and the next one.
  int64_t credit;
  double next_item;
};

// The host of this thread, for the engine's callbacks.
extern _Thread_local CPlain *current;

void make_native(CPlain *host, JSObjectRef native);
void stop_worker(CPlain *host);
// Handles all queued work without waiting; false if there was none.
bool serve(CPlain *host);
// Serves and sleeps until `done` is true.
void serve_until(CPlain *host, const bool *done);
void on_host(CPlain *host, void (*work)(CPlain *, void *), void *argument);
double nanoseconds(void);
