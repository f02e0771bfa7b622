// Programs in the published form, for `samebits network synthesize --form pair-index`.
import {
  EXTENDED_BASIS,
  InvalidArgumentError,
  type Network,
  openHighs,
  type PairIndexOptions,
  type PairIndexResult,
  printPairIndex,
  SEED_BASIS,
  synthesizePairIndex,
} from "../../../networks.ts";
import { askWithin, type Deadline } from "../../deadline.ts";
import { choiceOf, offering } from "../../options/parse.ts";
import { fact, type Report, report } from "../../report.ts";

const BASES = { published: SEED_BASIS, extended: EXTENDED_BASIS } as const;

export const parseLanguage: (text: string) => keyof typeof BASES = choiceOf("language", [
  "published",
  "extended",
]);

type Cuts = NonNullable<PairIndexOptions["phases"]>;

export const parsePhases: (text: string) => Cuts = offering(
  (text: string): Cuts => {
    if (text === "all" || text === "greedy") return text;
    if (/^[1-9]\d{0,3}(,[1-9]\d{0,3})*$/.test(text)) return text.split(",").map(Number);
    throw new InvalidArgumentError(
      "phases",
      "all, greedy or numbers of steps, as in 1,3",
      JSON.stringify(text),
    );
  },
  ["all", "greedy"],
);

/** What is looked for, and how. */
export interface PairIndexArguments {
  readonly language?: keyof typeof BASES;
  readonly phases?: Cuts;
}

/** The examples, the first of which is cut into phases; the others have to be made too. */
export async function findPairIndex(
  [example, ...further]: readonly Network[],
  { language = "published", phases = "all" }: PairIndexArguments,
  deadline: Deadline,
): Promise<PairIndexResult> {
  const solver = await openHighs();
  const solve = askWithin("a program", deadline, solver.solve);
  const options = { basis: BASES[language], phases, further, timeoutMs: deadline.seconds * 1000 };
  return synthesizePairIndex(example, { ...solver, solve }, options);
}

/** Why there is no such program, and the nearest. */
export function noPairIndexReport({
  step,
  reason,
  nearest,
  questions,
}: Extract<PairIndexResult, { readonly status: "none" }>): Report {
  const near = nearest && printPairIndex(nearest);
  const facts = {
    kind: fact("none"),
    step: fact(step),
    reason: fact(reason),
    nearest: fact(near),
    questions: fact(questions),
  };
  return report(facts, () => [
    `FAIL  no program: ${reason}`,
    ...(near === undefined ? [] : ["", "the nearest", "", near]),
  ]);
}
