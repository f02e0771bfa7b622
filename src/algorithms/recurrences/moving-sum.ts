import type {
  AccumulationOf,
  ConvertibleInput,
  ElementTypeOf,
  RecordScanOptions,
  RoundedOptions,
  StoredColumnsOf,
  SumOf,
  TypedScanOptions,
} from "../../contracts/options.ts";
import type { ContractOptions } from "../../contracts/resolve.ts";
import type { Primitives } from "../../executors/primitives.ts";
import { binary, constant, left, right, select, type Term } from "../../operators/term.ts";
import { checkOptionNames } from "../../values/check-name.ts";
import { describe } from "../../values/describe.ts";
import type { ElementArray, ElementType } from "../../values/element-types.ts";
import { InvalidArgumentError } from "../../values/errors.ts";
import { MOST_ELEMENTS } from "../../values/index-array.ts";
import { evenOffsets } from "../../values/segments.ts";
import type { ColumnsOf, RecordType } from "../../values/value-types.ts";
import type { AlgorithmRow } from "../algorithm-row.ts";
import { type Answer, type Call, done, type Steps } from "../call.ts";
import { type GivenContract, givenContract } from "../given-contract.ts";
import { shapeColumns } from "../move-columns.ts";
import { shortMovingSum } from "../short/recurrences.ts";
import { type Options, sumsOfInput, type TemplateCall } from "../template-rule.ts";

type NotOfWindows = "direction" | "initial" | "initialPlacement" | "allowQuadratic";

interface WindowOption {
  readonly window: number; // how many elements at most are combined, from 1 on
}

type MovingSumOptions<Type extends ElementType, Sum extends ElementType> = WindowOption &
  Omit<TypedScanOptions<Type, Sum>, NotOfWindows>;

type MovingRecordOptions<Type extends RecordType> = WindowOption &
  Omit<RecordScanOptions<Type>, NotOfWindows>;

/**
 * The sum of the last elements: `out[i] = input[i−window+1] + … + input[i]`, of fewer where there are not as many yet.
 *
 * Any operator may stand for add. With blocks of `window` elements, `out[i] = S[i−window+1] ∘ P[i]`: what is left of one block and what there
 * is of the next, by a backward and a forward scan of each block alone; or one of them where the window is a block, or begins at 0. So
 * nothing is ever taken away again: an infinity or a rounding leaves with its element. Work 3n for any window, span O(log window).
 *
 * @throws InvalidArgumentError for a window that is no positive integer
 * @see van Herk 1992; Gil and Werman 1993
 */
export interface MovingSum<When extends "now" | "later"> {
  (input: ElementArray | ConvertibleInput, options: RoundedOptions & WindowOption): Answer<When, Uint16Array>;
  <Type extends RecordType>(
    input: StoredColumnsOf<Type>,
    options: MovingRecordOptions<Type>,
  ): Answer<When, ColumnsOf<Type>>;
  <
    Input extends ElementArray,
    Sum extends AccumulationOf<ElementTypeOf<Input>> = SumOf<ElementTypeOf<Input>>,
  >(
    input: Input,
    options: MovingSumOptions<ElementTypeOf<Input>, Sum>,
  ): Answer<When, ElementArray<Sum>>;
  <Type extends ElementType, Sum extends AccumulationOf<Type> = SumOf<Type>>(
    input: ConvertibleInput,
    options: MovingSumOptions<Type, Sum> & { readonly type: Type },
  ): Answer<When, ElementArray<Sum>>;
}

interface AnyMovingSumOptions extends WindowOption, ContractOptions {
  readonly output?: unknown;
}

const OPTIONS: readonly string[] = [
  "window",
  "operator",
  "expression",
  "determinism",
  "type",
  "accumulate",
  "output",
];

/** The call of `movingSum`. */
export function movingSumCall(input: unknown, options: AnyMovingSumOptions): Call<unknown> {
  checkOptionNames(options, OPTIONS);
  const { output, ...others } = options;
  const windows = givenWindows(input, others);
  const { given, backward, window } = windows;
  const { columns, length, type } = given;
  return {
    input: [...columns, evenOffsets(length, window)],
    requests: [given.request, backward.request],
    *steps(on, vectors) {
      const elements = vectors.slice(0, columns.length);
      const [offsets] = vectors.slice(columns.length);
      const isOneBlock = window === 1 || window >= length;
      return yield* isOneBlock
        ? startSteps(on, windows, elements, offsets)
        : movingSumSteps(on, windows, elements, offsets);
    },
    output: output === undefined ? undefined : given.shape.outputOf(given.columns, output),
    result: (sums) => shapeColumns(type, sums),
  };
}

/** Moving sums that are asked for, checked. */
interface GivenWindows {
  readonly given: GivenContract;
  readonly backward: GivenContract;
  readonly window: number;
}

/** See GivenWindows. @throws InvalidArgumentError, LengthMismatchError */
function givenWindows(input: unknown, options: WindowOption & ContractOptions): GivenWindows {
  checkOptionNames(options, OPTIONS);
  const { window, ...contractOptions } = options;
  return {
    window: checkWindow(window),
    given: givenContract(input, contractOptions, "inclusive-scan"),
    backward: givenContract(input, { ...contractOptions, direction: "backward" }, "inclusive-scan"),
  };
}

/** Where blocks begin, of as many elements as there are: the offsets of `evenOffsets`. */
function* blockOffsetSteps<Vector>(
  on: Primitives<Vector>,
  { window }: GivenWindows,
  [elements]: readonly Vector[],
): Steps<Vector> {
  const indices = yield* done(on.iota(elements));
  const windows = yield* done(on.fill("u32", Math.min(window, MOST_ELEMENTS), elements));
  const isFirst = binary("equal", binary("remainder", left("u32"), right("u32")), constant("u32", 0));
  const [flags] = yield* done(on.map([isFirst], [indices], [windows]));
  return yield* done(on.flagIndices(flags, true));
}

/** The moving sums of any number of elements, of blocks at `offsets`. */
function* movingSumSteps<Vector>(
  on: Primitives<Vector>,
  windows: GivenWindows,
  elements: readonly Vector[],
  offsets: Vector,
): Steps<readonly Vector[]> {
  const starts = yield* startSteps(on, windows, elements, offsets);
  const { contract } = windows.backward;
  const ends = yield* done(on.segmented(contract, "inclusive-scan", elements, offsets, undefined));
  return yield* joinSteps(on, windows, ends, starts);
}

/** What starts each block. */
function startSteps<Vector>(
  on: Primitives<Vector>,
  { given: { contract } }: GivenWindows,
  elements: readonly Vector[],
  offsets: Vector,
): Steps<readonly Vector[]> {
  return done(on.segmented(contract, "inclusive-scan", elements, offsets, undefined));
}

/** What ends one block, joined with what starts the next. */
function* joinSteps<Vector>(
  on: Primitives<Vector>,
  { given: { contract }, window }: GivenWindows,
  ends: readonly Vector[],
  starts: readonly Vector[],
): Steps<readonly Vector[]> {
  const { columns, terms } = contract;
  const indices = yield* done(on.iota(starts[0]));
  const windows = yield* done(on.fill("u32", Math.min(window, MOST_ELEMENTS), indices));
  // Of the first elements the place is beyond all, or of no matter: their window begins at 0.
  const first = binary("subtract", binary("add", left("u32"), constant("u32", 1)), right("u32"));
  const [places] = yield* done(on.map([first], [indices], [windows]));
  const before = yield* done(on.gather(ends, places));
  const ended = binary("add", left("u32", columns.length), constant("u32", 1));
  const blockLength = left("u32", columns.length + 1);
  const isBlock = binary("equal", binary("remainder", ended, blockLength), constant("u32", 0));
  const isAlone = binary("or", binary("less", ended, blockLength), isBlock);
  const joined = terms.map((term: Term, i) => select(isAlone, right(columns[i].type, i), term));
  return yield* done(on.map(joined, [...before, indices, windows], starts));
}

function checkWindow(given: unknown): number {
  if (typeof given === "number" && Number.isSafeInteger(given) && given >= 1) return given;
  throw new InvalidArgumentError("window", "a positive integer", describe(given));
}

/** `movingSum(input, { window, operator?, expression? })` gives the sum, or any other reduce, of the last `window` elements */
export const movingSum: AlgorithmRow = {
  call: movingSumCall,
  short: shortMovingSum,
  template: {
    options: ["window", "operator", "expression", "accumulate"],
    results: sumsOfInput,
    call: ({ input }, options) => anyLength(input, options),
  },
};

function anyLength(input: unknown, { input: _, ...asked }: Options): TemplateCall {
  const windows = givenWindows(input, asked as unknown as WindowOption & ContractOptions);
  return {
    requests: [windows.given.request, windows.backward.request],
    *steps(on, elements) {
      return yield* movingSumSteps(on, windows, elements, yield* blockOffsetSteps(on, windows, elements));
    },
  };
}
