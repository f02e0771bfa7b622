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
    throw new FormatError(this.#source, this.#expected, `${this.#found.join(", ")}${more}`);
  }
}
