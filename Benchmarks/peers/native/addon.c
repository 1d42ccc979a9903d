// The handlers as an addon for Node and Deno: (value) => promise of it.
#define NAPI_VERSION 8
#include <node_api.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

// A call here can only fail because of an error in this file.
static void check(napi_status status, int line) {
  if (status == napi_ok) return;
  fprintf(stderr, "addon.c:%d: status %d\n", line, status);
  abort();
}
#define CHECK(call) check(call, __LINE__)

static napi_value argument(napi_env env, napi_callback_info info) {
  napi_value value;
  size_t count = 1;
  CHECK(napi_get_cb_info(env, info, &count, &value, NULL, NULL));
  return value;
}

static napi_value resolved(napi_env env, napi_value value) {
  napi_deferred deferred;
  napi_value promise;
  CHECK(napi_create_promise(env, &deferred, &promise));
  CHECK(napi_resolve_deferred(env, deferred, value));
  return promise;
}

static double number_from(napi_env env, napi_value value) {
  double x;
  CHECK(napi_get_value_double(env, value, &x));
  return x;
}

static napi_value number_to(napi_env env, double x) {
  napi_value value;
  CHECK(napi_create_double(env, x, &value));
  return value;
}

// A number, answered before the call returns.
static napi_value number(napi_env env, napi_callback_info info) {
  return resolved(env, number_to(env, number_from(env, argument(env, info))));
}

// A text, copied out and in again.
static napi_value text(napi_env env, napi_callback_info info) {
  napi_value value = argument(env, info), answer;
  size_t length;
  CHECK(napi_get_value_string_utf16(env, value, NULL, 0, &length));
  char16_t *characters = malloc((length + 1) * sizeof *characters);
  CHECK(napi_get_value_string_utf16(env, value, characters, length + 1, &length));
  CHECK(napi_create_string_utf16(env, characters, length, &answer));
  free(characters);
  return resolved(env, answer);
}

// An object, read into a structure property by property; the answer is a new object made from that.
typedef struct {
  double x;
  char *label;
  size_t length;
  double *list;
  uint32_t count;
} Sample;

static napi_value property(napi_env env, napi_value object, const char *name) {
  napi_value value;
  CHECK(napi_get_named_property(env, object, name, &value));
  return value;
}

static Sample sample_from(napi_env env, napi_value object) {
  Sample sample = {.x = number_from(env, property(env, object, "x"))};
  napi_value label = property(env, object, "label"), list = property(env, object, "list"), element;
  CHECK(napi_get_value_string_utf8(env, label, NULL, 0, &sample.length));
  sample.label = malloc(sample.length + 1);
  CHECK(napi_get_value_string_utf8(env, label, sample.label, sample.length + 1, &sample.length));
  CHECK(napi_get_array_length(env, list, &sample.count));
  sample.list = malloc(sample.count * sizeof *sample.list);
  for (uint32_t i = 0; i < sample.count; i++) {
    CHECK(napi_get_element(env, list, i, &element));
    sample.list[i] = number_from(env, element);
  }
  return sample;
}

static napi_value sample_to(napi_env env, Sample *sample) {
  napi_value object, label, list;
  CHECK(napi_create_object(env, &object));
  CHECK(napi_create_string_utf8(env, sample->label, sample->length, &label));
  CHECK(napi_create_array_with_length(env, sample->count, &list));
  for (uint32_t i = 0; i < sample->count; i++)
    CHECK(napi_set_element(env, list, i, number_to(env, sample->list[i])));
  CHECK(napi_set_named_property(env, object, "x", number_to(env, sample->x)));
  CHECK(napi_set_named_property(env, object, "label", label));
  CHECK(napi_set_named_property(env, object, "list", list));
  return object;
}

static napi_value object(napi_env env, napi_callback_info info) {
  Sample sample = sample_from(env, argument(env, info));
  napi_value answer = sample_to(env, &sample);
  free(sample.label);
  free(sample.list);
  return resolved(env, answer);
}

// A number, answered by another thread through a thread-safe function.
typedef struct Request {
  napi_deferred deferred;
  double x;
  struct Request *next;
} Request;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t request_came = PTHREAD_COND_INITIALIZER;
static Request *first, **last = &first;
static bool worker_waits;
static napi_threadsafe_function answers;

static void *work(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  while (true) {
    while (!first) {
      worker_waits = true;
      pthread_cond_wait(&request_came, &lock);
      worker_waits = false;
    }
    Request *request = first;
    first = NULL;
    last = &first;
    pthread_mutex_unlock(&lock);
    while (request) {
      Request *next = request->next;
      CHECK(napi_call_threadsafe_function(answers, request, napi_tsfn_nonblocking));
      request = next;
    }
    pthread_mutex_lock(&lock);
  }
  return NULL;
}

// On the JavaScript thread, once for each answer.
static void settle(napi_env env, napi_value function, void *context, void *data) {
  (void)function, (void)context;
  Request *request = data;
  if (env) CHECK(napi_resolve_deferred(env, request->deferred, number_to(env, request->x)));
  free(request);
}

static void start_worker(napi_env env) {
  napi_value name;
  CHECK(napi_create_string_utf8(env, "answers", NAPI_AUTO_LENGTH, &name));
  CHECK(napi_create_threadsafe_function(env, NULL, NULL, name, 0, 1, NULL, NULL, NULL, settle, &answers));
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_detach(thread);
}

static napi_value number_from_thread(napi_env env, napi_callback_info info) {
  if (!answers) start_worker(env);
  Request *request = malloc(sizeof *request);
  *request = (Request){.x = number_from(env, argument(env, info))};
  napi_value promise;
  CHECK(napi_create_promise(env, &request->deferred, &promise));
  pthread_mutex_lock(&lock);
  *last = request;
  last = &request->next;
  bool wakes = worker_waits;
  pthread_mutex_unlock(&lock);
  if (wakes) pthread_cond_signal(&request_came);
  return promise;
}

NAPI_MODULE_INIT() {
  static const struct {
    const char *name;
    napi_callback callback;
  } functions[] = {{"number", number}, {"numberFromThread", number_from_thread}, {"object", object}, {"text", text}};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    napi_value function;
    CHECK(napi_create_function(env, functions[i].name, NAPI_AUTO_LENGTH, functions[i].callback, NULL, &function));
    CHECK(napi_set_named_property(env, exports, functions[i].name, function));
  }
  return exports;
}
