// In Linux, capabilities, no_new_privs, the Landlock domain and the parent-death signal belong to a thread, and the
// system calls change only the calling thread. So each thread of the process receives a signal, and changes itself in the
// signal handler, as the C library does for setuid.
//
// The signal is the one of the C library's own setuid (SIGSETXID), because libraries start threads that block all other
// signals, as GLib does ("gmain"). pthread_sigmask and sigprocmask never block this one, and sanitizers leave it open too.
// Its handler is replaced while the threads change, by system calls of our own, because sigaction refuses the number.
#define _GNU_SOURCE
#include "system_call_trap.h"

#include <dirent.h>
#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

// SIGSETXID of glibc: sysdeps/unix/sysv/linux/internal-signals.h.
#define THREAD_SIGNAL 33

// Changes the calling thread; returns 0 or an error number. Runs in a signal handler.
typedef int (*thread_action)(void);

static _Atomic(thread_action) requested;
static _Atomic int failure;
static sem_t performed;

static void perform(thread_action action) {
  int error = action();
  if (error != 0) atomic_store(&failure, error);
}

// Also lets the interrupted thread receive SIGSYS: the kernel ends a process whose thread blocks it and makes a trapped
// call (system_call_trap.c).
static void answer(int number, siginfo_t *info, void *context) {
  (void)number;
  thread_action action = atomic_load(&requested);
  if (action == NULL || info->si_code != SI_TKILL || info->si_pid != getpid()) return;
  int before = errno;
  sigdelset(&((ucontext_t *)context)->uc_sigmask, SIGSYS);
  perform(action);
  sem_post(&performed);
  errno = before;
}

// The kernel's struct sigaction, of x86-64 and AArch64.
struct kernel_action {
  void (*handler)(int, siginfo_t *, void *);
  unsigned long flags;
  void (*restorer)(void);
  uint64_t mask;
};

static int exchange_action(int number, const struct kernel_action *action, struct kernel_action *before) {
  return syscall(SYS_rt_sigaction, number, action, before, sizeof action->mask) == 0 ? 0 : errno;
}

// Puts `answer` in place of the C library's handler, which `before` receives.
static int install_handler(struct kernel_action *before) {
  // The C library's way back from a handler, which x86-64 needs: the handler of SIGSYS has it.
  struct kernel_action action;
  int error = exchange_action(SIGSYS, NULL, &action);
  if (error != 0) return error;
  action.handler = answer;
  action.flags |= SA_SIGINFO | SA_RESTART;
  action.mask = ~UINT64_C(0);
  return exchange_action(THREAD_SIGNAL, &action, before);
}

static int64_t milliseconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// Waits a few milliseconds; returns whether a thread has performed the action.
static bool wait_for_answer(void) {
  int64_t until = milliseconds(CLOCK_REALTIME) + 5;
  struct timespec time = {until / 1000, until % 1000 * 1000000};
  return sem_timedwait(&performed, &time) == 0;
}

// Makes one thread perform the action within five seconds; returns 0, also if the thread has ended, or an error number.
static int perform_on(pid_t thread) {
  // Consumes the answer of a thread that ended right after it.
  while (sem_trywait(&performed) == 0);
  if (syscall(SYS_tgkill, getpid(), thread, THREAD_SIGNAL) != 0) return errno == ESRCH ? 0 : errno;
  int64_t deadline = milliseconds(CLOCK_MONOTONIC) + 5000;
  while (milliseconds(CLOCK_MONOTONIC) < deadline) {
    if (wait_for_answer()) return 0;
    // A thread that has ended does not answer.
    if (syscall(SYS_tgkill, getpid(), thread, 0) != 0 && errno == ESRCH) return 0;
  }
  return ETIMEDOUT;
}

struct threads {
  pid_t *list;
  size_t count, capacity;
};

static bool contains(const struct threads *threads, pid_t thread) {
  for (size_t i = 0; i < threads->count; i++)
    if (threads->list[i] == thread) return true;
  return false;
}

static int add(struct threads *threads, pid_t thread) {
  if (threads->count == threads->capacity) {
    size_t capacity = threads->capacity == 0 ? 64 : threads->capacity * 2;
    pid_t *list = realloc(threads->list, capacity * sizeof *list);
    if (list == NULL) return ENOMEM;
    threads->list = list;
    threads->capacity = capacity;
  }
  threads->list[threads->count++] = thread;
  return 0;
}

// Performs the action on each thread that is not in the list yet; `found` counts these threads.
static int perform_on_new(struct threads *done, size_t *found) {
  DIR *folder = opendir("/proc/self/task");
  if (folder == NULL) return errno;
  int error = 0;
  for (struct dirent *entry; error == 0 && (entry = readdir(folder)) != NULL;) {
    pid_t thread = (pid_t)strtol(entry->d_name, NULL, 10);
    if (thread <= 0 || contains(done, thread)) continue;
    *found += 1;
    error = add(done, thread);
    if (error == 0) error = perform_on(thread);
  }
  closedir(folder);
  return error;
}

// A new thread inherits from the thread that started it. So when a pass over all threads finds no new one, every thread
// has performed the action or inherited its effect, except the calling one, which starts none meanwhile. It performs
// the action last, since it has to open files until then.
static int on_every_thread(thread_action action) {
  struct threads done = {NULL, 0, 0};
  struct kernel_action before;
  if (sem_init(&performed, 0, 0) != 0) return errno;
  atomic_store(&failure, 0);
  atomic_store(&requested, action);
  int error = install_handler(&before);
  if (error == 0) error = add(&done, (pid_t)syscall(SYS_gettid));
  for (size_t found = 1; error == 0 && found > 0;) {
    found = 0;
    error = perform_on_new(&done, &found);
  }
  atomic_store(&requested, NULL);
  free(done.list);
  // A thread that did not answer in time may still do so: it must not meet the C library's handler.
  if (error == 0) error = exchange_action(THREAD_SIGNAL, &before, NULL);
  sigset_t trapped;
  sigemptyset(&trapped);
  sigaddset(&trapped, SIGSYS);
  pthread_sigmask(SIG_UNBLOCK, &trapped, NULL);
  perform(action);
  return error != 0 ? error : atomic_load(&failure);
}

// The setting of a thread ends with the thread, and a new thread has none: the setting of the first thread, which lives
// as long as the process, is the effective one.
static int end_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0 ? 0 : errno; }

int causeway_end_with_parent(void) { return on_every_thread(end_with_parent); }

// From include/uapi/linux/landlock.h, which older systems lack; the numbers are the same on every architecture.
#define CREATE_RULESET 444
#define RESTRICT_SELF 446
#define CREATE_RULESET_VERSION 1
struct ruleset {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
};

static int ruleset = -1;

// The version of the kernel's interface; 0 if Landlock is missing or disabled.
static int landlock_version(void) {
  long version = syscall(CREATE_RULESET, NULL, 0, CREATE_RULESET_VERSION);
  return version > 0 ? (int)version : 0;
}

// All rights that a version can deny. No signal scope: before Linux 6.15 it would also separate the threads of a
// process, since each has its own domain.
static int make_ruleset(int version) {
  struct ruleset all = {
      // Version 1 has 13 rights; later ones add REFER, TRUNCATE, and in version 5 IOCTL_DEV.
      .files = version >= 5 ? 0xffff : version >= 3 ? 0x7fff : version == 2 ? 0x3fff : 0x1fff,
      // BIND_TCP, CONNECT_TCP
      .network = version >= 4 ? 3 : 0,
      // ABSTRACT_UNIX_SOCKET
      .scopes = version >= 6 ? 1 : 0,
  };
  return (int)syscall(CREATE_RULESET, &all, sizeof all, 0);
}

// From include/uapi/linux/capability.h: _LINUX_CAPABILITY_VERSION_3.
static int drop_capabilities(void) {
  // Unprivileged processes cannot drop from the bounding set, but cannot start a program that would gain from it
  // either.
  for (unsigned long capability = 0; prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0; capability++);
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  struct { uint32_t version; int thread; } header = {0x20080522, 0};
  struct { uint32_t effective, permitted, inheritable; } none[2] = {{0, 0, 0}, {0, 0, 0}};
  return syscall(SYS_capset, &header, none) == 0 ? 0 : errno;
}

static int drop_rights(void) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  int error = drop_capabilities();
  if (error == 0 && ruleset >= 0 && syscall(RESTRICT_SELF, ruleset, 0) != 0) error = errno;
  return error;
}

int causeway_drop_rights(int *landlock) {
  *landlock = landlock_version();
  ruleset = *landlock == 0 ? -1 : make_ruleset(*landlock);
  if (*landlock != 0 && ruleset < 0) return errno;
  int error = on_every_thread(drop_rights);
  if (ruleset >= 0) close(ruleset);
  return error;
}
