import type { Command } from "commander";
import {
  type Determinism,
  type Direction,
  type ElementType,
  type Expression,
  type InitialPlacement,
  InvalidArgumentError,
  type Operator,
  type RecordOperator,
  UnsupportedError,
} from "../../index.ts";
import { bindStreams, type Streams } from "../../streams.ts";
import { addExecutorOption } from "../executors/executor-option.ts";
import type { AskedExecutor } from "../executors/executors.ts";
import type { OpenExecutor } from "../executors/offered-executor.ts";
import { parseExpressionArgument } from "./expression.ts";
import { checkInitialText, choiceOf, parseAccumulate, parseDeterminism, parseInitial } from "./parse.ts";
import { parseRecordInitial } from "./record-initial.ts";

/** The options that say what is computed and where: those of a contract, a level and an executor. */
export interface ContractArguments {
  readonly operator: string; // a name or a file
  readonly expression?: Expression;
  readonly accumulate?: ElementType;
  readonly backward?: boolean;
  readonly initial?: string;
  readonly initialPlacement?: InitialPlacement;
  readonly determinism?: Determinism;
  readonly allowQuadratic?: boolean; // of a scan
  readonly on: AskedExecutor;
}

const PLACEMENTS: readonly InitialPlacement[] = ["outside", "first"];

/** Adds those options; names are checked before any file is read. */
export function addContractOptions(command: Command): Command {
  command
    .option(
      "--operator <name>",
      "add, multiply, min, max, and, or, xor, tree-hash, or a FILE.op or a text in the operator language",
      "add",
    )
    .option(
      "--expression <name>",
      "left-fold, iterated-pairwise, bisection, interleaved:L, block-dyadic:B, linear-carry:B, network:NAME:N, network:FILE, binned:K or exact (default: block-dyadic:32)",
      parseExpressionArgument,
    )
    .option(
      "--accumulate <type>",
      "the type of every combine, where wider: f64 for f32, i64 for i32, u64 for u32",
      parseAccumulate,
    )
    .option("--backward", "from the end: element i covers all from i on")
    .option(
      "--initial <value>",
      'initial value: decimal, or bits: and hexadecimal digits; of records JSON, as in {"value":0,"index":"7"}',
      checkInitialText,
    )
    .option(
      "--initial-placement <place>",
      "outside (default) or first",
      choiceOf("initialPlacement", PLACEMENTS),
    )
    .option("--determinism <level>", "not-guaranteed, run-to-run or everywhere (default)", parseDeterminism);
  return addExecutorOption(command);
}

/** The options of a function over elements of `type`, as doors take them. @throws InvalidArgumentError */
export function elementOptions(asked: ContractArguments, operator: Operator, type: ElementType) {
  const { accumulate } = asked;
  const initial = asked.initial === undefined ? undefined : parseInitial(asked.initial, accumulate ?? type);
  return { type, operator, accumulate, initial, ...sharedOptions(asked) };
}

/** The same over records, whose type is the operator's. */
export function recordOptions(asked: ContractArguments, operator: RecordOperator) {
  const { accumulate, initial } = asked;
  if (accumulate !== undefined) {
    const expected = "left out with an operator over records, whose columns are combined in their own types";
    throw new InvalidArgumentError("accumulate", expected, JSON.stringify(accumulate));
  }
  const parsed = initial === undefined ? undefined : parseRecordInitial(initial, operator.type);
  return { operator, initial: parsed, ...sharedOptions(asked) };
}

/** The functions of `samebits/streams` on an executor. @throws UnsupportedError where it takes whole arrays only */
export function streamsOf({ name, online }: OpenExecutor): Streams {
  if (online !== undefined) return bindStreams(online);
  throw new UnsupportedError(
    `--snapshot or --resume on executor "${name}"`,
    "here it takes whole arrays, and a state is what stands between chunks",
    "use --on wasm; states of all executors are the same",
  );
}

function sharedOptions({
  expression,
  backward,
  initialPlacement,
  determinism,
  allowQuadratic,
}: ContractArguments) {
  const direction: Direction = backward ? "backward" : "forward";
  return { expression, direction, initialPlacement, determinism, allowQuadratic };
}
