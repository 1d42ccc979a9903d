#pragma once
#include <stdbool.h>

/// Microseconds per request and reply over two connections, of `count` requests of which `depth` are in flight; negative on failure.
double plain_nats(const char *url, int depth, int count, bool prompt);

/// Microseconds per message of `size` bytes from one connection to another one, of `count` messages; negative on failure.
double plain_publish(const char *url, int count, int size);

/// Microseconds to store an item of `size` bytes in a stream on the server's disk, and to fetch and acknowledge it, one at a time.
///
/// False on failure.
bool plain_queue(const char *url, int count, int size, double *put, double *take);
