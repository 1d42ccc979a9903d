// A bill of materials of a release, in SPDX 2.3 as JSON: what the programs contain, and the system's libraries that they load.
//   node Packaging/sbom.mjs ARTEFACTS [PROGRAMS]   prints it; ARTEFACTS is the folder of the release
//   node Packaging/sbom.mjs --check FILE           says what is wrong with one
// Package.resolved and .build-deb/checkouts, or RESOLVED and CHECKOUTS, are those of the build. The same inputs and
// SOURCE_DATE_EPOCH make the same bytes.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packages, swiftLibraries } from "./components.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const run = (command, ...given) => execFileSync(command, given, { encoding: "utf8", timeout: 60_000, stdio: ["ignore", "pipe", "ignore"] });

const idOf = (...parts) => `SPDXRef-${parts.filter(Boolean).join("-").replaceAll(/[^A-Za-z0-9.]+/g, "-")}`;
const hashOf = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** The Debian packages, on this system, of the libraries that the programs name themselves. */
const systemLibraries = (programs) => {
  const paths = ["causeway", "causeway-view"].flatMap((program) => {
    const needed = new Set([...run("objdump", "-p", join(programs, program)).matchAll(/^\s*NEEDED\s+(\S+)/gm)].map(([, name]) => name));
    return [...run("ldd", join(programs, program)).matchAll(/^\s*(\S+) => (\/\S+)/gm)].filter(([, name]) => needed.has(name)).map(([, , path]) => path);
  });
  const names = new Set([...new Set(paths)].map((path) => {
    // A merged /usr: the package may own the file by its other name.
    for (const candidate of [path, path.replace(/^\/usr\//, "/"), `/usr${path}`]) {
      try {
        return run("dpkg-query", "--search", candidate).split(/:[^ ]*? |: /)[0];
      } catch {
        continue;
      }
    }
    throw new Error(`no package owns ${path}`);
  }));
  return [...names].sort().map((name) => {
    const [version, architecture] = run("dpkg-query", "--show", "--showformat=${Version} ${Architecture}\n", name).split("\n")[0].split(" ");
    return { name, version, architecture };
  });
};

const packageOf = (component) => ({
  SPDXID: idOf("Package", component.within, component.name),
  name: component.name,
  ...(component.version === undefined ? {} : { versionInfo: component.version }),
  downloadLocation: component.revision === undefined ? component.address : `git+${component.address}@${component.revision}`,
  filesAnalyzed: false,
  licenseConcluded: component.licence,
  licenseDeclared: component.licence,
  copyrightText: "NOASSERTION",
  ...(component.revision === undefined ? {} : {
    externalRefs: [{
      referenceCategory: "PACKAGE-MANAGER", referenceType: "purl",
      referenceLocator: `pkg:swift/${component.address.replace(/^https:\/\//, "")}@${component.version}`,
    }],
  }),
});

const systemPackageOf = ({ name, version, architecture }) => ({
  SPDXID: idOf("System", name),
  name, versionInfo: version, downloadLocation: "NOASSERTION", filesAnalyzed: false,
  licenseConcluded: "NOASSERTION", licenseDeclared: "NOASSERTION", copyrightText: "NOASSERTION",
  externalRefs: [{
    referenceCategory: "PACKAGE-MANAGER", referenceType: "purl",
    referenceLocator: `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=${architecture}`,
  }],
});

/**
 * @param {object} input
 * @param {string} input.version
 * @param {string} input.created                           as in 2026-11-26T00:00:00Z
 * @param {{ name: string, sha256: string }[]} input.artefacts
 * @param {import("./components.mjs").Component[]} input.contained
 * @param {{ name: string, version: string, architecture: string }[]} input.loaded
 */
export const billOfMaterials = ({ version, created, artefacts, contained, loaded }) => {
  const main = {
    SPDXID: idOf("Package", "Causeway"),
    name: "Causeway", versionInfo: version, downloadLocation: "NOASSERTION", filesAnalyzed: false,
    licenseConcluded: "Apache-2.0", licenseDeclared: "Apache-2.0", copyrightText: "Copyright 2026 the Causeway authors",
  };
  const inside = contained.map(packageOf);
  const system = loaded.map(systemPackageOf);
  const files = artefacts.map(({ name, sha256 }) => ({
    SPDXID: idOf("Artefact", name),
    name, packageFileName: name, versionInfo: version, downloadLocation: "NOASSERTION", filesAnalyzed: false,
    checksums: [{ algorithm: "SHA256", checksumValue: sha256 }],
    licenseConcluded: "Apache-2.0", licenseDeclared: "Apache-2.0", copyrightText: "NOASSERTION",
  }));
  const relate = (from, relationshipType, to) => ({ spdxElementId: from, relationshipType, relatedSpdxElement: to });
  const carrier = ({ within }) => (within === undefined ? main.SPDXID : idOf("Package", within));
  const rest = {
    packages: [main, ...inside, ...system, ...files],
    relationships: [
      relate("SPDXRef-DOCUMENT", "DESCRIBES", main.SPDXID),
      ...contained.map((component, at) =>
        // Macros are expanded while a program is compiled; their package is in none.
        relate(carrier(component), component.name === "swift-syntax" ? "DEPENDS_ON" : "CONTAINS", inside[at].SPDXID)),
      ...system.map(({ SPDXID }) => relate(main.SPDXID, "DYNAMIC_LINK", SPDXID)),
      ...files.map(({ SPDXID }) => relate(SPDXID, "GENERATED_FROM", main.SPDXID)),
    ],
  };
  return {
    spdxVersion: "SPDX-2.3",
    dataLicense: "CC0-1.0",
    SPDXID: "SPDXRef-DOCUMENT",
    name: `causeway-${version}`,
    // A name, not an address: the same contents have the same.
    documentNamespace: `urn:causeway:spdx:${version}:${hashOf(JSON.stringify(rest)).slice(0, 32)}`,
    creationInfo: { created, creators: ["Tool: causeway-sbom", "Organization: The Causeway authors"] },
    ...rest,
  };
};

const licenceNames = new Set(["Apache-2.0", "BSD-3-Clause", "CC0-1.0", "MIT", "Unicode-3.0", "Zlib"]);
const isLicence = (text) => text === "NOASSERTION" || text === "NONE" ||
  (typeof text === "string" && licenceNames.has(text.replace(/ WITH Swift-exception$/, "")));

/** What is wrong with a bill of materials, by the rules of SPDX 2.3, and of a release: nothing may be left out. */
export const problems = (document, expected) => {
  const found = [];
  const fail = (text) => found.push(text);
  if (document?.spdxVersion !== "SPDX-2.3") fail("spdxVersion is not SPDX-2.3");
  if (document?.dataLicense !== "CC0-1.0") fail("dataLicense is not CC0-1.0");
  if (document?.SPDXID !== "SPDXRef-DOCUMENT") fail("the document's SPDXID is not SPDXRef-DOCUMENT");
  if (!/^[a-z][a-z0-9+.-]*:[^#\s]+$/i.test(document?.documentNamespace ?? "")) fail("documentNamespace is no URI without a fragment");
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(document?.creationInfo?.created ?? "")) fail("creationInfo.created is no time in UTC");
  if (!document?.creationInfo?.creators?.every((creator) => /^(Tool|Person|Organization): ./.test(creator))) fail("a creator has no kind");
  const ids = new Set(["SPDXRef-DOCUMENT"]);
  for (const item of document?.packages ?? []) {
    const name = item?.name ?? "a package without a name";
    if (!/^SPDXRef-[A-Za-z0-9.-]+$/.test(item?.SPDXID ?? "")) fail(`${name}: no SPDXID`);
    if (ids.has(item?.SPDXID)) fail(`${name}: its SPDXID ${item.SPDXID} is there twice`);
    ids.add(item?.SPDXID);
    for (const key of ["name", "downloadLocation", "copyrightText"]) if (typeof item?.[key] !== "string" || item[key] === "") fail(`${name}: no ${key}`);
    for (const key of ["licenseConcluded", "licenseDeclared"]) if (!isLicence(item?.[key])) fail(`${name}: ${key} is ${item?.[key]}`);
    for (const { algorithm, checksumValue } of item?.checksums ?? []) {
      if (algorithm !== "SHA256" || !/^[0-9a-f]{64}$/.test(checksumValue)) fail(`${name}: no SHA-256`);
    }
  }
  const related = new Set();
  for (const { spdxElementId, relatedSpdxElement, relationshipType } of document?.relationships ?? []) {
    for (const id of [spdxElementId, relatedSpdxElement]) {
      if (!ids.has(id)) fail(`a relationship names ${id}, which is not there`);
      related.add(id);
    }
    if (!/^[A-Z_]+$/.test(relationshipType ?? "")) fail(`${spdxElementId} has a relationship without a type`);
  }
  if (!document?.relationships?.some(({ relationshipType }) => relationshipType === "DESCRIBES")) fail("the document describes nothing");
  for (const id of ids) if (!related.has(id)) fail(`${id} is related to nothing`);
  const names = new Set((document?.packages ?? []).map(({ name }) => name));
  for (const name of expected ?? []) if (!names.has(name)) fail(`${name} is missing`);
  return found;
};

const resolved = process.env.RESOLVED ?? `${root}Package.resolved`;
const contained = () => {
  const [, swift] = /Swift version (\S+)/.exec(run("swift", "--version")) ?? [];
  return [
    ...packages(resolved, process.env.CHECKOUTS ?? `${root}.build-deb/checkouts`),
    ...swiftLibraries(swift, readFileSync(new URL("licences/Unicode-3.0.txt", import.meta.url), "utf8")),
  ];
};

const main = ([first, second]) => {
  if (first === "--check" && second !== undefined) {
    const names = JSON.parse(readFileSync(resolved, "utf8")).pins.map(({ location }) => location.replace(/\.git$/, "").split("/").at(-1));
    const found = problems(JSON.parse(readFileSync(second, "utf8")), names);
    for (const text of found) console.error(`sbom: ${text}`);
    process.exit(found.length === 0 ? 0 : 1);
  }
  if (first === undefined || first.startsWith("-")) {
    console.error("usage: node Packaging/sbom.mjs ARTEFACTS [PROGRAMS] | --check FILE");
    process.exit(2);
  }
  const epoch = Number(process.env.SOURCE_DATE_EPOCH ?? run("git", "-C", root, "log", "-1", "--format=%ct"));
  const artefacts = readdirSync(first).sort().filter((name) => /\.(deb|tgz|tar\.gz)$/.test(name))
    .map((name) => ({ name, sha256: hashOf(readFileSync(join(first, name))) }));
  const document = billOfMaterials({
    version: run(join(root, "Tools/version")).trim(),
    created: new Date(epoch * 1000).toISOString().replace(/\.\d+Z$/, "Z"),
    artefacts, contained: contained(), loaded: systemLibraries(second ?? `${root}.build-deb/release`),
  });
  console.log(JSON.stringify(document, undefined, 2));
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    main(process.argv.slice(2));
  } catch (error) {
    console.error(`sbom: ${error.message}`);
    process.exit(1);
  }
}
