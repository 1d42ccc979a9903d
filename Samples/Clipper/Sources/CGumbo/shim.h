#pragma once
#include <gumbo.h>
#include <iconv.h>

// Swift imports a C constant as a variable. Errors are not used, and each would be stored.
static inline GumboOptions clipper_parser_options(void) {
  GumboOptions options = kGumboDefaultOptions;
  options.max_errors = 0;
  return options;
}
