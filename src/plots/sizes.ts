// Sizes in pixels, and how wide words are without a font to ask: the same layout on every machine.

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

/** Sizes of fonts, in pixels. */
export const FONT = { title: 17, panel: 13, text: 12, tick: 11 } as const;

/** Heights of a line of each, in pixels. */
export const LINE = { title: 22, panel: 18, text: 16, legend: 20 } as const;

/** Around everything, in pixels. */
export const MARGIN = 20;

/** Between panels, and between items of a legend, in pixels. */
export const GAP = 18;

/** The width of a series' sample in a legend, in pixels. */
export const SAMPLE = 26;
