// The handlers as plain functions, for foreign function interfaces.
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

double echo_number(double x) { return x; }

// A text of the handler, copied into the caller's buffer.
void echo_text(const char *text, size_t length, char *answer) {
  char *own = malloc(length);
  memcpy(own, text, length);
  memcpy(answer, own, length);
  free(own);
}
