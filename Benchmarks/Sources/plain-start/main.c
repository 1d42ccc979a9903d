// A program in plain C that starts the engine with a client, runs nothing and exits: the lower bound for a start.
#include <math.h>

#include "cplain.h"

int main(void) {
  CPlain *host = cplain_create();
  double result = cplain_run(host, "0");
  cplain_destroy(host);
  return isnan(result) ? 1 : 0;
}
