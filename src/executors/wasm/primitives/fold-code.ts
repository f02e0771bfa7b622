import { combineRecords } from "../../../codegen/closures.ts";
import { termCode } from "../../../codegen/javascript.ts";
import type { Term } from "../../../operators/term.ts";
import { termList } from "../../../operators/term-list.ts";
import { RecentMap } from "../../../values/recent-map.ts";
import type { ColumnArray, Row } from "../../../values/value-types.ts";
import type { Fold, FoldSum } from "../../primitives.ts";
import type { CombineSource } from "../family.ts";
import { addsDoubles, combineSource, compile, KEPT_CODE } from "../generated-javascript.ts";
import { type Machine, requireServing, servingExpression } from "../serving.ts";
import { settingOf } from "../setting.ts";

/*
 * A whole fold as one JavaScript function: for each sum the tree of its contract with the terms of its elements written into it, then what is made of the
 * scalars. No column, no list and no closure between: 16 elements take what they take by hand, and some.
 *
 *   (c0, c1, length, parameters) => { s0 = length; s1 = parameters[0]; s2 = sum2(c0, c1, s1, length); s3 = …; return [result] }
 */

/** Longest arrays that are folded so; beyond, kernels with their copies are faster (docs/notes/folds.md). */
const LONGEST = 1024;
const LONGEST_F32 = 31;

type FoldFunction = (columns: readonly ColumnArray[], parameters: Row) => Row;

interface FoldCode {
  readonly longest: number; // elements
  readonly isLight: boolean; // so that it takes columns beyond the caches as well, where JavaScript owns them
  readonly run: FoldFunction;
}

/** Folds are made anew by calls with expressions of their own; V8 need not learn the same code again. */
const knownCode = new RecentMap<string, FoldFunction | "none">(KEPT_CODE);

/** The code of a fold; undefined where an operation, an expression or a policy has none. */
export function foldCode(machine: Machine, fold: Fold): FoldCode | undefined {
  const writer = new FoldWriter(machine, fold);
  const text = writer.write();
  if (text === undefined) return undefined;
  const { prelude, body, given } = text;
  const make = (): FoldFunction | "none" =>
    (compile("columns,parameters", body, prelude, given) as FoldFunction | undefined) ?? "none";
  // What is given are closures of terms, which are not in the text.
  const run = given.length > 0 ? make() : knownCode.getOrMake(`${prelude}${body}`, make);
  if (run === "none") return undefined;
  const sums = fold.passes.flatMap((pass) => pass.sums);
  const isNarrow = sums.some(({ contract }) => contract.sums[0] === "f32");
  return { longest: isNarrow ? LONGEST_F32 : LONGEST, isLight: isLight(fold), run };
}

/** One sum a pass, of doubles or of products of two: two operations an element cost as much as the copies for a kernel. */
function isLight({ columns, passes }: Fold): boolean {
  if (columns.some((type) => type !== "f64")) return false;
  return passes.every(({ sums }) => {
    const [{ contract, lift }] = sums;
    return sums.length === 1 && addsDoubles(contract) && termList(lift).nodes.length <= 3;
  });
}

interface FoldText {
  readonly prelude: string;
  readonly body: string;
  readonly given: readonly unknown[];
}

/** Writes the function of one fold. Scalars are `s0`, `s1`, …, columns `c0`, `c1`, …. */
class FoldWriter {
  readonly #machine: Machine;
  readonly #fold: Fold;
  readonly #columns: string;
  readonly #given: unknown[] = [];
  #scalarCount = 0;
  #prelude = "";
  #body = "";

  constructor(machine: Machine, fold: Fold) {
    this.#machine = machine;
    this.#fold = fold;
    this.#columns = fold.columns.map((_, k) => `c${k}`).join(",");
  }

  write(): FoldText | undefined {
    const { columns, parameters, passes, results } = this.#fold;
    for (const k of columns.keys()) this.#body += `const c${k}=columns[${k}];`;
    this.#body += "const length=c0.length;";
    this.#define("length");
    for (const k of parameters.keys()) this.#define(`parameters[${k}]`);
    for (const { sums, made } of passes) {
      const values = sums.map((sum) => this.#sum(sum));
      for (const value of values) {
        if (value === undefined) return undefined;
        this.#define(value);
      }
      for (const value of this.#made(made)) this.#define(value);
    }
    const row = this.#made(results).map(
      (value, k) => `const r${k}=${value};row[${k}]=r${k}===r${k}?r${k}:NaN;`,
    );
    // For V8 a row is an array of objects, as rowOf has it.
    this.#body += `const row=[${results.map(() => "undefined").join(",")}];${row.join("")}return row;`;
    return { prelude: this.#prelude, body: this.#body, given: this.#given };
  }

  #define(value: string): void {
    this.#body += `const s${this.#scalarCount}=${value};`;
    this.#scalarCount++;
  }

  /** A call of a function that is written for the sum. */
  #sum({ contract, lift }: FoldSum): string | undefined {
    const { direction, initial, sums, types } = contract;
    if (lift.length > 1 || direction === "backward" || initial !== undefined || sums[0] !== types[0])
      return undefined;
    const setting = settingOf(this.#machine, contract);
    const combine = combineSource(setting.subject);
    const serving = requireServing(this.#machine, servingExpression(this.#machine, setting, "generated"));
    const operands = [this.#columns, ...this.#scalarsOf(lift[0])].join(",");
    const name = `_${this.#given.length}_${this.#prelude.length}`;
    const at = (index: string, target: string): string => this.#element(lift[0], index, target) ?? "";
    if (combine === undefined || this.#element(lift[0], "0", "e") === undefined) return undefined;
    const code = serving.reduceCode?.(combine as CombineSource, { operands, at, tree: `tree${name}` });
    if (code === undefined) return undefined;
    this.#prelude += `${code.prelude}const sum${name}=(${operands},length)=>{${code.body}};`;
    return `sum${name}(${operands},length)`;
  }

  #scalarsOf(term: Term): readonly string[] {
    const leaves = termList([term]).nodes.map((node) => node.term);
    return leaves.flatMap((leaf) => (leaf.kind === "right" ? [`s${leaf.column}`] : []));
  }

  /** Statements that make `target` the element at an index. */
  #element(term: Term, index: string, target: string): string | undefined {
    const { length } = this.#fold.columns;
    const code = termCode(
      term,
      ({ kind, column }) => {
        if (kind === "right") return `s${column}`;
        return column < length ? `c${column}[${index}]` : `(${index})`;
      },
      target,
    );
    return code && `${code.before}let ${target}=${code.value};`;
  }

  /** What is made of scalars, as code; by closures where JavaScript has no expression for it. */
  #made(terms: readonly Term[]): readonly string[] {
    return terms.map((term, k) => {
      const code = termCode(
        term,
        ({ column }) => `s${column}`,
        `m${this.#scalarCount + k}`,
        Number.POSITIVE_INFINITY,
      );
      if (code !== undefined) {
        this.#body += code.before;
        return code.value;
      }
      this.#given.push(combineRecords({ columns: [], terms: [term] }));
      const scalars = Array.from({ length: this.#scalarCount }, (_, i) => `s${i}`).join(",");
      return `given[${this.#given.length - 1}]([],[${scalars}])[0]`;
    });
  }
}
