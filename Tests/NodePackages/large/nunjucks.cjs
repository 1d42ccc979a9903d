// Renders templates that inherit, include, import macros and load asynchronously.
const nunjucks = require("nunjucks");
const files = {
  "base.html": "<title>{% block title %}Base{% endblock %}</title>{% block body %}{% endblock %}{% include 'foot.html' ignore missing %}{% include 'absent.html' ignore missing %}",
  "macros.html": "{% macro field(name, value='', type='text') %}<input name={{ name }} type={{ type }} value=\"{{ value | e }}\">{{ caller() if caller }}{% endmacro %}{% set shared = [1, 2, 3] %}",
  "foot.html": "<footer>{{ year | default(2020) }} {{ who }}</footer>",
  "page.html": `{% extends "base.html" %}{% import 'macros.html' as forms %}{% from 'macros.html' import shared %}
{% block title %}{{ super() }} - {{ title | upper }}{% endblock %}
{% block body %}{% for row in rows | sort(false, false, "n") | batch(3) %}<ul>{% for cell in row %}<li class="{{ loop.index0 }} {{ cycle.next() }}">{{ cell.n }} {{ cell.name | truncate(8) | title }}{% endfor %}</ul>{% else %}none{% endfor %}
{{ forms.field("a", "<x>") }}{% call forms.field("b") %}inside{% endcall %}{% raw %}{{ not }}{% endraw %}
{%- set total = 0 %}{% for n in shared %}{% set total = total + n %}{% endfor %}{{ total }} {{ 7 // 2 }} {{ 2 ** 8 }} {{ "a" ~ 1 }} {{ [1, 2] | join("-") }} {{ { a: 1 } | dump }} {{ 3 if rows is defined else 4 }} {{ rows | groupby("even") | length }}
{% filter replace("x", "y") %}xxx{% endfilter %}{% switch title %}{% case "t" %}T{% default %}D{% endswitch %}{{ text | wordcount | safe }} {{ 1234.5 | round }} {{ "<b>x</b>" | striptags }} {{ "a,b" | urlencode }}{% endblock %}`,
};
const loader = new (nunjucks.Loader.extend({ getSource: (name) => (name in files ? { src: files[name], path: name, noCache: true } : null) }))();
const environment = new nunjucks.Environment(loader, { autoescape: true, throwOnUndefined: false });
environment.addGlobal("cycle", { at: 0, next() { return this.at++ % 2 ? "odd" : "even"; } });
environment.addFilter("later", (text, done) => setTimeout(() => done(null, `later ${text}`), 1), true);
console.log(environment.render("page.html", { title: "t", who: "<me>", text: "some words that are long enough", rows: Array.from({ length: 500 }, (_, n) => ({ n: (n * 7) % 500, even: n % 2 === 0, name: `name number ${n}` })) }));
environment.renderString("{{ 'x' | later }}{% asyncEach a in [1, 2] %}{{ a }}{% endeach %}", {}, (error, text) => console.log(error, text));
for (const bad of ["{% if %}", "{{ a", "{% extends 'absent' %}", "{{ x() }}", "{% for %}{% endfor %}", "{{ 1 | nofilter }}"]) try { console.log(environment.renderString(bad)); } catch (error) { console.log(error.name, error.message); }
