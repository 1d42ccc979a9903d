// @ts-check
// The module `os`: what says nothing about the machine but its kind.

import { nodeHost } from "./host.js";
import { nameMethods } from "./naming.js";
import { refuseAll } from "./refusal.js";

const signals = {
  SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGILL: 4, SIGTRAP: 5, SIGABRT: 6, SIGIOT: 6, SIGBUS: 7, SIGFPE: 8, SIGKILL: 9, SIGUSR1: 10,
  SIGSEGV: 11, SIGUSR2: 12, SIGPIPE: 13, SIGALRM: 14, SIGTERM: 15, SIGCHLD: 17, SIGSTKFLT: 16, SIGCONT: 18, SIGSTOP: 19, SIGTSTP: 20,
  SIGTTIN: 21, SIGTTOU: 22, SIGURG: 23, SIGXCPU: 24, SIGXFSZ: 25, SIGVTALRM: 26, SIGPROF: 27, SIGWINCH: 28, SIGIO: 29, SIGPOLL: 29,
  SIGPWR: 30, SIGSYS: 31,
};
const errno = {
  E2BIG: 7, EACCES: 13, EAGAIN: 11, EBADF: 9, EBUSY: 16, ECONNREFUSED: 111, ECONNRESET: 104, EEXIST: 17, EFBIG: 27, EINTR: 4, EINVAL: 22,
  EIO: 5, EISDIR: 21, ELOOP: 40, EMFILE: 24, ENAMETOOLONG: 36, ENOENT: 2, ENOMEM: 12, ENOSPC: 28, ENOSYS: 38, ENOTDIR: 20, ENOTEMPTY: 39,
  EPERM: 1, EPIPE: 32, EROFS: 30, ETIMEDOUT: 110, EXDEV: 18,
};
const priority = {
  PRIORITY_LOW: 19, PRIORITY_BELOW_NORMAL: 10, PRIORITY_NORMAL: 0, PRIORITY_ABOVE_NORMAL: -7, PRIORITY_HIGH: -14, PRIORITY_HIGHEST: -20,
};

const description = () => nodeHost.describe();

/** @type {any} */
export const os = {
  EOL: "\n",
  devNull: "/dev/null",
  constants: { signals, errno, priority },
  arch: () => description().arch,
  endianness: () => "LE",
  platform: () => "linux",
  type: () => "Linux",
  machine: () => (description().arch === "arm64" ? "aarch64" : "x86_64"),
  homedir: () => description().env.HOME ?? "/",
  tmpdir: () => description().env.TMPDIR ?? "/tmp",
};

refuseAll(os, "os", [
  "availableParallelism", "cpus", "freemem", "getPriority", "hostname", "loadavg", "networkInterfaces", "release", "setPriority",
  "totalmem", "uptime", "userInfo", "version",
], "A program here does not learn about the machine: the host can offer a handler that tells it, or use the network plugin.");
nameMethods(os);
