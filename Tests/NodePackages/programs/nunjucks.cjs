const nunjucks = require("nunjucks");
const environment = new nunjucks.Environment(null, { autoescape: true });
environment.addFilter("twice", (x) => x * 2);
console.log(environment.renderString("{% for x in list if x > 1 %}{{ loop.index }}:{{ x | twice }} {% else %}none{% endfor %}{{ '<b>' }} {% set y = 3 %}{{ y }} {{ 'a' | upper }}", { list: [1, 2, 3] }));
