// Zones, locales, durations and parsing over many dates.
const moment = require("moment-timezone");
console.log(moment.tz.names().length, moment.locales().length);
for (const zone of ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia", "America/Sao_Paulo"]) {
  console.log(zone, Array.from({ length: 24 }, (_, at) => moment.tz(Date.UTC(1990 + at * 2, at % 12, 28, at), zone).format("YYYY-MM-DD HH:mm:ss Z z [W]WW DDDo")));
  console.log(moment.tz("2021-03-28 02:30", zone).format(), moment.tz("2021-11-07 01:30", zone).utc().format(), moment.tz(Date.UTC(2021, 5, 1), zone).add(6, "months").isDST());
}
for (const locale of ["de", "fr", "ru", "ar", "ja", "hi", "th"]) { const day = moment.tz("2020-02-29T15:04:05.678", "Europe/Berlin").locale(locale); console.log(locale, day.format("LLLL"), day.format("dddd Do MMMM"), moment.duration(-3.5, "days").locale(locale).humanize(true), day.clone().startOf("week").format("LL"), day.localeData().ordinal(3), day.calendar(moment.tz("2020-03-02", "Europe/Berlin"))); }
for (const [text, format] of [["31-12-1999 23:59", "DD-MM-YYYY HH:mm"], ["2020 366", "YYYY DDDD"], ["3rd March 21", "Do MMMM YY", "en"], ["2013-W06-5", undefined], ["1e3", "X"], ["12:30 PM +0530", "hh:mm A ZZ"], ["nonsense", "YYYY"], ["2021-02-30", undefined]]) { const parsed = moment.utc(text, format ?? moment.ISO_8601, true); console.log(text, parsed.isValid(), parsed.isValid() ? (format === "hh:mm A ZZ" ? parsed.format("HH:mm") : parsed.toISOString()) : parsed.invalidAt()); }
console.log(moment.duration("P1Y2M10DT2H30M").toISOString(), moment.utc("2020-01-31").add(1, "month").format("L"), moment.utc("2020-01-01").diff(moment.utc("2010-05-15"), "months", true), moment.utc("2020-06-15").isBetween("2020-01-01", "2020-12-31"), moment.max(moment.utc(5), moment.utc(9)).valueOf());
