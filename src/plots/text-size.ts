/** Widths of characters in parts of the font's size, as Helvetica and its kin have them. Fonts differ; layouts leave room for that. */
const NARROW = /[iljtfrI.,:;'|!()[\] /·]/;
const WIDE = /[mwMWQGO@%—×→]/;
const CAPITAL = /\p{Lu}/u;
const SUPERSCRIPT = /[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]/;

/** About how wide words are, in pixels. */
export function textWidth(words: string, fontSize: number): number {
  let sum = 0;
  for (const character of words) sum += widthOf(character);
  return sum * fontSize;
}

function widthOf(character: string): number {
  if (SUPERSCRIPT.test(character)) return 0.38;
  if (NARROW.test(character)) return 0.33;
  if (WIDE.test(character)) return 0.88;
  return CAPITAL.test(character) ? 0.7 : 0.58;
}

/** Words in lines that are no wider than `width`, as far as words can be broken between them. */
export function wrapText(words: string, fontSize: number, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words.split(/\s+/)) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && textWidth(longer, fontSize) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === "" ? lines : [...lines, line];
}
