#pragma once
#include <sys/types.h>

/// Installs the handler of SIGSYS in this process: a trapped open of "/proc/THREAD/stat" gives a descriptor from which the
/// state of that thread can be read, any other trapped call EPERM. Returns 0, or -1 with errno.
int causeway_answer_trapped_calls(void);

/// The result of a trapped open of this path: a descriptor, or a negated error number. Safe in a signal handler.
int causeway_open_thread_state(const char *path);

/// Has the kernel kill this process when the thread that started it ends. Needs the handler of SIGSYS.
///
/// Returns 0 or an error number: ETIMEDOUT when a thread blocks SIGSYS.
int causeway_end_with_parent(void);

/// Takes the rights of every thread of this process for good: no_new_privs, all capabilities, and the file system by a
/// Landlock ruleset without a rule where the kernel has Landlock. Needs the handler of SIGSYS.
///
/// A thread that starts meanwhile has lost them too when this returns. `landlock` receives the kernel's version of
/// Landlock's interface, 0 where it has none. Returns 0 or an error number: ETIMEDOUT when a thread blocks SIGSYS.
int causeway_drop_rights(int *landlock);
