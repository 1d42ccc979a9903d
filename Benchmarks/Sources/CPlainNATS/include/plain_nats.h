#pragma once
#include <stdbool.h>

/// Microseconds per request and reply over two connections, of `count` requests of which `depth` are in flight; negative on failure.
double plain_nats(const char *url, int depth, int count, bool prompt);
