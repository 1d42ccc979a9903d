// Once a second, while work is queued, libdispatch opens "/proc/THREAD/stat" for each thread of its pool to read its
// state (src/event/workqueue.c), and aborts the process if that fails. A filter that denies opening files traps this
// one call. The handler here answers it with the state alone, and only for this process's own threads.
//
// The call itself raises the signal on its thread. libdispatch does not block SIGSYS on its threads (src/init.c,
// _dispatch_sigmask), and threads that existed before the filter receive it (thread_rights.c); a thread that blocks it
// later and makes such a call ends its process.
#define _GNU_SOURCE
#include "system_call_trap.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

// From include/uapi/asm-generic/siginfo.h; the C library defines it since version 2.39.
#ifndef SYS_SECCOMP
#define SYS_SECCOMP 1
#endif

// The number in "/proc/NUMBER/stat"; 0 for any other path.
static pid_t thread_of(const char *path) {
  static const char folder[] = "/proc/";
  if (strncmp(path, folder, sizeof folder - 1) != 0) return 0;
  path += sizeof folder - 1;
  pid_t thread = 0;
  for (int digits = 0; digits < 8 && *path >= '0' && *path <= '9'; digits++) thread = thread * 10 + (*path++ - '0');
  return strcmp(path, "/stat") == 0 ? thread : 0;
}

// 'R' for a thread that has run since the last call, 'S' for one that has not; 0 if it is not a thread of this process.
static char state_of(pid_t thread) {
  // Threads that share an entry only blur each other's state.
  static _Atomic int64_t last_seen[256];
  // The CPU-time clock of a thread: include/linux/posix-timers.h, CPUCLOCK_PERTHREAD_MASK | CPUCLOCK_SCHED.
  clockid_t clock = (clockid_t)((~(uint32_t)thread << 3) | 4 | 2);
  struct timespec time;
  if (clock_gettime(clock, &time) != 0) return 0;
  int64_t now = (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
  return atomic_exchange(&last_seen[thread % 256], now) == now ? 'S' : 'R';
}

int causeway_open_thread_state(const char *path) {
  pid_t thread = thread_of(path);
  char state = thread == 0 ? 0 : state_of(thread);
  if (state == 0) return -EPERM;
  // The start of the kernel's file, as much as libdispatch reads.
  char text[] = "0 (thread) ?";
  text[sizeof text - 2] = state;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -errno;
  ssize_t written = write(ends[1], text, sizeof text - 1);
  close(ends[1]);
  (void)written;  // An empty pipe has room.
  return ends[0];
}

static void answer(int number, siginfo_t *info, void *context) {
  if (info->si_code != SYS_SECCOMP) {
    // Another process sent it: the default action applies when this returns.
    signal(number, SIG_DFL);
    raise(number);
    return;
  }
  int before = errno;
#if defined(__x86_64__)
  greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
  registers[REG_RAX] = causeway_open_thread_state((const char *)registers[REG_RSI]);
#elif defined(__aarch64__)
  mcontext_t *registers = &((ucontext_t *)context)->uc_mcontext;
  registers->regs[0] = (uint64_t)(int64_t)causeway_open_thread_state((const char *)registers->regs[1]);
#else
#error "Which registers hold a system call's second argument and its result?"
#endif
  errno = before;
}

int causeway_answer_trapped_calls(void) {
  struct sigaction action = {.sa_sigaction = answer, .sa_flags = SA_SIGINFO | SA_RESTART};
  sigemptyset(&action.sa_mask);
  return sigaction(SIGSYS, &action, NULL);
}
