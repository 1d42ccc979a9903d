// A bill of materials names everything once, and its check finds what is wrong with one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { billOfMaterials, problems } from "../sbom.mjs";

const component = (name, more = {}) => ({
  name, version: "1.2.3", revision: "b".repeat(40), address: `https://github.com/apple/${name}`, licence: "Apache-2.0", text: "", notice: undefined, within: undefined, ...more,
});
const input = {
  version: "1.0.0",
  created: "2026-11-26T00:00:00Z",
  artefacts: [{ name: "causeway_1.0.0_amd64.deb", sha256: "c".repeat(64) }],
  contained: [
    component("swift-nio"), component("swift-syntax", { licence: "Apache-2.0 WITH Swift-exception" }), component("swift-crypto"),
    component("BoringSSL", { within: "swift-crypto", version: undefined, revision: undefined }),
  ],
  loaded: [{ name: "libstdc++6", version: "12.2.0-14+deb12u1", architecture: "amd64" }],
};

test("everything is there, in its relation to the programs", () => {
  const document = billOfMaterials(input);
  assert.deepEqual(problems(document, ["swift-nio", "swift-syntax", "swift-crypto"]), []);
  const related = document.relationships.map(({ spdxElementId, relationshipType, relatedSpdxElement }) => `${spdxElementId} ${relationshipType} ${relatedSpdxElement}`);
  for (const expected of [
    "SPDXRef-Package-Causeway CONTAINS SPDXRef-Package-swift-nio", "SPDXRef-Package-Causeway DEPENDS_ON SPDXRef-Package-swift-syntax",
    "SPDXRef-Package-swift-crypto CONTAINS SPDXRef-Package-swift-crypto-BoringSSL", "SPDXRef-Package-Causeway DYNAMIC_LINK SPDXRef-System-libstdc-6",
    "SPDXRef-Artefact-causeway-1.0.0-amd64.deb GENERATED_FROM SPDXRef-Package-Causeway",
  ]) assert.ok(related.includes(expected), expected);
  const nio = document.packages.find(({ name }) => name === "swift-nio");
  assert.equal(nio.externalRefs[0].referenceLocator, "pkg:swift/github.com/apple/swift-nio@1.2.3");
  assert.equal(nio.downloadLocation, `git+https://github.com/apple/swift-nio@${"b".repeat(40)}`);
  assert.equal(document.packages.find(({ name }) => name === "libstdc++6").externalRefs[0].referenceLocator, "pkg:deb/debian/libstdc%2B%2B6@12.2.0-14%2Bdeb12u1?arch=amd64");
});

test("the same inputs make the same bytes, and other contents another name", () => {
  assert.equal(JSON.stringify(billOfMaterials(input)), JSON.stringify(billOfMaterials(structuredClone(input))));
  const other = { ...input, loaded: [] };
  assert.notEqual(billOfMaterials(input).documentNamespace, billOfMaterials(other).documentNamespace);
});

test("each mistake is found", () => {
  const mistakes = [
    [(document) => delete document.spdxVersion, /spdxVersion/],
    [(document) => (document.documentNamespace = "no address"), /documentNamespace/],
    [(document) => (document.creationInfo.created = "yesterday"), /created/],
    [(document) => delete document.packages[1].licenseConcluded, /swift-nio: licenseConcluded/],
    [(document) => (document.packages[1].licenseDeclared = "a good one"), /swift-nio: licenseDeclared/],
    [(document) => (document.packages[1].SPDXID = document.packages[2].SPDXID), /twice/],
    [(document) => document.packages.splice(1, 1), /SPDXRef-Package-swift-nio, which is not there[^]*swift-nio is missing/],
    [(document) => document.relationships.pop(), /related to nothing/],
    [(document) => (document.packages.at(-1).checksums[0].checksumValue = "123"), /SHA-256/],
    [(document) => delete document.packages[1].downloadLocation, /swift-nio: no downloadLocation/],
    [(document) => document.relationships.shift(), /describes nothing/],
  ];
  for (const [change, expected] of mistakes) {
    const document = structuredClone(billOfMaterials(input));
    change(document);
    assert.match(problems(document, ["swift-nio"]).join("\n"), expected);
  }
  assert.ok(problems(undefined).length > 0);
});
