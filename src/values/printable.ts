// Errors quote files and arguments. Nothing in them may move a terminal's cursor or be without end.

/** Longest text of an error, in UTF-16 units: some twelve lines of a terminal. What comes from outside may be a megabyte. */
export const LONGEST_MESSAGE = 1000;

/** Longest name of a column, a file or an operator that is quoted in a sentence. */
const LONGEST_QUOTE = 80;

// Controls (C0, DEL, C1), formats (bidi, joiners, tags), lone surrogates, the separators of lines and paragraphs; a tab is harmless.
const UNPRINTABLE = /[^\P{Cc}\t]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const UNPRINTABLE_IN_LINES = /[^\P{Cc}\t\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Text of several lines as a terminal may have it: what would move its cursor, change its title or turn the reading direction is written as `\u001b`.
 *
 * The escapes are those of JSON, so that JSON stays JSON with the same values.
 */
export function printableLines(text: string): string {
  return text.replace(UNPRINTABLE_IN_LINES, escaped);
}

/** The same within one line: a line break is escaped too. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, escaped);
}

/** Text with its middle replaced by "…" where it has more than `longest` UTF-16 units: what is expected and what came stay. */
export function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const half = Math.floor((longest - 1) / 2);
  return `${text.slice(0, half)}…${text.slice(text.length - half)}`;
}

/** What an error says: of bounded length, and safe to print. */
export function errorText(text: string): string {
  return shortened(printableLines(shortened(text, LONGEST_MESSAGE)), LONGEST_MESSAGE);
}

/** A name from outside within a sentence: on one line, of bounded length, and safe to print. */
export function shownName(name: string): string {
  return printable(shortened(name, LONGEST_QUOTE));
}

function escaped(character: string): string {
  const short = SHORT_ESCAPES[character];
  if (short !== undefined) return short;
  let text = "";
  for (let i = 0; i < character.length; i++) {
    text += `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`;
  }
  return text;
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r" };
