const response = await fetch(`http://127.0.0.1:${scriptArgs[0]}/`, { signal: AbortSignal.timeout(10_000) });
console.log("fetched", await response.text());
