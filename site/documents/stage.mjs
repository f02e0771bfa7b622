// Lays out the site's source: the documents of the repository under the addresses that they have on the site, their links changed to match,
// a page for each example, and lists of notes, decisions and examples. The documents themselves stay as they are read on GitHub and in the package.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { OTHER_DOCUMENTS, SECTIONS } from "./sections.mjs";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const SOURCE = join(ROOT, "site/.source");

/** @typedef {{ path: string, address: string, text: string }} Page  a text of Markdown: where it was in the repository, and where it goes */
/** @typedef {{ text: string, link: string }} Item */
/** @typedef {{ title: string, items: Item[], folder: Item[] }} Listed  a section: its pages, and those of the folder that it ends with */

/** @returns {Listed[]} the sections with the titles of their pages */
export function stage() {
  const pages = [...documents(), ...examples()];
  const addresses = new Map(pages.map(({ path, address }) => [path, address]));
  for (const folder of ["docs/notes", "docs/decisions", "examples"]) {
    addresses.set(folder, `${folder.replace("docs/", "")}/index`);
  }
  emptyFolder(SOURCE);
  const all = [
    ...pages.map((page) => ({ ...page, text: relinked(page, addresses) })),
    ...lists(pages),
    ...ownPages(),
  ];
  for (const { address, text } of all) write(`${address}.md`, text);
  cpSync(join(ROOT, "docs/figures"), join(SOURCE, "figures"), { recursive: true });
  write("public/data/flight-delays.json", flightDelays());
  write("public/data/engines.json", engines());
  return sections(all);
}

/** The reference, made by TypeDoc, stays where it is while the rest is laid out anew. @param {string} folder */
function emptyFolder(folder) {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    if (name !== "reference") rmSync(join(folder, name), { recursive: true });
  }
}

/** @returns {Page[]} */
function documents() {
  const docs = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .map((path) => path.split("\\").join("/"))
    .filter((path) => path.endsWith(".md") && !path.startsWith("api/") && !path.startsWith("."));
  const others = Object.entries(OTHER_DOCUMENTS).filter(([path]) => existsSync(join(ROOT, path)));
  return [
    ...docs.map((path) => ({ path: `docs/${path}`, address: path.replace(/\.md$/, "") })),
    ...others.map(([path, address]) => ({ path, address })),
  ].map((page) => ({ ...page, text: readFileSync(join(ROOT, page.path), "utf8") }));
}

const LANGUAGES = /** @type {Readonly<Record<string, string>>} */ ({ ts: "ts", sb: "text", op: "text" });

/** A page for each example: its text, which ends with what it prints. @returns {Page[]} */
function examples() {
  return readdirSync(join(ROOT, "examples"), { recursive: true, encoding: "utf8" })
    .map((path) => path.split("\\").join("/"))
    .flatMap((path) => {
      const [, name, extension] = /^(.*)\.([a-z]+)$/.exec(path) ?? [];
      const language = LANGUAGES[extension ?? ""];
      if (language === undefined) return [];
      const code = readFileSync(join(ROOT, "examples", path), "utf8").trimEnd();
      const title = posix.basename(name).replaceAll("-", " ");
      const text = `# ${title[0].toUpperCase()}${title.slice(1)}\n\n\`examples/${path}\`\n\n\`\`\`${language}\n${code}\n\`\`\`\n`;
      return [{ path: `examples/${path}`, address: `examples/${name}`, text }];
    });
}

/** How late flights arrived, in minutes: a real example for the workbench. */
function flightDelays() {
  const file = join(ROOT, "node_modules/vega-datasets/data/flights-10k.json");
  const flights = /** @type {readonly { delay: number }[]} */ (JSON.parse(readFileSync(file, "utf8")));
  return JSON.stringify(flights.map(({ delay }) => delay));
}

/** The table of docs/engines.md as data: what the Witness pane shows beside a reader's own browser. */
function engines() {
  const shown = ["engine", "version", "instructions", "fingerprints", "equal", "date"];
  const lines = readFileSync(join(ROOT, "docs/engines.md"), "utf8").match(/^\|.*\|$/gm) ?? [];
  const [titles = [], , ...rows] = lines.map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
  const places = shown.map((title) => titles.indexOf(title));
  if (rows.length === 0 || places.includes(-1)) {
    throw new Error(`site/documents/stage.mjs: docs/engines.md must have a table with ${shown.join(", ")}`);
  }
  return JSON.stringify({ titles: shown, rows: rows.map((row) => places.map((place) => row[place])) });
}

/** @returns {Page[]} */
function ownPages() {
  return readdirSync(join(ROOT, "site/pages")).map((name) => ({
    path: `site/pages/${name}`,
    address: name.replace(/\.md$/, ""),
    text: readFileSync(join(ROOT, "site/pages", name), "utf8"),
  }));
}

/** @param {readonly Page[]} pages @returns {Page[]} */
function lists(pages) {
  /** @type {readonly (readonly [string, string])[]} */
  const folders = [
    ["notes", "Notes"],
    ["decisions", "Decisions"],
    ["examples", "Examples"],
  ];
  return folders.map(([folder, title]) => {
    const inside = pages.filter(({ address }) => address.startsWith(`${folder}/`));
    const lines = inside.map((page) => `- [${titleOf(page.text)}](/${page.address}.md)`).sort();
    return { path: "", address: `${folder}/index`, text: `# ${title}\n\n${lines.join("\n")}\n` };
  });
}

/**
 * Links as they are on the site. What the site has not (sources, tests, result files) is no link there, but a word.
 *
 * @param {Page} page @param {ReadonlyMap<string, string>} addresses
 */
function relinked({ path, address: own, text }, addresses) {
  return outsideCode(withPictures(text, path, own), (part) =>
    withLivingExamples(part).replace(
      /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g,
      (whole, isImage, words, target) => {
        if (/^[a-z]+:|^#/.test(target)) return whole;
        const [file, anchor = ""] = target.split("#");
        const found = posix.join(posix.dirname(path), file).replace(/\/$/, "");
        const hash = anchor === "" ? "" : `#${anchor}`;
        const address = addresses.get(found);
        if (address !== undefined) return `${isImage}[${words}](/${address}.md${hash})`;
        if (found.startsWith("docs/figures/")) return `${isImage}[${words}](/${found.slice("docs/".length)})`;
        return words;
      },
    ),
  );
}

/** Where a document has the comment `workbench pane="sum"`, the site has that pane; elsewhere a comment is nothing. @param {string} text */
function withLivingExamples(text) {
  return text.replace(/^<!-- workbench (.*) -->$/gm, "<Workbench $1 />");
}

/** Pictures that are HTML, as they have a width: relative to the page, so that the build takes them along. @param {string} text @param {string} path @param {string} own */
function withPictures(text, path, own) {
  return text.replace(/(<img src=")([^":]+)"/g, (_, begin, target) => {
    const found = posix.join(posix.dirname(path), target).slice("docs/".length);
    return `${begin}./${posix.relative(posix.dirname(own), found)}"`;
  });
}

/** Changes a text where it is not code. @param {string} text @param {(part: string) => string} change */
function outsideCode(text, change) {
  return text
    .split(/(^ {0,3}```[\s\S]*?^ {0,3}```[^\n]*$|`[^`\n]+`)/m)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join("");
}

/** @param {string} text */
function titleOf(text) {
  const title =
    /^title: (.*)$/m.exec(text.startsWith("---") ? text : "")?.[1] ?? /^# (.*)$/m.exec(text)?.[1] ?? "";
  return title.replace(/`/g, "").replace(/^(\d{4}) /, "$1 · ");
}

/** @param {string} path @param {string} text */
function write(path, text) {
  mkdirSync(dirname(join(SOURCE, path)), { recursive: true });
  writeFileSync(join(SOURCE, path), text);
}

/** @param {readonly Page[]} pages @returns {Listed[]} */
function sections(pages) {
  const byAddress = new Map(pages.map((page) => [page.address, page]));
  const named = new Set(SECTIONS.flatMap((section) => section.pages));
  const folders = SECTIONS.flatMap(({ folder }) => (folder === undefined ? [] : [`${folder}/`]));
  const unnamed = [...byAddress.keys()].filter(
    (address) =>
      !named.has(address) &&
      !["index", "workbench"].includes(address) &&
      !address.startsWith("examples/") &&
      !folders.some((folder) => address.startsWith(folder)),
  );
  return SECTIONS.map(({ title, pages: listed, folder }) => {
    const inFolder = [...byAddress.keys()]
      .filter((address) => folder !== undefined && address.startsWith(`${folder}/`) && !named.has(address))
      .sort();
    const itemsOf = (/** @type {readonly string[]} */ addresses) =>
      addresses.map((address) => itemOf(address, byAddress));
    const whole = [...listed, ...(title === "Guides" ? unnamed.sort() : [])];
    return { title, items: itemsOf(whole), folder: itemsOf(inFolder) };
  });
}

/** @param {string} address @param {ReadonlyMap<string, Page>} byAddress */
function itemOf(address, byAddress) {
  const page = byAddress.get(address);
  if (page === undefined) {
    throw new Error(`site/documents/sections.mjs: there is no document for "${address}"`);
  }
  return { text: titleOf(page.text), link: `/${address.replace(/(^|\/)index$/, "$1")}` };
}
