#pragma once
#include <signal.h>
#include <stdbool.h>

/// Called by the handler of SIGSYS: performs the action for which this process sent the signal to the calling thread.
///
/// Returns false if the signal has another origin.
bool causeway_perform_thread_action(const siginfo_t *info);
