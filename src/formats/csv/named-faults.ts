// One error for the first faults of a kind: enough to see whether it is a slip of the pen or the file's habit.

import { FormatError } from "../../values/errors.ts";

const MOST_NAMED = 5;

/** Faults of a kind in one text, in the order of its rows. */
export class NamedFaults {
  readonly #source: string;
  readonly #found: string[] = [];
  #expected = "";

  constructor(source: string) {
    this.#source = source;
  }

  /** Whether nothing was found so far. */
  get isEmpty(): boolean {
    return this.#found.length === 0;
  }

  /** Whether as many were found as are named. */
  get isFull(): boolean {
    return this.#found.length === MOST_NAMED;
  }

  /** Remembers one, if it is among the first; what was expected is said of the first. */
  add(expected: string, found: string): void {
    if (this.isEmpty) this.#expected = expected;
    if (!this.isFull) this.#found.push(found);
  }

  /** @throws FormatError naming them, where there are any */
  end(): void {
    if (this.isEmpty) return;
    const more = this.isFull ? ", and perhaps more" : "";
    const expected = `${this.#expected}${missingHint(this.#found)}`;
    throw new FormatError(this.#source, expected, `${this.#found.join(", ")}${more}`);
  }
}

/** What people and programs write where there is no value. */
const NO_VALUE = /^"(na|n\/a|#n\/a|nan|null|none|nil|missing|unknown|\?|\.|-+)" in row /i;

/** What to do about a text that stands for no value, if it is the only fault. */
function missingHint([first, ...others]: readonly string[]): string {
  const text = NO_VALUE.exec(first)?.[1];
  if (text === undefined || others.some((other) => !other.startsWith(`"${text}" in row `))) return "";
  return `, unless "missing" has "${text}"`;
}
