// A page with events, forms, selectors, ranges, mutations and serialization.
const { JSDOM } = require("jsdom");
const { window } = new JSDOM(`<!doctype html><html lang=en><head><title>Page</title><base href="http://example.org/a/"><style>.x { color: red } #y > li:nth-child(2) { display: none }</style></head>
<body><ul id=y>${Array.from({ length: 200 }, (_, at) => `<li class="${at % 3 ? "x" : "z w"}" data-at-number=${at}>Item ${at}`).join("")}</ul><form name=f action=go><input name=a value=1><input type=checkbox name=b checked><select name=c><option value=1>one<option value=2 selected>two</select><textarea name=d>text</textarea><button>Send</button></form><a href="../b?q=1#h">link</a><template><p>inert</p></template><table><tr><td>cell</table></body></html>`, { url: "http://example.org/page", contentType: "text/html" });
const { document } = window;
console.log(document.title, document.querySelectorAll("li.z:not([data-at-number='0']) ~ li.w:nth-of-type(10n + 4)").length, document.links[0].href, document.forms.f.elements.length, [...new window.FormData(document.forms.f)]);
const log = [];
new window.MutationObserver((records) => log.push(records.map((record) => `${record.type} ${record.addedNodes.length} ${record.removedNodes.length} ${record.attributeName} ${record.oldValue}`))).observe(document.body, { childList: true, subtree: true, attributes: true, attributeOldValue: true, characterData: true });
for (const phase of [true, false]) for (const node of [window, document.body, document.getElementById("y")]) node.addEventListener("ping", (event) => log.push(`${event.type} ${event.eventPhase} ${event.target.dataset?.atNumber} ${event.detail}`), phase);
const item = document.querySelector("[data-at-number='5']");
console.log(item.dispatchEvent(new window.CustomEvent("ping", { bubbles: true, cancelable: true, detail: { a: 1 } })), item.className, item.closest("ul").id, item.matches("ul > .x"), item.nextElementSibling.textContent);
item.classList.toggle("on"); item.dataset.newName = "v"; item.insertAdjacentHTML("afterend", "<li><em>new</em> &amp; more"); item.remove(); document.querySelector("em").firstChild.data = "changed";
console.log(window.getComputedStyle(document.querySelector("li.x")).color, window.getComputedStyle(document.querySelector("#y > li:nth-child(2)")).display, document.querySelector("template").content.childNodes.length);
const range = document.createRange(); range.setStart(document.querySelector("form"), 1); range.setEndAfter(document.querySelector("select")); console.log(new window.XMLSerializer().serializeToString(range.cloneContents()));
const walker = document.createTreeWalker(document.querySelector("form"), window.NodeFilter.SHOW_TEXT); const texts = []; while (walker.nextNode()) texts.push(walker.currentNode.data); console.log(texts);
console.log(document.evaluate("count(//li[@class='x'])", document, null, window.XPathResult.NUMBER_TYPE).numberValue);
const xml = new window.DOMParser().parseFromString("<a xmlns:b='urn:x'><b:c d='1'/></a>", "application/xml"); console.log(xml.documentElement.firstChild.namespaceURI, new window.XMLSerializer().serializeToString(xml));
for (const bad of [() => document.querySelector("["), () => document.body.appendChild(document), () => document.createElement("1"), () => new window.DOMParser().parseFromString("<a>", "application/xml").documentElement.textContent, () => document.body.removeChild(document.head)]) try { console.log(bad()); } catch (error) { console.log(error.name, error.code, error.message, error instanceof window.DOMException); }
document.cookie = "a=1; path=/"; window.localStorage.setItem("k", "v"); console.log(document.cookie, window.localStorage.length, window.location.pathname);
window.setTimeout(() => { console.log(log); console.log(document.documentElement.outerHTML); window.close(); }, 5);
