import type { Command } from "commander";
import {
  type Determinism,
  type Direction,
  type ElementType,
  type Expression,
  type InitialPlacement,
  type Operator,
  operatorNamed,
  type PreparedPlan,
  parseExpression,
} from "../index.ts";
import { EXECUTOR_NAMES, type ExecutorName, executorNamed } from "./executors.ts";
import {
  checkInitialText,
  choiceOf,
  parseAccumulate,
  parseDeterminism,
  parseInitial,
} from "./parse-arguments.ts";

/** The options that say what is computed and where: those of a contract, a level and an executor. */
export interface ContractArguments {
  readonly operator?: Operator;
  readonly expression?: Expression;
  readonly accumulate?: ElementType;
  readonly backward?: boolean;
  readonly initial?: string;
  readonly initialPlacement?: InitialPlacement;
  readonly determinism?: Determinism;
  readonly allowQuadratic?: boolean; // of a scan
  readonly on: ExecutorName;
}

const DEFAULT_EXECUTOR: ExecutorName = "wasm";
const PLACEMENTS: readonly InitialPlacement[] = ["outside", "first"];

/** Adds those options; names are checked before any file is read. */
export function addContractOptions(command: Command): Command {
  return command
    .option(
      "--operator <name>",
      "add, multiply, min, max, and, or, xor or tree-hash (default: add)",
      operatorNamed,
    )
    .option(
      "--expression <name>",
      "left-fold, iterated-pairwise, bisection, interleaved:L, block-dyadic:B or linear-carry:B (default: block-dyadic:32)",
      (text: string) => parseExpression(text),
    )
    .option(
      "--accumulate <type>",
      "the type of every combine, where wider: f64 for f32, i64 for i32, u64 for u32",
      parseAccumulate,
    )
    .option("--backward", "from the end: element i covers all from i on")
    .option("--initial <value>", "initial value: decimal, or bits: and hexadecimal digits", checkInitialText)
    .option(
      "--initial-placement <place>",
      "outside (default) or first",
      choiceOf("initialPlacement", PLACEMENTS),
    )
    .option("--determinism <level>", "not-guaranteed, run-to-run or everywhere (default)", parseDeterminism)
    .option("--on <executor>", "javascript or wasm", choiceOf("on", EXECUTOR_NAMES), DEFAULT_EXECUTOR);
}

/**
 * The plan for elements of `type`, on the executor asked for.
 *
 * @throws InvalidArgumentError, UnsupportedError as `prepare`
 */
export function preparePlan(asked: ContractArguments, type: ElementType): PreparedPlan {
  const { operator, expression, accumulate, initialPlacement, determinism, allowQuadratic, on } = asked;
  const direction: Direction = asked.backward ? "backward" : "forward";
  const initial = asked.initial === undefined ? undefined : parseInitial(asked.initial, accumulate ?? type);
  const options = {
    operator,
    expression,
    accumulate,
    direction,
    initial,
    initialPlacement,
    determinism,
    allowQuadratic,
  };
  return executorNamed(on).prepare({ type, ...options });
}
