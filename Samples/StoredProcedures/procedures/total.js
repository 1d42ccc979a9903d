// As it was written years ago: one function that calls back, rows from a query of the host's.
function execute(start, end, callback) {
  var entries = Context.context().queryEntriesBetweenDateStartEnd(start, end);
  var total = 0;
  for (var i = 0; i < entries.length; i++) {
    total += entries[i].amount;
  }
  callback({ entries: entries.length, total: total });
}
