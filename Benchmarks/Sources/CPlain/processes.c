// Messages between two processes: the lower bound for a call to another process and its answer.
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cplain.h"

// About as long as a call with a number on the wire.
enum { SIZE = 64, MOST = 256 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int write_all(int descriptor, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return -1;
    bytes += written;
    count -= (size_t)written;
  }
  return 0;
}

// Returns every message, until the other end closes.
static void echo(int descriptor) {
  char bytes[SIZE * MOST];
  for (;;) {
    ssize_t count = read(descriptor, bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0 || write_all(descriptor, bytes, (size_t)count) < 0) return;
  }
}

// Keeps `depth` messages in flight: received answers are replaced by as many new messages at once.
static int ask(int descriptor, int64_t depth, int64_t count) {
  char bytes[SIZE * MOST];
  memset(bytes, 'x', sizeof bytes);
  int64_t sent = 0, answered = 0;
  size_t part = 0;
  while (answered < count) {
    int64_t next = depth - (sent - answered);
    if (next > count - sent) next = count - sent;
    if (next > MOST) next = MOST;
    if (next > 0 && write_all(descriptor, bytes, (size_t)next * SIZE) < 0) return -1;
    sent += next;
    ssize_t got = read(descriptor, bytes, sizeof bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return -1;
    part += (size_t)got;
    answered += (int64_t)(part / SIZE);
    part %= SIZE;
  }
  return 0;
}

double cplain_processes(int64_t depth, int64_t count) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return NAN;
  pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    echo(ends[1]);
    _exit(0);
  }
  close(ends[1]);
  double begin = now();
  int failed = child < 0 ? -1 : ask(ends[0], depth, count);
  double elapsed = now() - begin;
  close(ends[0]);
  if (child > 0) waitpid(child, NULL, 0);
  return failed ? NAN : elapsed / (double)count;
}
