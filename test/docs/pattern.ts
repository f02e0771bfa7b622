/** What a document says is printed, as a pattern: literal, but for `…`, which stands for whatever differs within a line. */
export function pattern(expected: string): RegExp {
  const literal = expected.split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${literal.join("[^\\n]*?")}$`);
}
