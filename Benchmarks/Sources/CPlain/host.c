// The thread of the plain host, with its loop and its queues.
#define _GNU_SOURCE  // For RTLD_DEFAULT.
#include "host.h"

#include <dlfcn.h>
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static const char client[] = {
#embed "client.js"
    , 0};

static const char driver[] = {
#embed "driver.js"
    , 0};

const char *cplain_driver(void) { return driver; }

_Thread_local CPlain *current;

enum { batch = 256 };

double nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

// MARK: The loop

static void call_with_pairs(CPlain *host, JSObjectRef function, Numbers *list) {
  JSValueRef arguments[2 * batch];
  for (size_t done = 0; done < list->count;) {
    size_t count = 0;
    for (; done < list->count && count < 2 * batch; done++) {
      arguments[count++] = JSValueMakeNumber(host->context, list->items[done].id);
      arguments[count++] = JSValueMakeNumber(host->context, list->items[done].value);
    }
    JSObjectCallAsFunction(host->context, function, NULL, count, arguments, NULL);
  }
  list->count = 0;
}

static void settle_texts(CPlain *host) {
  Text *texts = host->texts;
  size_t total = host->text_count;
  host->texts = NULL;
  host->text_count = host->text_capacity = 0;
  JSValueRef arguments[2 * batch];
  for (size_t done = 0; done < total;) {
    size_t count = 0;
    for (; done < total && count < 2 * batch; done++) {
      arguments[count++] = JSValueMakeNumber(host->context, texts[done].id);
      arguments[count++] = JSValueMakeFromJSONString(host->context, texts[done].text);
      JSStringRelease(texts[done].text);
    }
    JSObjectCallAsFunction(host->context, host->settle_many, NULL, count, arguments, NULL);
  }
  if (host->texts) return free(texts);
  host->texts = texts;
  host->text_capacity = total;
}

static void push_items(CPlain *host) {
  JSValueRef items[batch];
  size_t count = 0;
  for (; count < batch && host->credit > 0; host->credit--)
    items[count++] = JSValueMakeNumber(host->context, host->next_item++);
  JSObjectCallAsFunction(host->context, host->push_items, NULL, count, items, NULL);
}

// Moves the items from another thread to a list of the host; false if there are none, and the host may sleep.
static bool take(CPlain *host, Numbers *from, Numbers *into) {
  pthread_mutex_lock(&host->lock);
  bool some = from->count > 0;
  if (some) numbers_swap(from, into);
  host->host_waits = !some;
  pthread_mutex_unlock(&host->lock);
  return some;
}

bool serve(CPlain *host) {
  if (host->queue.count > 0) {
    numbers_swap(&host->queue, &host->settling);
    call_with_pairs(host, host->settle_many, &host->settling);
    return true;
  }
  if (host->text_count > 0) return settle_texts(host), true;
  if (host->credit > 0) return push_items(host), true;
  if (take(host, &host->answers, &host->settling)) {
    call_with_pairs(host, host->settle_many, &host->settling);
    return true;
  }
  return false;
}

void serve_until(CPlain *host, const bool *done) {
  for (unsigned turn = 1; !*done; turn++) {
    bool some = serve(host);
    // The engine's timers run now and then, even if calls never stop.
    if (*done) break;
    if (!some || turn % 1024 == 0) g_main_context_iteration(host->loop, !some);
  }
}

// MARK: Runs

static JSValueRef evaluate(CPlain *host, const char *source, const char *url) {
  JSStringRef text = JSStringCreateWithUTF8CString(source), address = JSStringCreateWithUTF8CString(url);
  JSValueRef exception = NULL, value = JSEvaluateScript(host->context, text, NULL, address, 1, &exception);
  JSStringRelease(text);
  JSStringRelease(address);
  if (exception) {
    JSStringRef message = JSValueToStringCopy(host->context, exception, NULL);
    JSStringGetUTF8CString(message, host->error, sizeof host->error);
    JSStringRelease(message);
    return NULL;
  }
  return value;
}

static void run(CPlain *host, void *argument) {
  char source[1024];
  snprintf(
      source, sizeof source,
      "(async () => %s)().then((x) => hostEnd(x === undefined ? 0 : x), (e) => hostEnd(NaN, e.message));",
      (const char *)argument);
  host->ended = false;
  host->result = NAN;
  host->next_item = 0;
  host->error[0] = 0;
  if (evaluate(host, source, "run.js")) serve_until(host, &host->ended);
}

double cplain_run(CPlain *host, const char *expression) {
  on_host(host, run, (void *)expression);
  return host->result;
}

const char *cplain_error(CPlain *host) { return host->error; }

static void count_pending(CPlain *host, void *result) {
  JSValueRef count = JSObjectCallAsFunction(host->context, host->pending_count, NULL, 0, NULL, NULL);
  *(int64_t *)result = (int64_t)JSValueToNumber(host->context, count, NULL);
}

int64_t cplain_pending(CPlain *host) {
  int64_t result = 0;
  on_host(host, count_pending, &result);
  return result;
}

static void collect(CPlain *host, void *argument) {
  (void)argument;
  JSGarbageCollect(host->context);
}

void cplain_collect(CPlain *host) { on_host(host, collect, NULL); }

// MARK: C awaits JavaScript

typedef struct {
  int64_t count;
  double elapsed;
} Loop;

// Each answer is available when the call returns, because the engine runs the promise reactions before.
static void await_here(CPlain *host, void *argument) {
  Loop *loop = argument;
  host->across = false;
  host->answered = 0;
  double begin = nanoseconds();
  for (int64_t i = 0; i < loop->count; i++) {
    JSValueRef pair[] = {JSValueMakeNumber(host->context, i), JSValueMakeNumber(host->context, i)};
    JSObjectCallAsFunction(host->context, host->invoke, NULL, 2, pair, NULL);
  }
  loop->elapsed = host->answered == loop->count ? nanoseconds() - begin : NAN;
}

double cplain_await_here(CPlain *host, int64_t count) {
  Loop loop = {count, 0};
  on_host(host, await_here, &loop);
  return loop.elapsed / (double)count;
}

// The host's part: takes the gathered requests, calls the handler, and returns the answers.
static void answer_requests(CPlain *host, void *argument) {
  int64_t count = ((Loop *)argument)->count;
  Numbers handling = {0};
  host->across = true;
  host->answered = 0;
  host->settling.count = 0;
  while (host->answered < count) {
    if (!take(host, &host->incoming, &handling)) {
      g_main_context_iteration(host->loop, true);
      continue;
    }
    call_with_pairs(host, host->invoke, &handling);
    pthread_mutex_lock(&host->lock);
    for (size_t i = 0; i < host->settling.count; i++)
      numbers_add(&host->results, host->settling.items[i].id, host->settling.items[i].value);
    bool wakes = host->caller_waits;
    pthread_mutex_unlock(&host->lock);
    if (wakes) pthread_cond_signal(&host->result_came);
    host->settling.count = 0;
  }
  host->across = false;
  free(handling.items);
}

static void begin_on_host(CPlain *host, void (*work)(CPlain *, void *), void *argument);
static void wait_for_host(CPlain *host);

double cplain_await_across(CPlain *host, int64_t depth, int64_t count) {
  Loop loop = {count, 0};
  Numbers taken = {0};
  int64_t sent = 0, received = 0;
  bool right = true;
  double begin = nanoseconds();
  begin_on_host(host, answer_requests, &loop);
  while (received < count) {
    pthread_mutex_lock(&host->lock);
    for (; sent < count && sent - received < depth; sent++) numbers_add(&host->incoming, (double)sent, (double)sent);
    bool wakes = host->host_waits;
    host->host_waits = false;
    pthread_mutex_unlock(&host->lock);
    if (wakes) g_main_context_wakeup(host->loop);
    pthread_mutex_lock(&host->lock);
    host->caller_waits = true;
    while (host->results.count == 0) pthread_cond_wait(&host->result_came, &host->lock);
    host->caller_waits = false;
    numbers_swap(&host->results, &taken);
    pthread_mutex_unlock(&host->lock);
    for (size_t i = 0; i < taken.count; i++) right &= taken.items[i].id == taken.items[i].value;
    received += (int64_t)taken.count;
    taken.count = 0;
  }
  double elapsed = nanoseconds() - begin;
  wait_for_host(host);
  free(taken.items);
  return right ? elapsed / (double)count : NAN;
}

// MARK: The thread

// The engine's timer for full collections reads memory pressure from WebKit's main run loop, and crashes a process that
// never made one (JavaScriptCoreGTK 2.50.6). No header declares the function that makes it.
static void make_main_loop(void) {
  void (*make)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, "_ZN3WTF20initializeMainThreadEv");
  if (make) make();
}

static void prepare_engine(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_main_loop);
}

static JSObjectRef element(CPlain *host, JSObjectRef array, unsigned index) {
  JSValueRef value = JSObjectGetPropertyAtIndex(host->context, array, index, NULL);
  JSValueProtect(host->context, value);
  return (JSObjectRef)value;
}

static void start(CPlain *host) {
  current = host;
  // The engine attaches its timers to the thread-default loop when the virtual machine is made, so the loop is made
  // first.
  host->loop = g_main_context_new();
  g_main_context_push_thread_default(host->loop);
  prepare_engine();
  host->group = JSContextGroupCreate();
  host->context = JSGlobalContextCreateInGroup(host->group, NULL);
  JSObjectRef native = JSObjectMake(host->context, NULL, NULL);
  make_native(host, native);
  JSValueRef arguments[] = {native};
  JSObjectRef make = (JSObjectRef)evaluate(host, client, "client.js");
  if (!make) g_error("client.js: %s", host->error);
  JSObjectRef made = (JSObjectRef)JSObjectCallAsFunction(host->context, make, NULL, 1, arguments, NULL);
  host->settle = element(host, made, 0);
  host->settle_many = element(host, made, 1);
  host->invoke = element(host, made, 2);
  host->push_items = element(host, made, 3);
  host->pending_count = element(host, made, 4);
  host->dispatch = element(host, made, 5);
  JSStringRef end = JSStringCreateWithUTF8CString("end"), name = JSStringCreateWithUTF8CString("hostEnd");
  JSObjectRef global = JSContextGetGlobalObject(host->context);
  JSObjectSetProperty(host->context, global, name, JSObjectGetProperty(host->context, native, end, NULL), 0, NULL);
  JSStringRelease(end);
  JSStringRelease(name);
  if (!evaluate(host, driver, "driver.js")) g_error("driver.js: %s", host->error);
}

static void finish(CPlain *host) {
  stop_worker(host);
  JSObjectRef kept[] = {host->settle, host->settle_many, host->invoke, host->push_items, host->pending_count, host->dispatch};
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) JSValueUnprotect(host->context, kept[i]);
  JSGlobalContextRelease(host->context);
  JSContextGroupRelease(host->group);
  g_main_context_pop_thread_default(host->loop);
  g_main_context_unref(host->loop);
}

static void *body(void *argument) {
  CPlain *host = argument;
  start(host);
  pthread_mutex_lock(&host->work_lock);
  while (true) {
    while (!host->has_work && !host->stops) pthread_cond_wait(&host->work_done, &host->work_lock);
    if (!host->has_work) break;
    pthread_mutex_unlock(&host->work_lock);
    host->work(host, host->argument);
    pthread_mutex_lock(&host->work_lock);
    host->has_work = false;
    pthread_cond_broadcast(&host->work_done);
  }
  pthread_mutex_unlock(&host->work_lock);
  finish(host);
  return NULL;
}

static void begin_on_host(CPlain *host, void (*work)(CPlain *, void *), void *argument) {
  pthread_mutex_lock(&host->work_lock);
  host->work = work;
  host->argument = argument;
  host->has_work = true;
  pthread_cond_broadcast(&host->work_done);
  pthread_mutex_unlock(&host->work_lock);
}

static void wait_for_host(CPlain *host) {
  pthread_mutex_lock(&host->work_lock);
  while (host->has_work) pthread_cond_wait(&host->work_done, &host->work_lock);
  pthread_mutex_unlock(&host->work_lock);
}

void on_host(CPlain *host, void (*work)(CPlain *, void *), void *argument) {
  begin_on_host(host, work, argument);
  wait_for_host(host);
}

static void nothing(CPlain *host, void *argument) { (void)host, (void)argument; }

CPlain *cplain_create(void) {
  CPlain *host = calloc(1, sizeof *host);
  pthread_mutex_init(&host->work_lock, NULL);
  pthread_cond_init(&host->work_done, NULL);
  pthread_mutex_init(&host->lock, NULL);
  pthread_cond_init(&host->request_came, NULL);
  pthread_cond_init(&host->result_came, NULL);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 16 << 20);
  pthread_create(&host->thread, &attributes, body, host);
  pthread_attr_destroy(&attributes);
  on_host(host, nothing, NULL);
  return host;
}

void cplain_destroy(CPlain *host) {
  pthread_mutex_lock(&host->work_lock);
  host->stops = true;
  pthread_cond_broadcast(&host->work_done);
  pthread_mutex_unlock(&host->work_lock);
  pthread_join(host->thread, NULL);
  Numbers *lists[] = {&host->queue,   &host->settling, &host->requests, &host->handling,
                      &host->answers, &host->incoming, &host->results};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) free(lists[i]->items);
  free(host->texts);
  free(host);
}

// MARK: Bare contexts

double cplain_contexts(int64_t count) {
  prepare_engine();
  double begin = nanoseconds();
  for (int64_t i = 0; i < count; i++) {
    JSContextGroupRef group = JSContextGroupCreate();
    JSGlobalContextRef context = JSGlobalContextCreateInGroup(group, NULL);
    JSGlobalContextRelease(context);
    JSContextGroupRelease(group);
  }
  return (nanoseconds() - begin) / (double)count;
}

void cplain_keep_contexts(int64_t count) {
  for (int64_t i = 0; i < count; i++) JSGlobalContextCreateInGroup(JSContextGroupCreate(), NULL);
}

int64_t cplain_allocated(void) {
  malloc_trim(0);
  struct mallinfo2 info = mallinfo2();
  return (int64_t)(info.uordblks + info.hblkhd);
}
