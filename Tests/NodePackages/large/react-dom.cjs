// Renders components with hooks, context, suspense and streams on a server.
// The variable is not set in Node, and "production" here.
process.env.NODE_ENV = "test";
console.error = () => {};
const React = require("react");
const server = require("react-dom/server");
const h = React.createElement;
const Theme = React.createContext("light");
const Row = React.memo(function Row({ at, children }) { const [count, setCount] = React.useState(() => at * 2); if (count === at * 2 && at % 5 === 0) setCount(count + 1); const id = React.useId?.() ?? "id"; const theme = React.useContext(Theme); const text = React.useMemo(() => `row ${at} ${count}`, [at, count]); return h("li", { className: theme, "data-id": id, style: { marginTop: at, "--x": 1, lineHeight: 2 }, "aria-label": "\"<&>\"", hidden: at % 2 === 0, onClick() {} }, text, children); });
class Boundary extends React.Component { state = { error: null }; static getDerivedStateFromError(error) { return { error }; } render() { return this.state.error ? h("b", null, "failed") : this.props.children; } }
const Forward = React.forwardRef((props, ref) => h("input", { ...props, ref, defaultValue: "v", readOnly: true, value: undefined, tabIndex: 1, maxLength: 3, autoFocus: true }));
const App = () => h(Theme.Provider, { value: "dark" }, h(React.Fragment, null, h("ul", null, Array.from({ length: 300 }, (_, at) => h(Row, { key: at, at }, at % 3 ? null : h("em", null, ["a", 1, false, null])))), h(Forward), h("div", { dangerouslySetInnerHTML: { __html: "<raw>" } }), h(React.Suspense, { fallback: "waiting" }, "ready"), h("svg", { viewBox: "0 0 1 1", xlinkHref: "#a" }), h("select", { defaultValue: "b" }, h("option", { value: "a" }, "A"), h("option", { value: "b" }, "B")), h("textarea", { defaultValue: "<t>" }), h("p", null, "a", "b", 5)));
console.log(server.renderToStaticMarkup(h(App)));
console.log(server.renderToString(h(Boundary, null, h(App))).length, server.renderToString(h("p", null, "x", "y")));
for (const bad of [() => server.renderToString(h(undefined)), () => server.renderToString(h("p", null, {})), () => server.renderToString(h(() => { throw new RangeError("thrown"); })), () => React.Children.only([]), () => server.renderToString(h("br", null, "x")), () => server.renderToString(h("p", { style: "a:b" }))]) try { console.log(bad()); } catch (error) { console.log(error.name, error.message); }
const parts = []; const stream = server.renderToNodeStream ? server.renderToNodeStream(h(App)) : undefined; stream?.on("data", (chunk) => parts.push(String(chunk))).on("end", () => console.log(parts.join("").length));
const renderer = require("react-test-renderer"); let clicks; const Counter = () => { const [n, set] = React.useReducer((a, b) => a + b, 0); React.useEffect(() => { set(1); return () => console.log("unmounted"); }, []); clicks = set; return h("button", { onClick: () => set(1) }, n); };
let tree; renderer.act(() => { tree = renderer.create(h(Counter)); }); renderer.act(() => clicks(5)); console.log(JSON.stringify(tree.toJSON()), tree.root.findByType("button").children); renderer.act(() => tree.unmount());
