#pragma once
#include <zlib.h>

// The initializers are macros with the size of the struct.
static inline int czlib_deflate_init(z_stream *stream, int window_bits) {
  return deflateInit2(stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
}
static inline int czlib_inflate_init(z_stream *stream, int window_bits) { return inflateInit2(stream, window_bits); }
