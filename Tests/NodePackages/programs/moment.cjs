const moment = require("moment");
const day = moment.utc("2020-02-29T12:30:00Z");
console.log(day.format("dddd, MMMM Do YYYY, h:mm:ss a"), day.clone().add(1, "year").toISOString(), day.isoWeek(), moment.duration(90, "minutes").humanize());
console.log(moment.utc("25.12.1995", "DD.MM.YYYY").unix(), moment("nope", moment.ISO_8601).isValid(), moment.locale());
