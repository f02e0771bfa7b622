import { PAYLOAD_BITS } from "../look-back/protocol.ts";
import { FALLBACK_ROWS, LANE_ROWS, type Row, TILE_ROWS } from "../look-back/transitions.ts";
import { InternalError } from "../values/errors.ts";
import { frozen } from "../values/frozen.ts";
import { RULES, type Rules } from "./setting.ts";
import { type Table, tableOf } from "./walker.ts";

/** Rows with one changed. */
function replaced(rows: readonly Row[], from: string, when: string, change: Partial<Row>): Table {
  const row = rows.find((each) => each.from === from && each.when === when);
  if (row === undefined) throw new InternalError(`no row leaves ${from} when ${when}`);
  return tableOf(rows.map((each) => (each === row ? { ...row, ...change } : each)));
}

/** The protocol, each time with one mistake. */
export const MUTANTS = {
  "halves of a range in the wrong order": {
    ...RULES,
    join: (values, left, right) => values.combine(right, left),
  },
  "the epoch is ignored": { ...RULES, isPublished: (words) => words.every((word) => word !== 0) },
  "the epoch is read from one word": {
    ...RULES,
    isPublished: ([word = 0], epoch) => word >>> PAYLOAD_BITS === epoch,
  },
  "a root is read before it is published": {
    ...RULES,
    lane: replaced(LANE_ROWS, "judging", "otherwise", { do: ["accept"], to: "accepted" }),
  },
  "a fold takes what is not published": {
    ...RULES,
    fallback: replaced(FALLBACK_ROWS, "judging", "otherwise", { do: ["push"] }),
  },
  "a range is published before it is known": {
    ...RULES,
    tile: replaced(TILE_ROWS, "published", "endsGroup", { do: ["publishRange", "expectTrailing"] }),
  },
  "a lane waits for ever": {
    ...RULES,
    lane: tableOf(LANE_ROWS.filter((row) => row.when !== "isOutOfPolls")),
  },
  "what is recomputed is read back from the table": {
    ...RULES,
    fallback: replaced(FALLBACK_ROWS, "folding", "otherwise", {
      do: ["recomputeTile", "publishRecomputed"],
      to: "given",
    }),
  },
  "a fold publishes a range before it is complete": {
    ...RULES,
    fallback: replaced(FALLBACK_ROWS, "pushed", "otherwise", { do: ["publishFolded"] }),
  },
  "tiles are counted, not workgroups": { ...RULES, arrivesAfter: "each" },
  "the table is never cleared": { ...RULES, clears: () => false },
  "the table is cleared once in a cycle of epochs": {
    ...RULES,
    clears: (epoch, lastEpoch) => epoch === lastEpoch,
  },
} satisfies Readonly<Record<string, Rules>>;

/** A mistake that a simulation can be given, one of LOOK_BACK_MUTANTS. */
export type LookBackMutant = keyof typeof MUTANTS;

/** The mistakes that a simulation can be given, by name. Each is found by some schedule or on some table. */
export const LOOK_BACK_MUTANTS: readonly LookBackMutant[] = frozen(Object.keys(MUTANTS) as LookBackMutant[]);
