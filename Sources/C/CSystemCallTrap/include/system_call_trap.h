#pragma once
#include <sys/types.h>

/// Installs the handler of SIGSYS in this process.
///
/// A trapped open of "/proc/THREAD/stat" returns a descriptor from which the state of that thread can be read; any
/// other trapped call returns EPERM. Returns 0, or -1 with errno.
int causeway_answer_trapped_calls(void);

/// The result of a trapped open of this path: a descriptor, or a negated error number. Async-signal-safe.
int causeway_open_thread_state(const char *path);

/// Makes the kernel kill this process when the thread that started it ends. Needs the handler of SIGSYS.
///
/// Returns 0 or an error number: ETIMEDOUT if a thread does not receive the C library's signal 33, which only a raw system
/// call can block.
int causeway_end_with_parent(void);

/// Permanently removes the rights of every thread of this process: sets no_new_privs, drops all capabilities, and
/// denies the file system with an empty Landlock ruleset if the kernel has Landlock. Needs the handler of SIGSYS.
///
/// Threads that start meanwhile have lost the rights as well when this returns. `landlock` receives the version of the
/// kernel's Landlock interface, 0 without one. Returns 0 or an error number: ETIMEDOUT if a thread does not receive
/// signal 33.
int causeway_drop_rights(int *landlock);
