#define _GNU_SOURCE
#include "system_call_probe.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)

long causeway_call(long number, const long a[6]) {
  long result;
  register long r10 __asm__("r10") = a[3];
  register long r8 __asm__("r8") = a[4];
  register long r9 __asm__("r9") = a[5];
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "0"(number), "D"(a[0]), "S"(a[1]), "d"(a[2]), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}

long causeway_fork_call(long number, const long a[6]) {
  long result;
  register long r10 __asm__("r10") = a[3];
  register long r8 __asm__("r8") = a[4];
  register long r9 __asm__("r9") = a[5];
  // 60 is exit.
  __asm__ volatile("syscall\n\t"
                   "test %%rax, %%rax\n\t"
                   "jnz 1f\n\t"
                   "mov $60, %%eax\n\t"
                   "xor %%edi, %%edi\n\t"
                   "syscall\n\t"
                   "1:"
                   : "=a"(result)
                   : "0"(number), "D"(a[0]), "S"(a[1]), "d"(a[2]), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory", "cc");
  return result;
}

long causeway_call_of_i386(void) {
  long result;
  __asm__ volatile("int $0x80" : "=a"(result) : "0"(20L) : "r8", "r9", "r10", "r11", "memory");
  return (int)result;
}

#elif defined(__aarch64__)

long causeway_call(long number, const long a[6]) {
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a[0];
  register long x1 __asm__("x1") = a[1];
  register long x2 __asm__("x2") = a[2];
  register long x3 __asm__("x3") = a[3];
  register long x4 __asm__("x4") = a[4];
  register long x5 __asm__("x5") = a[5];
  __asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
  return x0;
}

long causeway_fork_call(long number, const long a[6]) {
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a[0];
  register long x1 __asm__("x1") = a[1];
  register long x2 __asm__("x2") = a[2];
  register long x3 __asm__("x3") = a[3];
  register long x4 __asm__("x4") = a[4];
  register long x5 __asm__("x5") = a[5];
  // 93 is exit.
  __asm__ volatile("svc #0\n\t"
                   "cbnz x0, 1f\n\t"
                   "mov x8, #93\n\t"
                   "svc #0\n\t"
                   "1:"
                   : "+r"(x0), "+r"(x8)
                   : "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                   : "memory", "cc");
  return x0;
}

long causeway_call_of_i386(void) { return -ENOSYS; }

#else
#error "How does this architecture make a system call?"
#endif

static void *block_all_signals(void *argument) {
  (void)argument;
  uint64_t all = ~UINT64_C(0);
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, NULL, sizeof all);
  for (;;) pause();
}

void causeway_start_deaf_thread(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, block_all_signals, NULL);
}
