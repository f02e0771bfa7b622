// The build without indentation: 29 kB of the package, and lines stay lines (docs/decisions/0047). What templates hold is left as it is.

/** @returns {import("tsdown").Rolldown.Plugin} */
export function flatLines() {
  return {
    name: "flat-lines",
    generateBundle(_options, bundle) {
      for (const each of Object.values(bundle)) {
        if (each.type !== "chunk" || !each.fileName.endsWith(".mjs")) continue;
        each.code = withoutIndentation(each.code, templatesOf(this.parse(each.code)));
      }
    },
  };
}

/** Where the texts of templates begin and end, in order. @param {unknown} program @returns {readonly (readonly [number, number])[]} */
function templatesOf(program) {
  /** @type {[number, number][]} */
  const found = [];
  /** @param {any} node */
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (node === null || typeof node !== "object") return;
    if (node.type === "TemplateElement") found.push([node.start, node.end]);
    else Object.values(node).forEach(visit);
  };
  visit(program);
  return found.sort(([one], [other]) => one - other);
}

/** @param {string} code @param {readonly (readonly [number, number])[]} kept */
function withoutIndentation(code, kept) {
  let text = "";
  let at = 0;
  for (const [start, end] of [...kept, [code.length, code.length]]) {
    text += code.slice(at, start).replace(/\n\t+/g, "\n") + code.slice(start, end);
    at = end;
  }
  return text;
}
