#ifdef WEB_VIEW
#include "include/cplainview.h"

#include <webkit2/webkit2.h>

static gboolean received(WebKitUserContentManager *manager, JSCValue *value, WebKitScriptMessageReply *reply, void *data) {
  if (!jsc_value_is_string(value)) {
    webkit_script_message_reply_return_value(reply, value);
    return TRUE;
  }
  GBytes *text = jsc_value_to_string_as_bytes(value);
  JSCValue *answer = jsc_value_new_string_from_bytes(jsc_value_get_context(value), text);
  webkit_script_message_reply_return_value(reply, answer);
  g_object_unref(answer);
  g_bytes_unref(text);
  return TRUE;
}

void *plain_view_new(const char *html) {
  WebKitUserContentManager *manager = webkit_user_content_manager_new();
  g_signal_connect(manager, "script-message-with-reply-received::echo", G_CALLBACK(received), NULL);
  webkit_user_content_manager_register_script_message_handler_with_reply(manager, "echo", NULL);
  GtkWidget *view = webkit_web_view_new_with_user_content_manager(manager);
  g_object_unref(manager);
  GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
  gtk_container_add(GTK_CONTAINER(window), view);
  gtk_widget_show_all(window);
  webkit_web_view_load_html(WEBKIT_WEB_VIEW(view), html, "https://bench.test/");
  return view;
}

typedef struct {
  void (*done)(const char *, void *);
  void *data;
} Run;

static void finished(GObject *view, GAsyncResult *result, void *data) {
  Run *run = data;
  JSCValue *value = webkit_web_view_call_async_javascript_function_finish(WEBKIT_WEB_VIEW(view), result, NULL);
  char *text = value ? jsc_value_to_string(value) : NULL;
  run->done(text, run->data);
  g_free(text);
  g_clear_object(&value);
  g_free(run);
}

void plain_view_run(void *view, const char *body, void (*done)(const char *, void *), void *data) {
  Run *run = g_new(Run, 1);
  *run = (Run){done, data};
  webkit_web_view_call_async_javascript_function(view, body, -1, NULL, NULL, NULL, NULL, finished, run);
}
#endif
