// The same page in the current style: promises, events, progress, and an AbortSignal.

const { console: terminal, primes, pulse } = bridge.plugins;
const today = document.getElementById("today");
const at = (name) => today.querySelector(`[data-answer=${name}]`);
const [log, count] = today.querySelectorAll("form");
const progress = today.querySelector("progress");

const showError = (error) => {
  at("error").textContent = `${error.code}: ${error.message}`;
};

log.onsubmit = (event) => {
  event.preventDefault();
  terminal.log(log.line.value).catch(showError);
};

let counting;
count.onsubmit = async (event) => {
  event.preventDefault();
  counting?.abort();
  const { signal } = (counting = new AbortController());
  const onProgress = (part) => {
    progress.value = part;
  };
  at("count").textContent = "Counting\u2026";
  try {
    const found = await primes.count({ below: Number(count.below.value) }, { signal, onProgress });
    at("count").textContent = `${found.toLocaleString("en")} primes`;
  } catch (error) {
    if (!signal.aborted) at("count").textContent = `${error.code}: ${error.message}`;
  }
};

let stop;
const commands = {
  start: () => {
    stop ??= pulse.on("beat", (number) => {
      at("beat").textContent = number;
    });
    return pulse.start();
  },
  stop: () => {
    stop?.();
    stop = undefined;
    return pulse.stop();
  },
  unknown: () => bridge.plugins.consol.log("hello"),
  refused: () => terminal.clear(),
};
today.onclick = ({ target }) => commands[target.dataset.do]?.().catch(showError);

// Both halves receive the lines that Swift writes.
terminal.on("wrote", (line) => {
  const item = document.createElement("li");
  item.textContent = line;
  const list = document.getElementById("written");
  list.querySelector(".quiet")?.remove();
  list.prepend(item);
  while (list.children.length > 5) list.lastElementChild.remove();
});
