// The columns that rows are sorted by, as commands take them.

import type { Option } from "commander";
import { optionOf, repeated } from "../../options/parse.ts";

/** A column to sort by. */
export interface Key {
  readonly field: string;
  readonly isDescending: boolean | undefined; // undefined: as --descending says
}

export function byOption(): Option {
  return optionOf(
    "--by <field>",
    "a column that rows are sorted by, repeatable, with its direction behind a colon, as in delay:descending (default: all of them)",
    repeated(keyOf),
  );
}

const DIRECTION = /:(ascending|descending)$/;

function keyOf(text: string): Key {
  const direction = DIRECTION.exec(text)?.[1];
  const isDescending = direction === undefined ? undefined : direction === "descending";
  return { field: text.replace(DIRECTION, ""), isDescending };
}
