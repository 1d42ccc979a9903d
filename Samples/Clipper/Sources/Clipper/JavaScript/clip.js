// @ts-check
"use strict";

/**
 * The arguments from the program, which are values only.
 * @typedef {object} ClipRequest
 * @property {ArrayBuffer | Uint8Array} page the bytes of the page
 * @property {string} charset the character set that the server named; empty if it named none
 * @property {string} address the address of the page
 * @property {string} clipped the current local time
 * @property {string} template the template of the note
 * @property {string} name the template of the note's name
 * @property {number} pages the largest number of fetched pages of one article, including the first
 */

/** Removes content around the main text, and a heading that repeats the note's title. */
function contentOf(/** @type {PageNode} */ root, /** @type {string} */ address, /** @type {string} */ title) {
  const main = new Extractor(root).main;
  const plain = (/** @type {string} */ text) => text.replace(/[^\p{L}\p{N}]+/gu, " ").trim().toLowerCase();
  const heading = main.find((node) => node.name === "h1" && plain(node.line) === plain(title));
  const writer = new MarkdownWriter(address, (node) => node === heading || Extractor.isAround(node));
  return writer.convert(main);
}

bridge.handle("clip", async (/** @type {ClipRequest} */ request) => {
  const { address } = request;
  const parse = async (/** @type {unknown} */ page, /** @type {string} */ charset) => {
    const flat = /** @type {FlatTree} */ (await bridge.call("html.parse", { page, charset }));
    return { root: PageNode.build(flat), charset: flat.charset, size: flat.elements.length };
  };
  const first = await parse(request.page, request.charset);
  const metadata = new Metadata(first.root, address);
  const title = metadata.title;
  // A page that was saved to a file may still name its address.
  let content = contentOf(first.root, address.startsWith("http") ? address : metadata.source, title);
  let next = metadata.next;
  let pages = 1;
  const seen = new Set([address]);
  while (next && pages < request.pages && !seen.has(next)) {
    seen.add(next);
    /** @type {any} */
    const more = await bridge.call("fetchURL", next);
    const { root } = await parse(more.page, more.charset);
    content += `\n\n${contentOf(root, more.address, title)}`;
    next = new Metadata(root, more.address).next;
    pages += 1;
  }
  await bridge.call("log", `${title}: ${first.size} nodes in ${first.charset}, ${content.length} characters`);
  const values = {
    title, content, author: metadata.author, published: metadata.published, site: metadata.site,
    source: metadata.source,
    description: metadata.description, language: metadata.language, direction: metadata.direction, tags: metadata.tags,
    clipped: request.clipped,
  };
  return {
    title,
    name: new Template(request.name).render(values),
    body: new Template(request.template).render(values),
    properties: [
      ["title", title], ["author", values.author], ["published", values.published], ["site", values.site],
      ["source", values.source], ["clipped", values.clipped], ["language", values.language],
      ["direction", values.direction === "rtl" ? "rtl" : ""], ["tags", values.tags],
    ].filter(([, value]) => value.length > 0).map(([name, value]) => ({ name, value })),
  };
});
