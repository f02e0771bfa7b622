/** The text with what stands between the two markers of that name replaced. */
export function between(text: string, name: string, by: string): string {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const start = text.indexOf(begin);
  const stop = text.indexOf(end);
  if (start < 0 || stop < start) throw new RangeError(`no ${begin} … ${end}`);
  return `${text.slice(0, start + begin.length)}\n${by}\n${text.slice(stop)}`;
}
