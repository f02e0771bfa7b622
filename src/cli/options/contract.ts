// The options that say what is computed (operator, types, tree, direction, initial value), shared by reduce, scan and reduce-by-key.

import type { Command } from "commander";
import {
  ACCUMULATION_TYPES,
  type Determinism,
  type Direction,
  type ElementType,
  type Expression,
  type InitialPlacement,
  InvalidArgumentError,
  type Operator,
  type RecordOperator,
  type RecordType,
  type StorageType,
  UnsupportedError,
  type ValueOf,
  type ValueType,
} from "../../index.ts";
import { type SavedSum, treeOptions } from "../../reveal.ts";
import { bindStreams, type Streams } from "../../streams.ts";
import { type AskedExecutor, addExecutorOption } from "../executors/executors.ts";

import type { OpenExecutor } from "../executors/offered-executor.ts";
import { operatorName } from "../input/operator.ts";
import { parseExpressionArgument, savedSumOf } from "./expression.ts";
import { checkInitialText, choiceOf, parseAccumulate, parseDeterminism, parseInitial } from "./parse.ts";

/**
 * An initial value of records from JSON text in the shape of their type. A leaf is a number, true or false, or a string: what a
 * scalar's --initial may be, such as "-inf" or "bits:…". Numbers are read as they are written, and so exactly or not at all.
 *
 * Whether every field is there is checked where the contract is. @throws InvalidArgumentError naming the field
 */
function parseRecordInitial(text: string, type: RecordType): ValueOf<RecordType> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new InvalidArgumentError("initial", `JSON text such as ${exampleOf(type)}`, JSON.stringify(text));
  }
  const spelled: unknown = JSON.parse(text.replace(STRING_OR_NUMBER, quoted));
  return parsePart(type, { parsed, spelled }, "initial") as ValueOf<RecordType>;
}

/** Of JSON text; a string is found too, as there may be digits in it. */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

function quoted(token: string): string {
  return token.startsWith('"') ? token : `"${token}"`;
}

/** A part of the text: once as JSON.parse has it, which rounds, and once with its numbers as strings. */
interface Part {
  readonly parsed: unknown;
  readonly spelled: unknown;
}

function parsePart(type: ValueType | undefined, { parsed, spelled }: Part, argument: string): unknown {
  if (typeof type === "string") return parseLeaf(type, { parsed, spelled }, argument);
  if (type === undefined || typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    return parsed;
  const inner = spelled as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(parsed).map(([field, value]) => {
      const innerType = Object.hasOwn(type, field) ? type[field] : undefined;
      return [field, parsePart(innerType, { parsed: value, spelled: inner[field] }, `${argument}.${field}`)];
    }),
  );
}

function parseLeaf(type: Extract<ValueType, string>, { parsed, spelled }: Part, argument: string): unknown {
  if (type === "bool") return parsed;
  if (typeof parsed === "string") return parseInitial(parsed, type, argument);
  if (typeof parsed === "number") return parseInitial(String(spelled), type, argument);
  throw new InvalidArgumentError(argument, `a number, or a string, for ${type}`, JSON.stringify(parsed));
}

function exampleOf(type: ValueType): string {
  if (typeof type === "string") return type === "bool" ? "false" : "0";
  return `{${Object.entries(type)
    .map(([field, inner]) => `${JSON.stringify(field)}:${exampleOf(inner)}`)
    .join(",")}}`;
}

/** The options that say what is computed. */
export interface ComputedArguments {
  readonly operator: string; // a name or a file
  readonly expression?: Expression;
  readonly accumulate?: ElementType;
  readonly backward?: boolean;
  readonly initial?: string;
  readonly initialPlacement?: InitialPlacement;
}

/** And where: those of a contract, a level and an executor. */
export interface ContractArguments extends ComputedArguments {
  readonly determinism?: Determinism;
  readonly allowQuadratic?: boolean; // of a scan
  readonly on: AskedExecutor;
}

const PLACEMENTS: readonly InitialPlacement[] = ["outside", "first"];

/** Adds those options; names are checked before any file is read. */
export function addContractOptions(command: Command): Command {
  addComputedOptions(command).option(
    "--determinism <level>",
    "not-guaranteed, run-to-run or everywhere (default)",
    parseDeterminism,
  );
  return addExecutorOption(command);
}

/** Adds those that say what is computed, and not where. */
export function addComputedOptions(command: Command): Command {
  return command
    .option(
      "--operator <name>",
      "add, multiply, min, max, and, or, xor, tree-hash, or a FILE.op or a text in the operator language",
      operatorName,
      "add",
    )
    .option(
      "--expression <name>",
      "left-fold, iterated-pairwise, bisection, interleaved:L, block-dyadic:B, linear-carry:B, network:NAME:N, network:FILE, tree:FILE, binned:K or exact (default: block-dyadic:32)",
      parseExpressionArgument,
    )
    .option(
      "--accumulate <type>",
      "the type of every combine, where wider: f64 for f32 or f16, i64 for i32 or u8, …",
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
    );
}

/** The options of a function over elements of `type`, as entry points take them. @throws InvalidArgumentError */
export function elementOptions<Type extends StorageType>(
  asked: ComputedArguments & Partial<ContractArguments>,
  operator: Operator,
  type: Type,
) {
  const revealed = revealedSum(asked, operator, type);
  const own = revealed && treeOptions(revealed);
  const accumulate = asked.accumulate ?? own?.accumulate;
  const sum = accumulate ?? ACCUMULATION_TYPES[type][0];
  const initial = asked.initial === undefined ? (own?.initial as 0) : parseInitial(asked.initial, sum);
  return { type, operator, accumulate, initial, ...sharedOptions(asked) };
}

/**
 * The sum that `tree:FILE` was revealed of, whose arithmetic is that of the call; undefined for other expressions, and where --accumulate, another
 * operator or a file without arithmetic takes the tree alone.
 *
 * @throws InvalidArgumentError for elements of another type than it adds
 */
export function revealedSum(
  { expression, accumulate }: ComputedArguments,
  operator: Operator,
  type: StorageType,
): SavedSum | undefined {
  const saved = savedSumOf(expression);
  if (saved === undefined || accumulate !== undefined || operator.name !== "add") return undefined;
  if (saved.type === type) return saved;
  const expected = `of a sum of ${type}, as FILE is; --type reads it as another, --accumulate takes the tree alone`;
  throw new InvalidArgumentError("expression", expected, `of a sum of ${saved.type}`);
}

/** The same over records, whose type is the operator's. */
export function recordOptions(
  asked: ComputedArguments & Partial<ContractArguments>,
  operator: RecordOperator,
) {
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
}: Partial<ContractArguments>) {
  const direction: Direction = backward ? "backward" : "forward";
  return { expression, direction, initialPlacement, determinism, allowQuadratic };
}
