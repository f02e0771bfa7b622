import { combineClosure } from "../../codegen/closures.ts";
import type { FunctionContract, TypedContract } from "../../contracts/contract.ts";
import { swapSides } from "../../operators/term.ts";
import { widen } from "../../values/convert.ts";
import {
  ELEMENT_TYPE_FACTS,
  type ElementArray,
  newElementArray,
  type Scalar,
} from "../../values/element-types.ts";
import type { FunctionPlan, SynchronousExecutor, SynchronousPlan } from "../executor.ts";
import { passesOf } from "./passes.ts";
import { refusal } from "./refusal.ts";

/**
 * Plain loops in plain JavaScript: always there, serves every contract, and the one to read first.
 *
 * It neither generates code nor uses WebAssembly, so it runs where a page's policy forbids both. It alone runs plain functions
 * over any values, and callers' own expressions.
 */
export const javascriptExecutor: SynchronousExecutor & {
  planFunction(contract: FunctionContract): FunctionPlan;
} = { name: "javascript", refusal, plan, planFunction };

function plan(contract: TypedContract): SynchronousPlan {
  const { operator, type, accumulate } = contract;
  const term = operator.term(accumulate);
  const isWidened = ELEMENT_TYPE_FACTS[type].isBigInt !== ELEMENT_TYPE_FACTS[accumulate].isBigInt;
  const passes = passesOf<Scalar>({
    expression: contract.expression,
    direction: contract.direction,
    initial: contract.initial,
    combine: combineClosure(contract.direction === "backward" ? swapSides(term) : term),
    convert: isWidened ? (element) => widen(element, accumulate) : undefined,
  });
  const placed = (input: ElementArray, output?: ElementArray): ElementArray =>
    output ?? newElementArray(accumulate, input.length);
  return {
    reduce: (input) => passes.reduce(input),
    inclusiveScan(input, output) {
      const result = placed(input, output);
      passes.inclusiveScan(input, slotsOf(result));
      return result;
    },
    exclusiveScan(input, output) {
      const result = placed(input, output);
      passes.exclusiveScan(input, slotsOf(result));
      return result;
    },
  };
}

function planFunction(contract: FunctionContract): FunctionPlan {
  const operator = contract.operator as (left: unknown, right: unknown) => unknown;
  const passes = passesOf<unknown>({
    expression: contract.expression,
    direction: contract.direction,
    initial: contract.initial,
    combine: contract.direction === "backward" ? (left, right) => operator(right, left) : operator,
    convert: undefined,
  });
  return {
    reduce: (input) => passes.reduce(input),
    inclusiveScan(input, output = new Array(input.length)) {
      passes.inclusiveScan(input, output);
      return output;
    },
    exclusiveScan(input, output = new Array(input.length)) {
      passes.exclusiveScan(input, output);
      return output;
    },
  };
}

/** The elements of a typed array as places to write values of its own type into. */
function slotsOf(array: ElementArray): Scalar[] {
  return array as unknown as Scalar[];
}
