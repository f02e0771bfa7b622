import { compile } from "samebits/language";
import { ARRAY_COSTS } from "../../src/language/cost/construct-costs.ts";
import type { ArrayFunction } from "../../src/language/types/signatures.ts";
import { between } from "./between.ts";
import { table } from "./table.ts";

/** Terms, their equation, and an example whose cost is counted. */
const TERMS: readonly (readonly [term: string, equation: string, isPublished: boolean, example: string])[] = [
  ["a value, a variable", "1", true, "7"],
  ["`\\x -> e`", "1", true, "\\x -> x"],
  ["`e1 + e2`, any operator", "e1, e2, 1", true, "1 + 2"],
  ["`-e`, `!e`", "e, 1", false, "-(7)"],
  ["`(e1, …)`, `[e1, …]`, `{ a = e1, … }`", "all of them, 1", true, "[1, 2, 3]"],
  ["`e.0`, `e.name`", "e, 1", false, "(1, 2).0"],
  ["`let x = e in e'`", "e, e' with x a value, 1", true, "let x = 1 + 2 in x * x"],
  ["`if c then e else e'`", "c, the one that is taken, 1", false, "if true then 1 + 2 else 0"],
  ["`e1 && e2`, `e1 || e2`", "e1, e2 where it decides, 1", false, "false && true"],
  ["`xs[i]`", "xs, i, 1", false, "[1, 2][0]"],
  ["`xs[i:j]`", "xs, i, j, 1: it is a view", false, "[1, 2, 3][0:2]"],
  ["`loop x = e while c do e'`", "e, c; for each turn e', c, 1", true, "loop x = 0 while x < 3 do x + 1"],
  ["`loop x = e for i < n do e'`", "e, n, 1; for each turn e', 1", false, "loop x = 0 for i < 3 do x + i"],
  [
    "`loop x = e for y in ys do e'`",
    "e, ys, 1; for each turn e', 1",
    false,
    "loop x = 0 for y in [1, 2, 3] do x + y",
  ],
  [
    "`f e1 … ek`, a function of the program",
    "f, all operands, 2k − 1, the body",
    true,
    "(\\x y -> x + y) 1 2",
  ],
  ["`(+ e)`, `(+)` as a function", "e, 1; used, 3", false, "map (+ 1) [1]"],
  ["`e : t`", "e", false, "(1 : i32)"],
];

const EVERY = "`f` of every element, at once";
const TREE = "the operator at each node of the expression's tree";
const SWEEPS = "the operator at each node of an up-sweep and a down-sweep";

/** What functions cost besides, by what their functions cost. */
const BESIDES: Readonly<Partial<Record<ArrayFunction, string>>> = {
  tabulate: EVERY,
  map: EVERY,
  map1: EVERY,
  map2: EVERY,
  map3: EVERY,
  map4: EVERY,
  map5: EVERY,
  filter: EVERY,
  partition: EVERY,
  any: EVERY,
  all: EVERY,
  foldl: "`f` of every element, one after another",
  reduce: TREE,
  reduce_comm: TREE,
  scan: SWEEPS,
  exscan: SWEEPS,
  segmented_scan: "a scan of each segment, at once",
  segmented_reduce: "a reduce of each segment, at once",
  reduce_by_index: "a reduce for each index, at once, and the operator with what is there",
};

/** docs/cost-model.md with its tables of constants made anew. */
export function costDocument(present: string): string {
  const terms = table([
    ["term", "adds up", "in the slides", "example", "verbatim W/S", "corrected W/S"],
    ...TERMS.map(([term, equation, isPublished, example]) => [
      inCell(term),
      equation,
      isPublished ? "yes" : "–",
      inCell(`\`${example}\``),
      costOf(example, "verbatim"),
      costOf(example, "corrected"),
    ]),
  ]);
  const functions = table([
    ["function", "in the slides", "W, verbatim", "W, corrected", "S", "n is the length", "and besides"],
    ...Object.entries(ARRAY_COSTS).map(([name, { verbatim, corrected, length, isPublished }]) => [
      `\`${name}\``,
      isPublished ? "yes" : "–",
      verbatim.work,
      corrected.work,
      corrected.span,
      length === "" ? "–" : length,
      BESIDES[name as ArrayFunction] ?? "–",
    ]),
  ]);
  return between(between(present, "term-costs", terms), "function-costs", functions);
}

function inCell(text: string): string {
  return text.replaceAll("|", "\\|");
}

function costOf(example: string, model: "verbatim" | "corrected"): string {
  // A function is no data: of a lambda the cost is that of a tuple with it taken apart.
  const isFunction = example.startsWith("\\");
  const text = isFunction ? `entry main = let f = ${example} in 0` : `entry main = ${example}`;
  const { work, span } = compile(text).cost("main", [], { model });
  const besides = isFunction ? 2 : 0; // the let, and 0
  return `${work - besides}/${span - besides}`;
}
