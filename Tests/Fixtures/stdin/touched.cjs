process.stdin;
console.log("done", process.stdin.isPaused());
