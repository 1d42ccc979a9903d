const dateformat = require("dateformat"), strftime = require("strftime"), cronstrue = require("cronstrue"), { isValidCron } = require("cron-validator"), ms = require("pretty-ms"), bytes = require("pretty-bytes"), filesize = require("filesize");
const date = new Date(Date.UTC(2020, 1, 29, 15, 4, 5, 678));
console.log((dateformat.default ?? dateformat)(date, "UTC:dddd, mmmm dS, yyyy, h:MM:ss.l TT W"), strftime.utc()("%A %e %B %Y %H:%M:%S.%L %j %U %s %%", date));
for (const cron of ["*/5 * * * *", "0 9-17 * * MON-FRI", "30 4 1,15 * 5", "0 0 12 1/1 * ? *", "@daily"]) try { console.log(cronstrue.toString(cron), isValidCron(cron, { seconds: true, alias: true })); } catch (error) { console.log(String(error)); }
console.log((ms.default ?? ms)(1337000123, { verbose: true, unitCount: 3 }), (bytes.default ?? bytes)(123456789, { binary: true }), (filesize.filesize ?? filesize.default ?? filesize)(265318, { base: 2, round: 1 }));
try { (bytes.default ?? bytes)("x"); } catch (error) { console.log(error.name, error.message); }
