// The backports of the Debian release that runs here, as a package source derived from the machine's own.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {object} PackageSource
 * @property {string} suite  such as "bookworm-backports"
 * @property {string} fileName  in which apt reads the text: the extension tells the format
 * @property {string} text
 */

/**
 * The entry of a source file that brings the release itself, with its suite replaced; undefined where it has none. What else the entry
 * says, such as its keys, stays.
 *
 * @param {{ fileName: string, text: string }} file @param {string} codename @returns {PackageSource | undefined}
 */
export function backportsOf({ fileName, text }, codename) {
  const suite = `${codename}-backports`;
  const entry = fileName.endsWith(".sources")
    ? stanzaFor(text, codename, suite)
    : lineFor(text, codename, suite);
  if (entry === undefined) return undefined;
  const extension = fileName.endsWith(".sources") ? "sources" : "list";
  return { suite, fileName: `backports.${extension}`, text: `${entry}\n` };
}

/** @param {string} text @param {string} codename @param {string} suite */
function stanzaFor(text, codename, suite) {
  const stanzas = text
    .replace(/^#.*\n?/gm, "")
    .split(/\n[ \t]*\n/)
    .map((stanza) => stanza.trim());
  const field = (/** @type {string} */ stanza, /** @type {string} */ name) =>
    new RegExp(`^${name}:(.*)$`, "im").exec(stanza)?.[1].trim().split(/\s+/) ?? [];
  const found = stanzas.find(
    (stanza) =>
      field(stanza, "Types").includes("deb") &&
      field(stanza, "Suites").includes(codename) &&
      !field(stanza, "Enabled").includes("no"),
  );
  return found?.replace(/^Types:.*$/im, "Types: deb").replace(/^Suites:.*$/im, `Suites: ${suite}`);
}

/** @param {string} text @param {string} codename @param {string} suite */
function lineFor(text, codename, suite) {
  const [, start, rest] =
    new RegExp(`^(deb(?:\\s+\\[[^\\]]*\\])?\\s+\\S+\\s+)${codename}(\\s.*)$`, "m").exec(text) ?? [];
  return start === undefined ? undefined : `${start}${suite}${rest}`;
}

/**
 * The backports of this machine's release, or undefined where it is no Debian or names no source for it.
 *
 * @param {string} root of the file system @returns {PackageSource | undefined}
 */
export function backportsHere(root = "/") {
  const codename = /^VERSION_CODENAME="?([a-z]+)"?$/m.exec(textOf(join(root, "etc/os-release")))?.[1];
  if (codename === undefined) return undefined;
  for (const path of sourceFiles(root)) {
    const source = backportsOf({ fileName: path, text: textOf(path) }, codename);
    if (source !== undefined) return source;
  }
  return undefined;
}

/** The machine's files of package sources. @param {string} root */
export function sourceFiles(root = "/") {
  const folder = join(root, "etc/apt/sources.list.d");
  const parts = existsSync(folder) ? readdirSync(folder).sort() : [];
  return [join(root, "etc/apt/sources.list"), ...parts.map((name) => join(folder, name))].filter(
    (path) => /\.(list|sources)$/.test(path) && existsSync(path),
  );
}

/** The major version of what `apt-cache policy PACKAGE` would install; undefined where there is none. @param {string} policy */
export function candidateMajor(policy) {
  const major = /^ *Candidate: (?:\d+:)?(\d+)/m.exec(policy)?.[1];
  return major === undefined ? undefined : Number(major);
}

/** @param {string} path */
function textOf(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
