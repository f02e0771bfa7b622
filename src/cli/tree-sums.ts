// `tree:FILE` where executors have its tree under a name, and where none has its arithmetic: nodes of three operands, additions of 64 binary digits.
import { symbolic } from "../expressions.ts";
import {
  type Expression,
  type Operator,
  type StorageArray,
  type StorageType,
  UnsupportedError,
} from "../index.ts";
import { parseExpression } from "../networks.ts";
import { type SavedSum, type SavedTree, type SummedArray, sumByTree } from "../reveal.ts";
import type { OpenExecutor } from "./executors/offered-executor.ts";
import { type ContractArguments, elementOptions, revealedSum } from "./options/contract.ts";
import { savedTreeOf } from "./options/expression.ts";

type Plan = ReturnType<OpenExecutor["prepareElements"]>;

/** How elements are combined. */
interface Planned {
  readonly plan: Plan;
  readonly byTree: SavedSum | undefined; // what to compute by itself: of the plan its contract alone is meant
}

/**
 * Runs a call by the plan that is asked for. A `tree:FILE` that is an expression of ours at this length is computed by that, so that executors have
 * kernels for it; where they refuse it by its tree, on plain loops.
 */
export async function runPlanned<Result>(
  executor: OpenExecutor,
  asked: ContractArguments,
  {
    operator,
    type,
    length,
  }: { readonly operator: Operator; readonly type: StorageType; readonly length: number },
  run: (planned: Planned) => Promise<Result>,
): Promise<Result> {
  const saved = revealedSum(asked, operator, type);
  const file = savedTreeOf(asked.expression);
  const named = file && namedExpression(file, length, asked.expression as Expression);
  if (named !== undefined) {
    try {
      const options = { ...elementOptions(asked, operator, type), expression: named };
      return await run({ plan: executor.prepareElements(options), byTree: undefined });
    } catch (error) {
      if (!(error instanceof UnsupportedError)) throw error;
    }
  }
  return run(planOf(executor, asked, operator, type, saved));
}

/** The expression that a file's name says, if it has the file's trees. */
function namedExpression(
  { name, n, prefixes }: SavedTree,
  length: number,
  expression: Expression,
): Expression | undefined {
  if (name === undefined || (prefixes === undefined ? length !== n : length > n)) return undefined;
  try {
    const named = parseExpression(name);
    const lengths = prefixes?.slice(0, length).map((_, i) => i + 1) ?? [n];
    const isSame = lengths.every((each) => symbolic(named, each) === symbolic(expression, each));
    return isSame ? named : undefined;
  } catch {
    return undefined; // a name by composition, nodes of three operands, or more elements than are written out
  }
}

function planOf(
  executor: OpenExecutor,
  asked: ContractArguments,
  operator: Operator,
  type: StorageType,
  saved: SavedSum | undefined,
): Planned {
  try {
    const plan = executor.prepareElements(elementOptions(asked, operator, type));
    return { plan, byTree: undefined };
  } catch (error) {
    const isOwn = asked.initial === undefined && !asked.backward;
    if (!(error instanceof UnsupportedError) || saved === undefined || !isOwn) throw error;
    const { expression } = asked;
    return { plan: executor.prepareElements({ type, operator, expression }), byTree: saved };
  }
}

/** The sums of the first elements, as many as each length says, rounded as the tree's owner rounds them. */
export function sumsByTree(
  saved: SavedSum,
  input: StorageArray,
  lengths: readonly number[],
): Float64Array | Float32Array {
  const values = lengths.map((length) => {
    const tree = saved.prefixes?.[length - 1];
    // Alone, so that not all others are looked at each time.
    const alone = tree === undefined ? saved : { ...saved, n: length, tree, prefixes: undefined };
    return sumByTree(alone, input.subarray(0, length) as SummedArray);
  });
  return saved.arithmetic.result === "f32" ? Float32Array.from(values) : Float64Array.from(values);
}

/** The same of all prefixes. */
export function scanByTree(saved: SavedSum, input: StorageArray): Float64Array | Float32Array {
  const lengths = Array.from({ length: input.length }, (_, i) => i + 1);
  return sumsByTree(saved, input, lengths);
}

/** How additions round, in words. */
export function arithmeticText({ arithmetic }: SavedSum): string {
  const { precision, rounding, fused, result } = arithmetic;
  const pairs = rounding === undefined ? "" : ", rounded toward zero";
  const atOnce = fused?.rounding === "nearest" ? "to nearest" : "toward zero";
  const several =
    fused === undefined ? "" : `, several at once with ${fused.guardDigits} more, rounded ${atOnce}`;
  return `${precision} binary digits${pairs}${several}; then ${result}`;
}
