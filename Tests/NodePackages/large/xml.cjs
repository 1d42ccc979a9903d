// A large document through three parsers and back.
const { parseString, Builder } = require("xml2js");
const { DOMParser, XMLSerializer } = require("@xmldom/xmldom");
const sax = require("sax");
const text = `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY e "ent">]><r xmlns:a="urn:a" xml:lang="en"><!-- c --><?pi d?>${Array.from({ length: 1000 }, (_, at) => `<a:item id="${at}" q='"&lt;'>Text &amp; ${at} &#x263A;<sub><![CDATA[<raw>${at}]]></sub><empty/></a:item>`).join("\n")}</r>`;
parseString(text, { explicitArray: false, mergeAttrs: true, valueProcessors: [(value) => (/^\d+$/.test(value) ? Number(value) : value)] }, (error, result) => { console.log(error, Object.keys(result.r), JSON.stringify(result.r["a:item"].slice(0, 3))); console.log(new Builder({ rootName: "out", cdata: true, renderOpts: { pretty: true, indent: " " } }).buildObject({ $: { a: 1 }, list: result.r["a:item"].slice(0, 2).map(({ id, sub }) => ({ id, sub })), text: "<&>" })); });
const events = {};
const parser = sax.parser(true, { xmlns: true, position: true });
for (const name of sax.EVENTS) parser[`on${name}`] = (value) => { events[name] = (events[name] ?? 0) + 1; if (name === "error") { console.log(value.message); parser.resume(); } };
parser.write(text).close(); console.log(events);
for (const bad of ["<a><b></a>", "<a b=c/>", "<a>&nope;</a>", "text", "<a></a><b/>"]) { const strict = sax.parser(true); const errors = []; strict.onerror = (error) => { errors.push(error.message.replace(/\n/g, "|")); strict.error = null; }; try { strict.write(bad).close(); } catch (error) { errors.push(error.message); } console.log(errors); parseString(bad, (error, result) => console.log(error?.message.replace(/\n/g, "|"), JSON.stringify(result))); }
const document = new DOMParser({ errorHandler: { warning: console.log, error: console.log, fatalError: console.log } }).parseFromString(text, "text/xml");
const items = document.getElementsByTagNameNS("urn:a", "item"); console.log(items.length, items[7].getAttribute("q"), items[7].textContent, items[7].lookupNamespaceURI("a"));
items[0].setAttributeNS("urn:z", "z:new", "<\">"); items[0].appendChild(document.createCDATASection("x")); items[1].parentNode.removeChild(items[1]); console.log(new XMLSerializer().serializeToString(document));
