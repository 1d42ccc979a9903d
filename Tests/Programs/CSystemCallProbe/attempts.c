// Further attempts of an attacker who controls the engine, with functions of the C library where they exist.
#define _GNU_SOURCE
#include "system_call_probe.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

// An expression that is -1 and sets errno when it fails.
#define ATTEMPT(function, expression)                     \
  static int function(int parent) {                       \
    (void)parent;                                         \
    return (long)(expression) == -1 ? errno : 0;          \
  }
#define CALL(function, ...) ATTEMPT(function, syscall(__VA_ARGS__))

// Processes and programs.

static int failed(long result) { return result < 0 ? (int)-result : 0; }

static int by_fork(int parent) {
  (void)parent;
  pid_t process = fork();
  if (process == 0) _exit(0);
  return process < 0 ? errno : 0;
}

static int by_clone(int parent) {
  (void)parent;
  return failed(causeway_fork_call(SYS_clone, (const long[6]){SIGCHLD}));
}

static int by_vfork(int parent) {
  (void)parent;
  return failed(causeway_fork_call(SYS_clone, (const long[6]){CLONE_VM | CLONE_VFORK | SIGCHLD}));
}

// The flags of a thread and one more: a user namespace, in which a process has all capabilities.
static int by_namespace_thread(int parent) {
  (void)parent;
  return failed(causeway_fork_call(SYS_clone, (const long[6]){0x3d0f00 | CLONE_NEWUSER}));
}

static int by_clone3(int parent) {
  (void)parent;
  uint64_t arguments[11] = {[4] = SIGCHLD};
  return failed(causeway_fork_call(435, (const long[6]){(long)arguments, sizeof arguments}));
}

static int by_posix_spawn(int parent) {
  (void)parent;
  pid_t process;
  return posix_spawn(&process, "/bin/true", NULL, NULL, (char *[]){"true", NULL}, (char *[]){NULL});
}

ATTEMPT(by_execve, execve("/nowhere", (char *[]){"nowhere", NULL}, (char *[]){NULL}))
CALL(by_execveat, SYS_execveat, -1, "", NULL, NULL, AT_EMPTY_PATH)
ATTEMPT(by_setsid, setsid())
ATTEMPT(by_setpgid, setpgid(0, 0))
CALL(by_unshare, SYS_unshare, CLONE_NEWUSER)
CALL(by_setns, SYS_setns, -1, 0)

// Signals, and calls that make the kernel send them.

ATTEMPT(by_kill, kill(parent, 0))
ATTEMPT(by_kill_self, kill(getpid(), 0))
ATTEMPT(by_kill_group, kill(0, 0))
ATTEMPT(by_kill_all, kill(-1, 0))
CALL(by_tkill, SYS_tkill, parent, 0)
CALL(by_tgkill, SYS_tgkill, parent, parent, 0)
CALL(by_queue, SYS_rt_sigqueueinfo, parent, 0, NULL)
CALL(by_thread_queue, SYS_rt_tgsigqueueinfo, parent, parent, 0, NULL)
CALL(by_pidfd, 434, parent, 0)
CALL(by_pidfd_signal, 424, -1, 0, NULL, 0)
ATTEMPT(by_owner, fcntl(STDIN_FILENO, F_SETOWN, parent))
ATTEMPT(by_signal, fcntl(STDIN_FILENO, F_SETSIG, SIGKILL))
ATTEMPT(by_owner_ex, fcntl(STDIN_FILENO, F_SETOWN_EX, (&(struct f_owner_ex){F_OWNER_PID, parent})))
ATTEMPT(by_owner_of_sockets, ioctl(STDIN_FILENO, SIOCSPGRP, &parent))
ATTEMPT(by_owner_of_files, ioctl(STDIN_FILENO, FIOSETOWN, &parent))
ATTEMPT(by_asynchronous_input, ioctl(STDIN_FILENO, FIOASYNC, (&(int){1})))
ATTEMPT(by_lease, fcntl(STDIN_FILENO, F_SETLEASE, F_RDLCK))
ATTEMPT(by_notification, fcntl(STDIN_FILENO, F_NOTIFY, 1))
ATTEMPT(by_pipe_size, fcntl(STDIN_FILENO, F_SETPIPE_SZ, 1 << 20))
CALL(by_timer, SYS_timer_create, CLOCK_MONOTONIC, NULL, NULL)
CALL(by_interval, SYS_setitimer, 0, NULL, NULL)
ATTEMPT(by_typed_character, ioctl(STDIN_FILENO, TIOCSTI, "x"))

// Other processes: their time, their memory.

ATTEMPT(by_scheduler, sched_setscheduler(parent, SCHED_OTHER, (&(struct sched_param){0})))
ATTEMPT(by_own_scheduler, sched_setscheduler(0, SCHED_BATCH, (&(struct sched_param){0})))
ATTEMPT(by_scheduler_parameter, sched_setparam(parent, (&(struct sched_param){0})))
CALL(by_scheduler_attribute, SYS_sched_setattr, parent, NULL, 0)
ATTEMPT(by_affinity, sched_setaffinity(parent, sizeof(cpu_set_t), (&(cpu_set_t){{1}})))
ATTEMPT(by_priority, setpriority(PRIO_PROCESS, (id_t)parent, 0))
ATTEMPT(by_own_priority, setpriority(PRIO_PROCESS, 0, 5))
ATTEMPT(by_priority_of_user, setpriority(PRIO_USER, 0x7ffffff0, 0))
CALL(by_io_priority, SYS_ioprio_set, 1, parent, 0)
ATTEMPT(by_limit, prlimit(parent, RLIMIT_CORE, (&(struct rlimit){0, 0}), NULL))
ATTEMPT(by_own_limit, setrlimit(RLIMIT_NOFILE, (&(struct rlimit){64, 64})))
ATTEMPT(by_ptrace, ptrace(PTRACE_TRACEME, 0, NULL, NULL))
ATTEMPT(by_memory_read, process_vm_readv(parent, NULL, 0, NULL, 0, 0))
ATTEMPT(by_memory_write, process_vm_writev(parent, NULL, 0, NULL, 0, 0))
CALL(by_memory_advice, 440, -1, NULL, 0, 0, 0)
CALL(by_comparison, SYS_kcmp, parent, parent, 0, 0, 0)
CALL(by_pages, SYS_move_pages, parent, 0, NULL, NULL, NULL, 0)
CALL(by_robust_list, SYS_get_robust_list, parent, NULL, NULL)

// The clock of the parent's processor time: include/linux/posix-timers.h, CPUCLOCK_SCHED.
static int by_clock(int parent) {
  struct timespec time;
  return clock_gettime((clockid_t)((~(uint32_t)parent << 3) | 2), &time) == 0 ? 0 : errno;
}

// Persistent and shared objects.

ATTEMPT(by_shared_memory, shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600))
ATTEMPT(by_semaphores, semget(IPC_PRIVATE, 1, IPC_CREAT | 0600))
ATTEMPT(by_messages, msgget(IPC_PRIVATE, IPC_CREAT | 0600))
ATTEMPT(by_queue_of_messages, mq_open("/causeway-test", O_RDONLY))
CALL(by_memory_file, SYS_memfd_create, "causeway", 0)
CALL(by_secret_memory, 447, 0)
CALL(by_keys, SYS_keyctl, 0, 0, 0, 0, 0)

// Files.

ATTEMPT(by_stat, stat("/", (&(struct stat){0})))
ATTEMPT(by_fstat, fstat(STDIN_FILENO, (&(struct stat){0})))
CALL(by_statx, SYS_statx, AT_FDCWD, "/", 0, 0, NULL)
ATTEMPT(by_access, access("/", F_OK))
CALL(by_access_at, 439, AT_FDCWD, "/", F_OK, 0)
ATTEMPT(by_link, readlink("/proc/self/exe", (char[8]){0}, 8))
ATTEMPT(by_open, open("/dev/null", O_RDONLY))
ATTEMPT(by_trapped_open, open("/dev/null", O_RDONLY | O_NONBLOCK))
CALL(by_open_2, 437, AT_FDCWD, "/dev/null", NULL, 0)
ATTEMPT(by_folder, opendir("/") == NULL ? -1 : 0)
ATTEMPT(by_working_folder, getcwd((char[8]){0}, 8) == NULL ? -1 : 0)
ATTEMPT(by_change_of_folder, chdir("/"))
ATTEMPT(by_chmod, chmod("/nowhere", 0))
ATTEMPT(by_unlink, unlink("/nowhere"))
ATTEMPT(by_attribute, getxattr("/", "user.x", NULL, 0))
ATTEMPT(by_watch, inotify_init())
ATTEMPT(by_mount, mount("none", "/nowhere", "tmpfs", 0, NULL))
ATTEMPT(by_duplicate, dup(STDIN_FILENO))
ATTEMPT(by_duplicate_command, fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 100))

// Connections.

ATTEMPT(by_socket, socket(AF_UNIX, SOCK_STREAM, 0))
ATTEMPT(by_socket_pair, socketpair(AF_UNIX, SOCK_STREAM, 0, (int[2]){0}))
ATTEMPT(by_connect, connect(STDIN_FILENO, NULL, 0))
ATTEMPT(by_bind, bind(STDIN_FILENO, NULL, 0))
ATTEMPT(by_descriptor_message, sendmsg(STDIN_FILENO, NULL, 0))
ATTEMPT(by_descriptor_receipt, recvmsg(STDIN_FILENO, NULL, 0))

// Interfaces of the engine and the kernel.

static int mapped(void *memory) { return memory == MAP_FAILED ? errno : 0; }

static int by_executable_memory(int parent) {
  (void)parent;
  return mapped(mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
}

static int by_mapped_file(int parent) {
  (void)parent;
  return mapped(mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, STDIN_FILENO, 0));
}

static int by_made_executable(int parent) {
  (void)parent;
  void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  // A failure that no attempt expects: the ordinary mapping is allowed.
  if (memory == MAP_FAILED) return ENOMEM;
  int error = mprotect(memory, 4096, PROT_READ | PROT_EXEC) == 0 ? 0 : errno;
  munmap(memory, 4096);
  return error;
}

CALL(by_protection_key, SYS_pkey_mprotect, NULL, 0, PROT_EXEC, -1)
ATTEMPT(by_dumpable, prctl(PR_SET_DUMPABLE, 1, 0, 0, 0))
ATTEMPT(by_tracer, prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0))
ATTEMPT(by_parent_death, prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0))
ATTEMPT(by_subreaper, prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0))
ATTEMPT(by_filter, prctl(PR_SET_SECCOMP, 2, NULL, 0, 0))
CALL(by_seccomp, SYS_seccomp, 1, 0, NULL)
CALL(by_capability, SYS_capset, NULL, NULL)
CALL(by_landlock, 444, NULL, 0, 1)
CALL(by_user, SYS_setuid, 0)
CALL(by_personality, SYS_personality, 0x0400000)
CALL(by_ring, 425, 1, NULL)
CALL(by_user_fault, SYS_userfaultfd, 0)
CALL(by_bpf, SYS_bpf, 0, NULL, 0)
CALL(by_performance, SYS_perf_event_open, NULL, 0, -1, -1, 0)
CALL(by_host_name, SYS_sethostname, NULL, -1)
CALL(by_clock_setting, SYS_clock_settime, CLOCK_REALTIME, NULL)
CALL(by_log, SYS_syslog, 10, NULL, 0)

static const struct {
  const char *name;
  int (*run)(int parent);
} attempts[] = {
    {"fork", by_fork}, {"clone", by_clone}, {"vfork", by_vfork}, {"thread in a namespace", by_namespace_thread},
    {"clone3", by_clone3}, {"posix_spawn", by_posix_spawn}, {"execve", by_execve}, {"execveat", by_execveat},
    {"setsid", by_setsid}, {"setpgid", by_setpgid}, {"unshare", by_unshare}, {"setns", by_setns},
    {"kill the parent", by_kill}, {"kill itself", by_kill_self}, {"kill the group", by_kill_group},
    {"kill all", by_kill_all}, {"tkill the parent", by_tkill}, {"tgkill the parent", by_tgkill},
    {"rt_sigqueueinfo", by_queue}, {"rt_tgsigqueueinfo", by_thread_queue}, {"pidfd_open", by_pidfd},
    {"pidfd_send_signal", by_pidfd_signal}, {"F_SETOWN", by_owner}, {"F_SETSIG", by_signal},
    {"F_SETOWN_EX", by_owner_ex}, {"SIOCSPGRP", by_owner_of_sockets}, {"FIOSETOWN", by_owner_of_files},
    {"FIOASYNC", by_asynchronous_input}, {"F_SETLEASE", by_lease}, {"F_NOTIFY", by_notification},
    {"F_SETPIPE_SZ", by_pipe_size}, {"timer_create", by_timer}, {"setitimer", by_interval},
    {"TIOCSTI", by_typed_character},
    {"sched_setscheduler of the parent", by_scheduler}, {"sched_setscheduler", by_own_scheduler},
    {"sched_setparam", by_scheduler_parameter}, {"sched_setattr", by_scheduler_attribute},
    {"sched_setaffinity", by_affinity}, {"setpriority of the parent", by_priority}, {"setpriority", by_own_priority},
    {"setpriority of the user", by_priority_of_user}, {"ioprio_set", by_io_priority},
    {"prlimit of the parent", by_limit}, {"setrlimit", by_own_limit}, {"ptrace", by_ptrace},
    {"process_vm_readv", by_memory_read}, {"process_vm_writev", by_memory_write},
    {"process_madvise", by_memory_advice}, {"kcmp", by_comparison}, {"move_pages", by_pages},
    {"get_robust_list", by_robust_list}, {"clock of the parent", by_clock},
    {"shmget", by_shared_memory}, {"semget", by_semaphores}, {"msgget", by_messages},
    {"mq_open", by_queue_of_messages}, {"memfd_create", by_memory_file}, {"memfd_secret", by_secret_memory},
    {"keyctl", by_keys},
    {"stat", by_stat}, {"fstat", by_fstat}, {"statx", by_statx}, {"access", by_access}, {"faccessat2", by_access_at},
    {"readlink", by_link}, {"open", by_open}, {"open as libdispatch does", by_trapped_open}, {"openat2", by_open_2},
    {"opendir", by_folder}, {"getcwd", by_working_folder}, {"chdir", by_change_of_folder}, {"chmod", by_chmod},
    {"unlink", by_unlink}, {"getxattr", by_attribute}, {"inotify_init", by_watch}, {"mount", by_mount},
    {"dup", by_duplicate}, {"F_DUPFD_CLOEXEC", by_duplicate_command},
    {"socket", by_socket}, {"socketpair", by_socket_pair}, {"connect", by_connect}, {"bind", by_bind},
    {"sendmsg", by_descriptor_message}, {"recvmsg", by_descriptor_receipt},
    {"executable memory", by_executable_memory}, {"mapped file", by_mapped_file},
    {"memory made executable", by_made_executable}, {"pkey_mprotect", by_protection_key},
    {"PR_SET_DUMPABLE", by_dumpable}, {"PR_SET_PTRACER", by_tracer}, {"PR_SET_PDEATHSIG", by_parent_death},
    {"PR_SET_CHILD_SUBREAPER", by_subreaper}, {"PR_SET_SECCOMP", by_filter}, {"seccomp", by_seccomp},
    {"capset", by_capability}, {"landlock_create_ruleset", by_landlock}, {"setuid", by_user},
    {"personality", by_personality}, {"io_uring_setup", by_ring}, {"userfaultfd", by_user_fault}, {"bpf", by_bpf},
    {"perf_event_open", by_performance}, {"sethostname", by_host_name}, {"clock_settime", by_clock_setting},
    {"syslog", by_log},
    {NULL, NULL},
};

const char *causeway_attempt_name(int index) { return attempts[index].name; }

int causeway_attempt(int index, int parent) { return attempts[index].run(parent); }

int causeway_thread(void) { return (int)syscall(SYS_gettid); }
