/** Rows of cells as a Markdown table, the first of them its headings. */
export function table(rows: readonly (readonly string[])[]): string {
  const [headings, ...rest] = rows;
  const lines = [headings, headings.map(() => "---"), ...rest];
  return lines.map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}
