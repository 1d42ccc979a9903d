// What Swift calls to answer the requests of a scheme of its own: as in shim.h, no C type leaves this file.
#pragma once
#include <errno.h>
#include <unistd.h>
#include <webkit2/webkit2.h>

// Never let go of: WebKit would dispose of it as the process exits, on whatever thread that is, and abort on any but its own.
static inline void *cw_default_context(void) { return g_object_ref(webkit_web_context_get_default()); }

static inline void cw_add_scheme(
    void *context, const char *scheme, void (*answer)(void *, void *), void *data) {
  webkit_web_context_register_uri_scheme(context, scheme, (WebKitURISchemeRequestCallback)answer, data, NULL);
  WebKitSecurityManager *security = webkit_web_context_get_security_manager(context);
  webkit_security_manager_register_uri_scheme_as_secure(security, scheme);
  webkit_security_manager_register_uri_scheme_as_cors_enabled(security, scheme);
}
static inline const char *cw_request_uri(void *request) { return webkit_uri_scheme_request_get_uri(request); }
// The view whose page asks; NULL when it is gone.
static inline void *cw_request_view(void *request) { return webkit_uri_scheme_request_get_web_view(request); }
static inline const char *cw_request_method(void *request) { return webkit_uri_scheme_request_get_http_method(request); }
static inline const char *cw_request_header(void *request, const char *name) {
  return soup_message_headers_get_one(webkit_uri_scheme_request_get_http_headers(request), name);
}
static inline void *cw_response_headers(void) { return soup_message_headers_new(SOUP_MESSAGE_HEADERS_RESPONSE); }
static inline void cw_response_header(void *headers, const char *name, const char *value) {
  soup_message_headers_append(headers, name, value);
}
static inline void *cw_bytes_stream(const void *bytes, size_t count) {
  GBytes *copy = g_bytes_new(bytes, count);
  GInputStream *stream = g_memory_input_stream_new_from_bytes(copy);
  g_bytes_unref(copy);
  return stream;
}

// A part of a file as a stream, which GLib reads on its threads. There is one for regular files, but none that ends before
// their end, and none that waits until what it has read is taken.
typedef struct {
  GInputStream parent;
  // Open as long as `flow` is held.
  int file;
  gint64 at, end;
  // Is told of every read, which goes on with cw_part_read_on; and is let go of, on any thread.
  void (*wait)(void *part, gint64 count, void *flow);
  void (*leave)(void *flow);
  void *flow;
  // The read that waits, and where it goes.
  GTask *read;
  void *buffer;
  gsize count;
} CWFilePart;
static inline gint64 cw_part_wanted(CWFilePart *part, gsize count) {
  return MIN((gint64)MIN(count, G_MAXSSIZE), part->end - part->at);
}
static inline gssize cw_part_read(GInputStream *stream, void *buffer, gsize count, GCancellable *cancellable, GError **error) {
  CWFilePart *part = (CWFilePart *)stream;
  gint64 wanted = cw_part_wanted(part, count);
  if (wanted == 0) return 0;
  gssize got;
  do got = pread(part->file, buffer, (size_t)wanted, part->at);
  while (got < 0 && errno == EINTR);
  if (got > 0) {
    part->at += got;
    return got;
  }
  if (got == 0) g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT, "The file has become shorter");
  else g_set_error_literal(error, G_IO_ERROR, g_io_error_from_errno(errno), "The file cannot be read");
  return -1;
}
static inline void cw_part_read_async(
    GInputStream *stream, void *buffer, gsize count, int priority, GCancellable *cancellable, GAsyncReadyCallback done,
    void *data) {
  CWFilePart *part = (CWFilePart *)stream;
  part->read = g_task_new(stream, cancellable, done, data);
  g_task_set_priority(part->read, priority);
  part->buffer = buffer;
  part->count = count;
  part->wait(part, cw_part_wanted(part, count), part->flow);
}
static inline void cw_part_read_now(GTask *read, void *stream, void *data, GCancellable *cancellable) {
  CWFilePart *part = stream;
  GError *error = NULL;
  gssize got = cw_part_read(stream, part->buffer, part->count, cancellable, &error);
  if (error) g_task_return_error(read, error);
  else g_task_return_int(read, got);
}
static inline void cw_part_read_on(void *stream) {
  GTask *read = ((CWFilePart *)stream)->read;
  g_task_run_in_thread(read, cw_part_read_now);
  g_object_unref(read);
}
static inline gssize cw_part_read_finish(GInputStream *stream, GAsyncResult *result, GError **error) {
  return g_task_propagate_int(G_TASK(result), error);
}
static inline void cw_part_finalize(GObject *object) {
  CWFilePart *part = (CWFilePart *)object;
  part->leave(part->flow);
  G_OBJECT_CLASS(g_type_class_peek(G_TYPE_INPUT_STREAM))->finalize(object);
}
static inline void cw_part_class(void *class, void *data) {
  G_OBJECT_CLASS(class)->finalize = cw_part_finalize;
  G_INPUT_STREAM_CLASS(class)->read_fn = cw_part_read;
  G_INPUT_STREAM_CLASS(class)->read_async = cw_part_read_async;
  G_INPUT_STREAM_CLASS(class)->read_finish = cw_part_read_finish;
}
// Takes `flow`. GTK's thread only: the type is registered without a lock.
static inline void *cw_file_stream(
    int file, gint64 from, gint64 to, void (*wait)(void *, gint64, void *), void (*leave)(void *), void *flow) {
  static GType type;
  if (!type)
    type = g_type_register_static_simple(
        G_TYPE_INPUT_STREAM, "CausewayFilePart", sizeof(GInputStreamClass), cw_part_class, sizeof(CWFilePart), NULL, 0);
  CWFilePart *part = g_object_new(type, NULL);
  part->file = file;
  part->at = from;
  part->end = to;
  part->wait = wait;
  part->leave = leave;
  part->flow = flow;
  return part;
}

// Answers a request. Takes the headers and the stream.
static inline void cw_request_answer(
    void *request, unsigned status, const char *reason, void *headers, const char *type, void *stream, gint64 count) {
  WebKitURISchemeResponse *response = webkit_uri_scheme_response_new(stream, count);
  webkit_uri_scheme_response_set_status(response, status, reason);
  webkit_uri_scheme_response_set_content_type(response, type);
  webkit_uri_scheme_response_set_http_headers(response, headers);
  webkit_uri_scheme_request_finish_with_response(request, response);
  g_object_unref(response);
  g_object_unref(stream);
}
