const scope = self as unknown as DedicatedWorkerGlobalScope;

const isPrime = (n: number) => {
  for (let divisor = 2; divisor * divisor <= n; divisor++) if (n % divisor === 0) return false;
  return true;
};

scope.onmessage = ({ data: { from, to } }) => {
  let count = 0;
  for (let n = from; n < to; n++) if (isPrime(n)) count++;
  scope.postMessage(count);
};
