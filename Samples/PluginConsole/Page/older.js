// In the style of pages for WKScriptMessageHandler bridges: a queue of callbacks, and two global functions that call
// them.

var queue = [];

function perform(className, functionName, data, onSuccess, onError) {
  queue.push({ onSuccess: onSuccess, onError: onError });
  window.webkit.messageHandlers.native.postMessage({
    className: className, functionName: functionName, taskId: queue.length - 1, data: data,
  });
}

function fireTask(id, text) { queue[id].onSuccess(JSON.parse(text)); }
function onError(id, message) { queue[id].onError(message); }

// No callback is needed for a written line.
var Console = {
  log: function (line) {
    window.webkit.messageHandlers.native.postMessage({ className: 'Console', functionName: 'log', data: line });
  },
};

var older = document.getElementById('older');
function show(name, text) { older.querySelector('[data-answer=' + name + ']').textContent = text; }
function showError(message) { show('error', message); }
function onBeat(number) { show('beat', number); }
function nothing() {}

older.querySelectorAll('form')[0].onsubmit = function (event) {
  event.preventDefault();
  Console.log(this.line.value);
};

older.querySelectorAll('form')[1].onsubmit = function (event) {
  event.preventDefault();
  show('count', 'Counting\u2026');
  perform('Primes', 'count', { below: Number(this.below.value) },
    function (count) { show('count', count.toLocaleString('en') + ' primes'); },
    function (message) { show('count', message); });
};

older.onclick = function (event) {
  switch (event.target.dataset.do) {
    case 'start': return perform('Pulse', 'start', { telling: 'onBeat' }, nothing, showError);
    case 'stop': return perform('Pulse', 'stop', undefined, nothing, showError);
    case 'unknown': return perform('Consol', 'log', 'hello', nothing, showError);
    case 'refused': return perform('Console', 'clear', undefined, nothing, showError);
  }
};
