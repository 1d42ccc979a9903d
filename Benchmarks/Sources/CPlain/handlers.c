// The native functions for JavaScript: the post functions with their handlers, one for each way of answering.
#include <string.h>

#include "host.h"

#define CALLBACK(name)                                                                                   \
  static JSValueRef name(JSContextRef context, JSObjectRef function, JSObjectRef receiver, size_t count, \
                         const JSValueRef arguments[], JSValueRef *exception)
#define UNUSED (void)context, (void)function, (void)receiver, (void)count, (void)arguments, (void)exception

static void settle(JSContextRef context, JSValueRef id, JSValueRef value, JSValueRef *exception) {
  JSValueRef pair[] = {id, value};
  JSObjectCallAsFunction(context, current->settle, NULL, 2, pair, exception);
}

// A number, answered before the post returns: the handler takes and returns a double.
CALLBACK(post_number_within) {
  UNUSED;
  double x = JSValueToNumber(context, arguments[1], exception);
  settle(context, arguments[0], JSValueMakeNumber(context, x), exception);
  return NULL;
}

// A number, answered from a queue after the engine has returned: gathered answers are settled by one call.
CALLBACK(post_number_queued) {
  UNUSED;
  double id = JSValueToNumber(context, arguments[0], exception);
  numbers_add(&current->queue, id, JSValueToNumber(context, arguments[1], exception));
  return NULL;
}

// The handler on another thread: takes all gathered requests, answers them, and wakes the host if it sleeps.
static void *work(void *argument) {
  CPlain *host = argument;
  pthread_mutex_lock(&host->lock);
  while (!host->worker_stops) {
    if (host->requests.count == 0) {
      host->worker_waits = true;
      pthread_cond_wait(&host->request_came, &host->lock);
      host->worker_waits = false;
      continue;
    }
    numbers_swap(&host->requests, &host->handling);
    pthread_mutex_unlock(&host->lock);
    for (size_t i = 0; i < host->handling.count; i++) {
      // One lock for each answer, as for calls that are handled one by one.
      pthread_mutex_lock(&host->lock);
      numbers_add(&host->answers, host->handling.items[i].id, host->handling.items[i].value);
      bool wakes = host->host_waits;
      host->host_waits = false;
      pthread_mutex_unlock(&host->lock);
      if (wakes) g_main_context_wakeup(host->loop);
    }
    pthread_mutex_lock(&host->lock);
  }
  pthread_mutex_unlock(&host->lock);
  return NULL;
}

CALLBACK(post_number_thread) {
  UNUSED;
  CPlain *host = current;
  double id = JSValueToNumber(context, arguments[0], exception);
  double x = JSValueToNumber(context, arguments[1], exception);
  if (!host->has_worker) {
    host->has_worker = true;
    pthread_create(&host->worker, NULL, work, host);
  }
  pthread_mutex_lock(&host->lock);
  numbers_add(&host->requests, id, x);
  bool wakes = host->worker_waits;
  pthread_mutex_unlock(&host->lock);
  if (wakes) pthread_cond_signal(&host->request_came);
  return NULL;
}

void stop_worker(CPlain *host) {
  if (!host->has_worker) return;
  pthread_mutex_lock(&host->lock);
  host->worker_stops = true;
  pthread_cond_signal(&host->request_came);
  pthread_mutex_unlock(&host->lock);
  pthread_join(host->worker, NULL);
}

// Any value, returned unchanged: the lower bound for an object. C does not read its content.
CALLBACK(post_value) {
  UNUSED;
  settle(context, arguments[0], arguments[1], exception);
  return NULL;
}

// An object as JSON text by the C API, and a new object from that text: C has its own text, but no structure.
CALLBACK(post_json_within) {
  UNUSED;
  JSStringRef text = JSValueCreateJSONString(context, arguments[1], 0, exception);
  if (!text) return NULL;
  settle(context, arguments[0], JSValueMakeFromJSONString(context, text), exception);
  JSStringRelease(text);
  return NULL;
}

CALLBACK(post_json_queued) {
  UNUSED;
  CPlain *host = current;
  if (host->text_count == host->text_capacity) {
    host->text_capacity = host->text_capacity ? host->text_capacity * 2 : 64;
    host->texts = realloc(host->texts, host->text_capacity * sizeof *host->texts);
  }
  JSStringRef text = JSValueCreateJSONString(context, arguments[1], 0, exception);
  host->texts[host->text_count++] = (Text){JSValueToNumber(context, arguments[0], exception), text};
  return NULL;
}

// A text made by JSON.stringify in JavaScript, and parsed there; C copies the text out and in again.
CALLBACK(post_text) {
  UNUSED;
  JSStringRef text = JSValueToStringCopy(context, arguments[1], exception);
  size_t length = JSStringGetLength(text);
  JSChar *characters = malloc(length * sizeof *characters);
  memcpy(characters, JSStringGetCharactersPtr(text), length * sizeof *characters);
  JSStringRelease(text);
  JSStringRef answer = JSStringCreateWithCharacters(characters, length);
  settle(context, arguments[0], JSValueMakeString(context, answer), exception);
  JSStringRelease(answer);
  free(characters);
  return NULL;
}

static void free_bytes(void *bytes, void *context) {
  (void)context;
  free(bytes);
}

// Bytes, copied out of the engine once; the engine takes over the copy.
CALLBACK(post_bytes) {
  UNUSED;
  JSObjectRef view = JSValueToObject(context, arguments[1], exception);
  size_t length = JSObjectGetTypedArrayByteLength(context, view, exception);
  void *bytes = malloc(length);
  memcpy(bytes, JSObjectGetTypedArrayBytesPtr(context, view, exception), length);
  settle(
      context, arguments[0],
      JSObjectMakeArrayBufferWithBytesNoCopy(context, bytes, length, free_bytes, NULL, exception), exception);
  return NULL;
}

// The answer of a JavaScript handler to C.
CALLBACK(answer) {
  UNUSED;
  CPlain *host = current;
  host->answered++;
  if (!host->across) return NULL;
  double id = JSValueToNumber(context, arguments[0], exception);
  numbers_add(&host->settling, id, JSValueToNumber(context, arguments[1], exception));
  return NULL;
}

CALLBACK(grant) {
  UNUSED;
  current->credit += (int64_t)JSValueToNumber(context, arguments[0], exception);
  return NULL;
}

// Notifies the listeners of this many events.
CALLBACK(emit) {
  UNUSED;
  JSValueRef one[] = {JSValueMakeNumber(context, 1)};
  for (int64_t left = (int64_t)JSValueToNumber(context, arguments[0], exception); left > 0; left--)
    JSObjectCallAsFunction(context, current->dispatch, NULL, 1, one, exception);
  return NULL;
}

CALLBACK(echo) {
  UNUSED;
  return JSValueMakeNumber(context, JSValueToNumber(context, arguments[0], exception));
}

CALLBACK(now) {
  UNUSED;
  return JSValueMakeNumber(context, nanoseconds() / 1e6);
}

// The end of a run: its number, or NaN and the message of the thrown error.
CALLBACK(end) {
  UNUSED;
  CPlain *host = current;
  host->result = JSValueToNumber(context, arguments[0], exception);
  if (count > 1) {
    JSStringRef text = JSValueToStringCopy(context, arguments[1], NULL);
    if (text) {
      JSStringGetUTF8CString(text, host->error, sizeof host->error);
      JSStringRelease(text);
    }
  }
  host->ended = true;
  return NULL;
}

void make_native(CPlain *host, JSObjectRef native) {
  static const struct {
    const char *name;
    JSObjectCallAsFunctionCallback callback;
  } functions[] = {
      {"postNumberWithin", post_number_within},
      {"postNumberQueued", post_number_queued},
      {"postNumberThread", post_number_thread},
      {"postValue", post_value},
      {"postJSONWithin", post_json_within},
      {"postJSONQueued", post_json_queued},
      {"postText", post_text},
      {"postBytes", post_bytes},
      {"answer", answer},
      {"emit", emit},
      {"grant", grant},
      {"echo", echo},
      {"now", now},
      {"end", end},
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    JSStringRef name = JSStringCreateWithUTF8CString(functions[i].name);
    JSObjectRef function = JSObjectMakeFunctionWithCallback(host->context, name, functions[i].callback);
    JSObjectSetProperty(host->context, native, name, function, 0, NULL);
    JSStringRelease(name);
  }
}
