#pragma once
#include <gumbo.h>
#include <iconv.h>

// A constant of C's is a variable to Swift; errors are not wanted, and each would be kept.
static inline GumboOptions clipper_parser_options(void) {
  GumboOptions options = kGumboDefaultOptions;
  options.max_errors = 0;
  return options;
}
