import { describe, expect, it } from "vitest";
import {
  FALLBACK_ROWS,
  FINISH_ROWS,
  finalStatesOf,
  LANE_ROWS,
  type Row,
  statesOf,
  TILE_ROWS,
} from "../../../look-back/transitions.ts";
import { seeded } from "../../../simulator/values.ts";
import { tableOf, Walker } from "../../../simulator/walker.ts";
import { type WgslSnippets, wgslLoop, wgslSequence, wgslStates } from "./wgsl-transitions.ts";

const TABLES = { LANE_ROWS, FALLBACK_ROWS, TILE_ROWS, FINISH_ROWS } as const;

describe.each(Object.entries(TABLES))("%s", (_, rows: readonly Row[]) => {
  it("has an otherwise as the last row of each state, and nowhere else", () => {
    for (const state of statesOf(rows).slice(0, -finalStatesOf(rows).length)) {
      const whens = rows.filter((row) => row.from === state).map((row) => row.when);
      expect(whens.indexOf("otherwise")).toBe(whens.length - 1);
    }
  });

  it("does as WGSL what it does as a table", () => {
    const text = wgslLoop(rows, snippetsOf(rows), "state");
    for (let seed = 0; seed < 200; seed++) expect(runWgsl(text, seed)).toEqual(walk(rows, seed));
  });
});

describe("FINISH_ROWS", () => {
  const rows: readonly Row[] = FINISH_ROWS;
  it("is a sequence too", () => {
    const text = wgslSequence(rows, snippetsOf(rows), "state");
    for (let seed = 0; seed < 200; seed++) expect(runWgsl(text, seed)).toEqual(walk(rows, seed));
  });
});

it("a polling lane reads as WGSL", () => {
  const text = wgslLoop(
    LANE_ROWS,
    {
      conditions: {
        isOutOfPolls: "polls >= limit",
        isReadModifyWriteTurn: "(polls & 15u) == 15u",
        isPublished: "is_published(words)",
      },
      actions: {
        countPoll: "polls++;",
        load: "words = load_entry(entry);",
        readModifyWrite: "words = poll_entry(entry);",
        accept: "give(words);",
        ask: "",
      },
    },
    "lane",
  );
  expect(`${wgslStates(LANE_ROWS, "LANE")}\n\n${text}\n`).toMatchInlineSnapshot(`
    "const LANE_polling = 0u;
    const LANE_judging = 1u;
    const LANE_asking = 2u;
    const LANE_accepted = 3u;

    var lane = 0u;
    while (lane < 2u) {
      switch lane {
        case 0u: { // polling
          if (polls >= limit) {
            lane = 2u;
          } else if ((polls & 15u) == 15u) {
            polls++;
            words = poll_entry(entry);
            lane = 1u;
          } else {
            polls++;
            words = load_entry(entry);
            lane = 1u;
          }
        }
        case 1u: { // judging
          if (is_published(words)) {
            give(words);
            lane = 3u;
          } else {
            lane = 0u;
          }
        }
        default: {}
      }
    }
    "
  `);
});

it("a table with a way back is no sequence", () => {
  expect(() => wgslSequence(LANE_ROWS, snippetsOf(LANE_ROWS), "state")).toThrow(/from judging to polling/);
});

/** Snippets that tell what they are asked. */
function snippetsOf(rows: readonly Row[]): WgslSnippets<string, string> {
  const conditions = new Set(rows.map((row) => row.when).filter((when) => when !== "otherwise"));
  const actions = new Set(rows.flatMap((row) => row.do));
  return {
    conditions: Object.fromEntries([...conditions].map((name) => [name, `holds("${name}")`])),
    actions: Object.fromEntries([...actions].map((name) => [name, `act("${name}");`])),
  };
}

/** The text's events and its last state, its statements being nearly JavaScript's. */
function runWgsl(text: string, seed: number): unknown {
  const javascript = text
    .replace(/(\d)u\b/g, "$1")
    .replace(/switch (\w+)/, "switch ($1)")
    .replace(/^ {4}\}$/gm, "    } break;")
    .replace(/==/g, "===");
  const { events, holds, act } = coins(seed);
  const last = new Function("holds", "act", `${javascript}; return state;`)(holds, act);
  return { events, last };
}

function walk(rows: readonly Row[], seed: number): unknown {
  const [first = ""] = statesOf(rows);
  const walker = new Walker(tableOf(rows), first);
  const { events, holds, act } = coins(seed);
  const begin = (action: string): readonly [] => {
    act(action);
    return [];
  };
  walker.next({ holds, begin, end: () => {}, isBlocked: () => false });
  return { events, last: statesOf(rows).indexOf(walker.state) };
}

/** Conditions that hold or not as a coin falls, and all that was asked. */
function coins(seed: number) {
  const choose = seeded(seed);
  const events: string[] = [];
  return {
    events,
    holds(condition: string): boolean {
      events.push(condition);
      return choose(3) === 0;
    },
    act(action: string): void {
      events.push(action);
    },
  };
}
