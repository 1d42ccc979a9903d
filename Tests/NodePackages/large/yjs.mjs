// Merges concurrent changes of several documents.
import * as Y from "yjs";
const documents = [1, 2, 3].map((clientID) => { const document = new Y.Doc(); document.clientID = clientID; return document; });
let seed = 7; const random = (below) => (seed = (seed * 16807) % 2147483647) % below;
const events = [];
documents[0].getText("text").observe((event) => events.push(JSON.stringify(event.delta)));
for (let round = 0; round < 40; round++) {
  for (const document of documents) document.transact(() => { const text = document.getText("text"); for (let step = 0; step < 10; step++) { const at = random(text.length + 1); if (random(3) === 0 && text.length > at + 2) text.delete(at, 2); else text.insert(at, `${document.clientID}${"abcdef"[random(6)]}`, random(5) === 0 ? { bold: true } : undefined); } const map = document.getMap("map"); map.set(`k${random(10)}`, round); const list = document.getArray("list"); list.insert(random(list.length + 1), [round, { by: document.clientID }]); if (list.length > 5) list.delete(random(list.length - 1), 1); }, "local");
  if (round % 4 === 3) for (const from of documents) for (const to of documents) Y.applyUpdate(to, Y.encodeStateAsUpdate(from, Y.encodeStateVector(to)), "remote");
}
console.log(documents.map((document) => document.getText("text").toString()).every((text, _, all) => text === all[0]), documents[0].getText("text").toString(), JSON.stringify(documents[0].getText("text").toDelta()));
console.log(JSON.stringify(documents[1].getMap("map").toJSON(), Object.keys(documents[1].getMap("map").toJSON()).sort()), JSON.stringify(documents[2].getArray("list").toJSON()), events.length, events.at(-1));
const undo = new Y.UndoManager(documents[0].getText("text"), { captureTimeout: 0 }); documents[0].getText("text").insert(0, "undone"); documents[0].getText("text").insert(0, "kept"); undo.undo(); undo.undo(); undo.redo(); console.log(documents[0].getText("text").toString().slice(0, 12));
const update = Y.encodeStateAsUpdate(documents[0]); console.log(update.length, Y.encodeStateVector(documents[0]).length, Y.mergeUpdates([update, Y.encodeStateAsUpdate(documents[1])]).length);
const fragment = documents[0].getXmlFragment("xml"); const element = new Y.XmlElement("p"); element.setAttribute("a", "b"); element.insert(0, [new Y.XmlText("text <&>")]); fragment.insert(0, [element]); console.log(fragment.toString(), JSON.stringify(Y.createRelativePositionFromTypeIndex(documents[0].getText("text"), 4)));
try { Y.applyUpdate(documents[0], Uint8Array.of(1, 2, 3)); } catch (error) { console.log(error.name); }
