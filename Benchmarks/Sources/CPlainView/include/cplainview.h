// A web view whose page awaits native code by WebKitGTK's own messages with reply, and by nothing else.
#pragma once

// All of it on GTK's thread. The page's `webkit.messageHandlers.echo.postMessage(value)` resolves with the value: a text
// is copied out of the engine and back in, as every program that reads it has to; all else is handed back as it is.
void *plain_view_new(const char *html);

// Runs the body of an asynchronous function in the page, and says its result as text; NULL when it threw.
void plain_view_run(void *view, const char *body, void (*done)(const char *result, void *data), void *data);
