// In the older style: one function with a callback, and a named query of the host.
function execute(start, end, callback) {
  var entries = Context.context().queryEntriesBetweenDateStartEnd(start, end);
  var total = 0;
  for (var i = 0; i < entries.length; i++) {
    total += entries[i].amount;
  }
  callback({ entries: entries.length, total: total });
}
