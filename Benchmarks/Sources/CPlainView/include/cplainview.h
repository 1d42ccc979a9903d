// A web view whose page awaits native code only by WebKitGTK's own messages with reply.
#pragma once

// It runs on GTK's thread. The page's `webkit.messageHandlers.echo.postMessage(value)` resolves with the value. A text
// is copied out of the engine and back in, as in every program that reads it; any other value is returned unchanged.
void *plain_view_new(const char *html);

// Runs the body of an async function in the page, and returns its result as text; NULL if it threw.
void plain_view_run(void *view, const char *body, void (*done)(const char *result, void *data), void *data);
