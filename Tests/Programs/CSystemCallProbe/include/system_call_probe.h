#pragma once

/// Makes a system call without the C library; returns its result, or a negated error number.
long causeway_call(long number, const long arguments[6]);

/// Makes a system call that may create a process. Such a process ends at once, without using its memory.
long causeway_fork_call(long number, const long arguments[6]);

/// Makes system call 20 of i386, getpid, from a 64-bit program; x86-64 only.
long causeway_call_of_i386(void);

/// The calling thread's number.
int causeway_thread(void);

/// The name of an attempt that a confined process has no right to; null after the last one.
const char *causeway_attempt_name(int index);

/// Makes the attempt; returns 0 for success, otherwise the error number.
int causeway_attempt(int index, int parent);

/// Starts a thread that blocks every signal by a system call of its own, the C library's signals included.
void causeway_start_deaf_thread(void);
