#pragma once
#include <sys/types.h>

/// Has SIGSYS answered in this process: a trapped open of "/proc/THREAD/stat" gives a descriptor to read the state of that
/// thread from, all else EPERM. Returns 0, or -1 with errno.
int causeway_answer_trapped_calls(void);

/// What a trapped open of this path gives: a descriptor, or a negated error number. Safe in a signal handler.
int causeway_open_thread_state(const char *path);
