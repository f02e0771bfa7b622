/** A table in Markdown, numbers to the right. @param {readonly string[]} headings @param {readonly (readonly string[])[]} rows */
export function markdownTable(headings, rows) {
  const line = (/** @type {readonly string[]} */ cells) => `| ${cells.join(" | ")} |`.replaceAll("  ", " ");
  return [
    line(headings),
    `|${headings.map((_, i) => (i === 0 ? "---|" : "--:|")).join("")}`,
    ...rows.map(line),
  ].join("\n");
}

/** A power of two as one: 2²⁰. @param {number} n */
export function powerText(n) {
  return `2${[...String(Math.log2(n))].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("")}`;
}
