#pragma once
#include <glib.h>
#include <sys/prctl.h>

// prctl is variadic, which Swift cannot call.
static inline void cglib_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }
