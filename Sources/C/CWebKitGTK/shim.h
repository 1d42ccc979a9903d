// What Swift calls of GTK and WebKitGTK, with every object as a plain pointer.
//
// GObject's casts are macros, its constructors and signals are variadic, and Swift can call neither. So the casts live
// here, and no C type leaves this file but pointers, numbers and text.
#pragma once
#include <errno.h>
#include <unistd.h>
#include <webkit2/webkit2.h>

// MARK: Objects and signals

static inline void *cw_ref(void *object) { return g_object_ref(object); }
static inline void cw_unref(void *object) { g_object_unref(object); }

static inline unsigned long cw_connect(void *object, const char *signal, void (*handler)(void), void *data) {
  return g_signal_connect_data(object, signal, handler, data, NULL, (GConnectFlags)0);
}
static inline void cw_disconnect(void *object, unsigned long id) { g_signal_handler_disconnect(object, id); }

// Marks an object; false if it has the mark already.
static inline int cw_mark(void *object, const char *mark) {
  if (g_object_get_data(G_OBJECT(object), mark)) return 0;
  g_object_set_data(G_OBJECT(object), mark, GINT_TO_POINTER(1));
  return 1;
}
static inline void cw_unmark(void *object, const char *mark) { g_object_set_data(G_OBJECT(object), mark, NULL); }

// MARK: The main loop

static inline int cw_gtk_start(void) { return gtk_init_check(NULL, NULL); }
static inline int cw_owns_loop(void) { return g_main_context_is_owner(NULL); }
static inline int cw_acquire_loop(void) { return g_main_context_acquire(NULL); }
static inline void cw_release_loop(void) { g_main_context_release(NULL); }
static inline void cw_run_loop(void) {
  GMainLoop *loop = g_main_loop_new(NULL, FALSE);
  g_main_loop_run(loop);
}
static inline void cw_invoke(int (*work)(void *), void *data) {
  g_idle_add_full(G_PRIORITY_DEFAULT, work, data, NULL);
}
static inline unsigned cw_every(unsigned milliseconds, int (*work)(void *), void *data) {
  return g_timeout_add(milliseconds, work, data);
}
static inline void cw_stop_timer(unsigned timer) { g_source_remove(timer); }

// MARK: Scripts and messages

static inline void *cw_view_manager(void *view) { return webkit_web_view_get_user_content_manager(view); }

static inline int cw_register_handler(void *manager, const char *name, const char *world) {
  return webkit_user_content_manager_register_script_message_handler_with_reply(manager, name, world);
}
static inline void cw_unregister_handler(void *manager, const char *name, const char *world) {
  webkit_user_content_manager_unregister_script_message_handler_in_world(manager, name, world);
}

// A script before the page's first, in the top frame or in all of them; world NULL is the page's own.
static inline void *cw_add_script(void *manager, const char *source, const char *world, int all_frames) {
  WebKitUserContentInjectedFrames frames =
      all_frames ? WEBKIT_USER_CONTENT_INJECT_ALL_FRAMES : WEBKIT_USER_CONTENT_INJECT_TOP_FRAME;
  WebKitUserScriptInjectionTime time = WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START;
  WebKitUserScript *script =
      world ? webkit_user_script_new_for_world(source, frames, time, world, NULL, NULL)
            : webkit_user_script_new(source, frames, time, NULL, NULL);
  webkit_user_content_manager_add_script(manager, script);
  return script;
}
static inline void cw_remove_script(void *manager, void *script) {
  webkit_user_content_manager_remove_script(manager, script);
  webkit_user_script_unref(script);
}

// How many characters a message's text has, as JavaScript counts them; -1 if the message is none.
static inline ptrdiff_t cw_text_length(void *value) {
  if (!jsc_value_is_string(value)) return -1;
  JSCValue *length = jsc_value_object_get_property(value, "length");
  double count = jsc_value_to_double(length);
  g_object_unref(length);
  return count;
}
// A text, or a part of it, in UTF-8: 3 ns a character. To be released with cw_release_text.
static inline void *cw_text(void *value) { return jsc_value_to_string_as_bytes(value); }
static inline void *cw_text_part(void *value, size_t from, size_t to) {
  JSCValue *slice = jsc_context_evaluate(jsc_value_get_context(value), "(text, from, to) => text.slice(from, to)", -1);
  JSCValue *part = jsc_value_function_call(
      slice, JSC_TYPE_VALUE, value, G_TYPE_DOUBLE, (double)from, G_TYPE_DOUBLE, (double)to, G_TYPE_NONE);
  void *text = cw_text(part);
  g_object_unref(slice);
  g_object_unref(part);
  return text;
}
static inline const void *cw_text_bytes(void *text, size_t *count) { return g_bytes_get_data(text, count); }
static inline void cw_release_text(void *text) { g_bytes_unref(text); }

static inline void *cw_reply_ref(void *reply) { return webkit_script_message_reply_ref(reply); }
static inline void cw_reply_unref(void *reply) { webkit_script_message_reply_unref(reply); }
static inline void *cw_value_context(void *value) { return g_object_ref(jsc_value_get_context(value)); }
static inline void cw_reply(void *reply, void *value) { webkit_script_message_reply_return_value(reply, value); }

// A string of the engine's, made of UTF-8. Released with cw_unref, as all values.
//
// It is flat. A string that JavaScript joined is not, and newer engines abort if it is replied (docs/engine-notes.md).
static inline void *cw_text_new(void *context, const void *bytes, size_t count) {
  GBytes *utf8 = g_bytes_new_static(bytes, count);
  JSCValue *text = jsc_value_new_string_from_bytes(context, utf8);
  g_bytes_unref(utf8);
  return text;
}
// The bytes, in a buffer of the engine's, of base64 from one place of a text to another; NULL if that is none, or the engine
// too old.
static inline void *cw_from_base64(void *value, size_t from, size_t to) {
  JSCContext *context = jsc_value_get_context(value);
  JSCValue *decode = jsc_context_evaluate(
      context, "(text, from, to) => { try { return Uint8Array.fromBase64(text.slice(from, to)).buffer } catch {} }", -1);
  JSCValue *buffer = jsc_value_function_call(
      decode, JSC_TYPE_VALUE, value, G_TYPE_DOUBLE, (double)from, G_TYPE_DOUBLE, (double)to, G_TYPE_NONE);
  g_object_unref(decode);
  if (jsc_value_is_array_buffer(buffer)) return buffer;
  g_object_unref(buffer);
  return NULL;
}
static inline const void *cw_buffer_bytes(void *buffer, size_t *count) { return jsc_value_array_buffer_get_data(buffer, count); }

// Calls `body` as an asynchronous function with the argument `text`, in a world; NULL is the page's own.
static inline void cw_call(
    void *view, const char *body, const char *name, const char *text, const char *world,
    void (*done)(void *, void *, void *), void *data) {
  GVariantBuilder arguments;
  g_variant_builder_init(&arguments, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add(&arguments, "{sv}", "name", g_variant_new_string(name));
  g_variant_builder_add(&arguments, "{sv}", "text", g_variant_new_string(text));
  // WebKit reads them before it returns, and leaves them to us: it does not even sink what is floating.
  GVariant *owned = g_variant_ref_sink(g_variant_builder_end(&arguments));
  webkit_web_view_call_async_javascript_function(
      view, body, -1, owned, world, "causeway:native", NULL, (GAsyncReadyCallback)done, data);
  g_variant_unref(owned);
}

// The text that such a call came back with, or NULL and what went wrong. To be released with cw_release_text. It ends before
// half of a pair of surrogates, as the engine writes it.
static inline void *cw_call_result(void *view, void *result, char **failure) {
  GError *error = NULL;
  JSCValue *value = webkit_web_view_call_async_javascript_function_finish(view, result, &error);
  if (!value) {
    *failure = g_strdup(error ? error->message : "no value");
    g_clear_error(&error);
    return NULL;
  }
  GBytes *text = jsc_value_to_string_as_bytes(value);
  g_object_unref(value);
  return text;
}

// MARK: The view

// 64 hexadecimal digits, to be given to g_free.
static inline char *cw_sha256(const char *text) { return g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1); }

// A page would write files among those of the user, under names of its own, and ask nobody.
static inline void cw_download_started(WebKitWebContext *context, WebKitDownload *download, void *view) {
  if (webkit_download_get_web_view(download) == view) webkit_download_cancel(download);
}
static inline void *cw_view_new(int ephemeral, int developer_tools, int writes_console) {
  WebKitUserContentManager *manager = webkit_user_content_manager_new();
  void *view = g_object_new(WEBKIT_TYPE_WEB_VIEW, "user-content-manager", manager, "is-ephemeral", ephemeral, NULL);
  g_object_unref(manager);
  WebKitSettings *settings = webkit_web_view_get_settings(view);
  webkit_settings_set_enable_developer_extras(settings, developer_tools);
  webkit_settings_set_enable_write_console_messages_to_stdout(settings, writes_console);
  webkit_settings_set_javascript_can_open_windows_automatically(settings, FALSE);
  g_signal_connect_object(webkit_web_view_get_context(view), "download-started", G_CALLBACK(cw_download_started), view, 0);
  // A widget begins without an owner; it is ours, in a window or not.
  return g_object_ref_sink(view);
}
static inline int cw_dismissed(void *view, WebKitScriptDialog *dialog) {
  if (webkit_script_dialog_get_dialog_type(dialog) == WEBKIT_SCRIPT_DIALOG_BEFORE_UNLOAD_CONFIRM)
    webkit_script_dialog_confirm_set_confirmed(dialog, TRUE);
  return TRUE;
}
static inline int cw_not_printed(void *view, void *operation) { return TRUE; }
static inline int cw_not_told(void *view, WebKitAuthenticationRequest *request) {
  webkit_authentication_request_authenticate(request, NULL);  // To be cancelled would be to have no page at all.
  return TRUE;
}
// Whatever a page asks is answered at once, as by somebody who dismisses the dialog; a page that is to be left is left.
static inline void cw_view_dismiss_dialogs(void *view) {
  g_signal_connect(view, "script-dialog", G_CALLBACK(cw_dismissed), NULL);
  g_signal_connect(view, "print", G_CALLBACK(cw_not_printed), NULL);
  g_signal_connect(view, "authenticate", G_CALLBACK(cw_not_told), NULL);
}
// A page that is left would come back with its old heap, and with promises that nobody will settle.
static inline void cw_view_forget_left_pages(void *view) {
  webkit_settings_set_enable_page_cache(webkit_web_view_get_settings(view), FALSE);
}
static inline void cw_view_load(void *view, const char *uri) { webkit_web_view_load_uri(view, uri); }
static inline void cw_view_load_html(void *view, const char *html, const char *base) {
  webkit_web_view_load_html(view, html, base);
}
static inline const char *cw_view_uri(void *view) { return webkit_web_view_get_uri(view); }
static inline const char *cw_view_title(void *view) { return webkit_web_view_get_title(view); }
static inline void cw_view_reload(void *view) { webkit_web_view_reload(view); }
static inline void cw_view_stop(void *view) { webkit_web_view_stop_loading(view); }
static inline int cw_view_go(void *view, int back) {
  if (!(back ? webkit_web_view_can_go_back(view) : webkit_web_view_can_go_forward(view))) return 0;
  back ? webkit_web_view_go_back(view) : webkit_web_view_go_forward(view);
  return 1;
}
static inline int cw_view_is_loading(void *view) { return webkit_web_view_is_loading(view); }
static inline void cw_view_terminate(void *view) { webkit_web_view_terminate_web_process(view); }
static inline void cw_view_show_tools(void *view) { webkit_web_inspector_show(webkit_web_view_get_inspector(view)); }
static inline const char *cw_error_message(const void *error) { return ((const GError *)error)->message; }

static inline int cw_is_cancelled(const void *error) {
  return g_error_matches(error, WEBKIT_NETWORK_ERROR, WEBKIT_NETWORK_ERROR_CANCELLED);
}

static inline int cw_is_interrupted(const void *error) {
  return g_error_matches(error, WEBKIT_POLICY_ERROR, WEBKIT_POLICY_ERROR_FRAME_LOAD_INTERRUPTED_BY_POLICY_CHANGE);
}

static inline void cw_view_snapshot(void *view, int whole, void (*done)(void *, void *, void *), void *data) {
  webkit_web_view_get_snapshot(
      view, whole ? WEBKIT_SNAPSHOT_REGION_FULL_DOCUMENT : WEBKIT_SNAPSHOT_REGION_VISIBLE, WEBKIT_SNAPSHOT_OPTIONS_NONE,
      NULL, (GAsyncReadyCallback)done, data);
}
static inline cairo_status_t cw_append(void *bytes, const unsigned char *part, unsigned count) {
  g_byte_array_append(bytes, part, count);
  return CAIRO_STATUS_SUCCESS;
}
// The picture as PNG, a GBytes; NULL and what went wrong. To be released with cw_release_text.
static inline void *cw_view_snapshot_png(void *view, void *result, char **failure) {
  GError *error = NULL;
  cairo_surface_t *surface = webkit_web_view_get_snapshot_finish(view, result, &error);
  if (!surface) {
    *failure = g_strdup(error ? error->message : "no picture");
    g_clear_error(&error);
    return NULL;
  }
  GByteArray *bytes = g_byte_array_new();
  cairo_surface_write_to_png_stream(surface, cw_append, bytes);
  cairo_surface_destroy(surface);
  return g_byte_array_free_to_bytes(bytes);
}

// MARK: The window

static inline void *cw_window_new(void *view, const char *title, int width, int height) {
  GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
  gtk_window_set_title(GTK_WINDOW(window), title);
  gtk_window_set_default_size(GTK_WINDOW(window), width, height);
  gtk_container_add(GTK_CONTAINER(window), view);
  gtk_widget_show_all(window);
  return window;
}
static inline void cw_window_set_title(void *window, const char *title) { gtk_window_set_title(window, title); }
static inline void cw_widget_destroy(void *widget) { gtk_widget_destroy(widget); }

// The window that a widget is in; NULL if it is in none.
static inline void *cw_widget_window(void *widget) {
  GtkWidget *top = gtk_widget_get_toplevel(widget);
  return GTK_IS_WINDOW(top) ? top : NULL;
}

// MARK: Dialogs

// A question in a window of its own, over `parent` if that is not NULL. No text of it is markup.
static inline void *cw_dialog_new(void *parent, const char *heading, const char *text) {
  GtkDialogFlags flags = parent ? (GtkDialogFlags)(GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT) : (GtkDialogFlags)0;
  GtkWidget *dialog = gtk_message_dialog_new(parent, flags, GTK_MESSAGE_OTHER, GTK_BUTTONS_NONE, "%s", heading);
  if (*text) gtk_message_dialog_format_secondary_text(GTK_MESSAGE_DIALOG(dialog), "%s", text);
  return dialog;
}
// Adds a button whose label is text, and not a mnemonic; the last one is what Enter presses.
static inline void cw_dialog_add_button(void *dialog, const char *label, int number) {
  GtkWidget *button = gtk_dialog_add_button(dialog, label, number);
  gtk_button_set_use_underline(GTK_BUTTON(button), FALSE);
  gtk_dialog_set_default_response(dialog, number);
}
static inline void *cw_dialog_add_entry(void *dialog, const char *text, const char *placeholder) {
  GtkWidget *entry = gtk_entry_new();
  gtk_entry_set_text(GTK_ENTRY(entry), text);
  gtk_entry_set_placeholder_text(GTK_ENTRY(entry), placeholder);
  gtk_entry_set_activates_default(GTK_ENTRY(entry), TRUE);
  gtk_container_add(GTK_CONTAINER(gtk_message_dialog_get_message_area(GTK_MESSAGE_DIALOG(dialog))), entry);
  return entry;
}
static inline const char *cw_entry_text(void *entry) { return gtk_entry_get_text(entry); }
static inline void cw_dialog_show(void *dialog) {
  gtk_widget_show_all(dialog);
  gtk_window_present(GTK_WINDOW(dialog));
}

// MARK: The clipboard

static inline void cw_clipboard_write(const char *text) {
  gtk_clipboard_set_text(gtk_clipboard_get(GDK_SELECTION_CLIPBOARD), text, -1);
}
// Asks whoever has it for its text; `done` is told once, with NULL if there is none.
static inline void cw_clipboard_read(void (*done)(void *, const char *, void *), void *data) {
  gtk_clipboard_request_text(
      gtk_clipboard_get(GDK_SELECTION_CLIPBOARD), (GtkClipboardTextReceivedFunc)done, data);
}
