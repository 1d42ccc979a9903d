// Renders a Vue application on a server, and compiles its templates.
const Vue = require("vue");
const { createRenderer } = require("vue-server-renderer");
const { compile } = require("vue-template-compiler");
Vue.config.productionTip = false; Vue.config.devtools = false;
Vue.component("row", { props: { at: { type: Number, required: true }, tag: { default: () => "none" } }, data() { return { double: this.at * 2 }; }, computed: { text() { return `${this.at} ${this.double} ${this.tag}`; } }, template: "<li :class=\"{ odd: at % 2, even: !(at % 2) }\" :style=\"{ top: at + 'px' }\">{{ text | upper }}<slot name=\"after\" :value=\"double\">default</slot></li>" });
Vue.filter("upper", (text) => text.toUpperCase());
const app = new Vue({ data: { rows: Array.from({ length: 200 }, (_, at) => at), html: "<b>raw</b>", show: false, map: { a: 1, b: 2 } }, template: "<div id=app><ul><row v-for=\"at in rows\" :key=at :at=at><template #after=\"{ value }\"><i v-if=\"value % 3 === 0\">{{ value }}</i><u v-else-if=\"value % 2\">odd</u><s v-else>{{ '<' + value }}</s></template></row></ul><p v-html=html v-show=show></p><span v-for=\"(value, key, index) in map\" v-bind:data-x=key>{{ index }}{{ value }}</span><input v-model=html type=checkbox><component :is=\"'h1'\" v-text=html /><pre v-pre>{{ raw }}</pre></div>" });
const renderer = createRenderer();
renderer.renderToString(app).then((html) => { console.log(html); return renderer.renderToString(new Vue({ render: () => { throw new Error("render failed"); } })); }).catch((error) => console.log(error.message)).then(() => {
  const watched = new Vue({ data: { a: 1, list: [1], nested: { x: { y: 1 } } }, computed: { sum() { return this.a + this.list.reduce((a, b) => a + b, 0); } }, watch: { sum(now, before) { console.log("sum", now, before); }, nested: { deep: true, handler(value) { console.log("nested", JSON.stringify(value)); } } } });
  watched.a = 2; watched.list.push(5); watched.nested.x.y = 2; return Vue.nextTick().then(() => console.log(watched.sum));
});
for (const template of ["<div v-for=\"a in b\" @click.once=\"c($event)\" :d.sync=\"e\">{{ f | g(1) }}<slot/></div>", "<p v-if=a>1</p><p v-else>2</p>", "<div><span></div>", "<a :b=\"c +\"></a>", "<div v-for=\"x\"></div>", ""]) { const { render, staticRenderFns, errors, tips } = compile(template); console.log(render, staticRenderFns, errors, tips); }
