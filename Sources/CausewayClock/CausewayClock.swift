// CausewayClock
