// Up to four orders of one sum: values, bits, errors against the true sum, and their trees.
import { type Accuracy, accuracyOf, type FloatType, printQuantity } from "samebits/accuracy";
import {
  type ElementArray,
  hashArray,
  isOrderFree,
  javascriptExecutor,
  printContract,
  printExpression,
  type Scalar,
  type TypedContract,
  toHex,
} from "samebits/javascript";
import { planOf, readContract, readExpression, withExpression } from "./contract-line.ts";
import type { CopiedTexts } from "./copied-texts.ts";
import { copyOfSums } from "./copy-of-sums.ts";
import { faultFrom } from "./fault.ts";
import { type DataQuestion, readData } from "./read-data.ts";
import type { Fault } from "./tasks.ts";
import { type DrawnNode, MOST_DRAWN, MOST_RANGED, printScalar, treeOfSum } from "./tree-of-sum.ts";

export interface SumQuestion extends DataQuestion {
  readonly contract: string;
  readonly expressions: readonly string[]; // other than the contract's own
  readonly node?: string | undefined; // of trees that are drawn by ranges: the path to what is looked into
}

export interface SumAnswer {
  readonly length: number;
  readonly type: string;
  readonly dataHash: string;
  readonly trueSum: string | undefined; // of floats: the exact sum, rounded once
  readonly condition: string | undefined; // Σ|x|/|Σx|
  readonly rows: readonly SumRow[]; // the contract's own first
  readonly copies: CopiedTexts;
}

export type SumRow = MeasuredRow | FaultyRow;

export interface MeasuredRow {
  readonly kind: "measured";
  readonly expression: string;
  readonly line: string; // the contract
  readonly value: string;
  readonly bits: string;
  readonly ulps: string | undefined; // error against the true sum
  readonly bound: string | undefined; // the most that it can be, in ulps
  readonly depth: number | undefined; // combines on the longest path
  readonly tree: readonly DrawnNode[] | undefined; // undefined: order-free, or too long to draw
  readonly isWhole: boolean; // else it is drawn by ranges
  readonly whyNoTree: string | undefined;
}

interface FaultyRow {
  readonly kind: "faulty";
  readonly expression: string; // as it was typed
  readonly fault: Fault;
}

/** @throws typed errors of the library for a contract or data that it does not take; another row's fault stands in its row */
export async function answerSum(question: SumQuestion): Promise<SumAnswer> {
  const contract = await readContract(question.contract);
  const { array, generated } = await readData(question, contract.type);
  const contracts = [contract];
  const rows: SumRow[] = [await rowOf(contract, array, question.node)];
  for (const name of question.expressions) {
    try {
      const other = withExpression(contract, await readExpression(name));
      rows.push(await rowOf(other, array, question.node));
      contracts.push(other);
    } catch (error) {
      rows.push({ kind: "faulty", expression: name, fault: faultFrom(error) });
    }
  }
  const facts = await factsOf(contract, array);
  return {
    length: array.length,
    type: contract.type,
    dataHash: hashArray(array),
    trueSum: facts === undefined ? undefined : printScalar(facts.sum),
    condition: facts === undefined ? undefined : printQuantity(facts.condition),
    rows,
    copies: copyOfSums(contracts, array, generated),
  };
}

async function rowOf(contract: TypedContract, array: ElementArray, node = ""): Promise<MeasuredRow> {
  const value = planOf(contract, "reduce").reduce([array])[0] as Scalar;
  const [measured] = (await factsOf(contract, array))?.rows ?? [];
  const errors =
    measured?.kind === "measured"
      ? { ulps: printQuantity(measured.ulps), bound: printQuantity(measured.boundUlps) }
      : { ulps: undefined, bound: undefined };
  const tree = array.length > MOST_RANGED ? undefined : treeOfSum(contract, array, node);
  const isWhole = array.length <= MOST_DRAWN;
  return {
    kind: "measured",
    expression: printExpression(contract.expression),
    line: printContract(contract),
    value: printScalar(value),
    bits: toHex(contract.accumulate, value),
    ...errors,
    depth: isWhole ? tree?.at(-1)?.level : undefined,
    tree,
    isWhole,
    whyNoTree: whyNoTree(contract, array.length),
  };
}

function whyNoTree({ expression }: TypedContract, length: number): string | undefined {
  const name = printExpression(expression);
  if (isOrderFree(expression)) return `${name} has no tree: no order of the numbers changes it.`;
  if (length > MOST_RANGED) return `Trees are drawn up to ${MOST_RANGED} numbers; these are ${length}.`;
  return undefined;
}

/** Errors are known of sums of finite floats without an initial value. */
async function factsOf(contract: TypedContract, array: ElementArray): Promise<Accuracy | undefined> {
  const { operator, type, accumulate, initial, expression } = contract;
  if (operator.name !== "add" || initial !== undefined || array.length === 0) return undefined;
  if (!(type === "f64" || type === "f32") || !(array as Float64Array).every(Number.isFinite))
    return undefined;
  const input = array as Float64Array | Float32Array;
  return accuracyOf(javascriptExecutor, input, {
    expressions: [expression],
    accumulate: accumulate as FloatType,
  });
}
