import { checkContract } from "../../contracts/check-contract.ts";
import type { RecordContract, TypedContract } from "../../contracts/contract.ts";
import { printContract } from "../../contracts/print.ts";
import type { State } from "../../summaries/summary.ts";
import { summaryAlgebra } from "../../summaries/summary-algebra.ts";
import type { Scalar, ScalarType } from "../../values/element-types.ts";
import {
  EmptyInputError,
  InternalError,
  InvalidArgumentError,
  UnsupportedError,
} from "../../values/errors.ts";
import { newColumn } from "../../values/value-types.ts";
import type { AnySummary, OnlinePass } from "../executor.ts";
import { type Arena, type ColumnArenas, openColumns } from "./arena.ts";
import type { Arenas } from "./arenas.ts";
import { type Columns, type ColumnWork, columnWork, type Row } from "./column-work.ts";
import { canonicalScalar } from "./elements.ts";
import { firstTermOf } from "./first-term.ts";
import { type OnlineBlocks, onlineBlocks } from "./online-blocks.ts";
import { type OnlineFold, onlineFold } from "./online-fold.ts";
import { onlineRunnerFor } from "./online-runner-for.ts";
import type { OnlineRunner, RunnerSetting } from "./runner.ts";
import { settingOf } from "./setting.ts";
import { openStage } from "./stage.ts";

/** What a pass holds once it has met its first array. */
interface Opened {
  readonly base: Arena;
  readonly columns: ColumnArenas;
  readonly runner: OnlineRunner;
  readonly work: ColumnWork;
}

/**
 * A pass of the wasm executor: the kernels of plans, on a state of its own that stays between calls.
 *
 * The first array decides for library or staging memory; arrays elsewhere are copied a stage at a time. An exclusive scan always is.
 * `openRunner` gives the runner of an expression that is none of this room's trees.
 *
 * @throws UnsupportedError for an expression without summaries
 * @throws InvalidArgumentError for a summary of another contract, or of a range that does not begin at 0
 */
export function onlinePass(
  arenas: Arenas,
  asked: TypedContract | RecordContract,
  from: AnySummary | undefined,
  openRunner?: (arena: Arena, setting: RunnerSetting) => OnlineRunner,
): OnlinePass {
  const contract = checkContract(asked);
  const { line, setting, types, sums, ...outside } = commonOf(arenas, contract);
  const { fold, blocks } = openRunner === undefined ? outside : NOTHING_OUTSIDE;
  if (from !== undefined) checkSummary(line, from);
  const isBackward = contract.direction === "backward";
  const first = firstTermOf(contract);
  const lead = first === undefined ? 0 : 1;
  let position = from?.end ?? 0;
  let opened: Opened | undefined;
  let isClosed = false;

  const openIn = (base: Arena): Opened => {
    const columns = openColumns(base, types.length);
    const stages = columns.arenas.map((arena, column) =>
      openStage(arena, { type: types[column], accumulate: sums[column], isBackward }),
    );
    const [arena] = columns.arenas;
    const runner = openRunner?.(arena, setting) ?? onlineRunnerFor(arena, setting, contract.expression);
    const work = columnWork(columns.arenas, stages, sums, runner);
    opened = { base, columns, runner, work };
    if (from !== undefined && from.end > 0) {
      runner.load(rowsOf(from, contract), from.end + lead);
    } else {
      runner.open();
      if (first !== undefined) work.takeValue(first, "reduce");
    }
    return opened;
  };
  const openFor = (arrays: Columns): Opened => {
    if (isClosed) throw new UnsupportedError("a pass", "it was closed", "open another one");
    const library = arenas.library();
    const isInLibrary = library !== undefined && arrays.some((array) => library.heap.addressOf(array) >= 0);
    return opened ?? openIn(isInLibrary ? library : arenas.staging());
  };
  const addressesOf = ({ base }: Opened, arrays: Columns): readonly number[] =>
    arrays.map((array) => base.heap.addressOf(array));

  const observe = (): Row => {
    if (position === 0) {
      if (contract.initial === undefined) throw new EmptyInputError();
      return initialOf(contract).map(canonicalScalar);
    }
    return (opened ?? openIn(arenas.staging())).work.observe();
  };

  const reduce = (chunk: Columns): void => {
    const pass = openFor(chunk);
    const from = addressesOf(pass, chunk);
    if (fold !== undefined && isOutside(from) && chunk[0].length > 0) {
      fold.reduce(pass.runner, chunk[0] as Float64Array);
    } else pass.work.reduce(chunk, from);
    position += chunk[0].length;
  };

  const scan = (chunk: Columns, output: Columns, isExclusive: boolean): Columns => {
    const pass = openFor(chunk);
    if (chunk[0].length === 0) return output;
    const before = isExclusive ? beforeNext() : undefined;
    // An exclusive value written where it belongs has no room for the one after the chunk, which the next chunk needs.
    const to = isExclusive ? output.map(() => -1) : addressesOf(pass, output);
    const from = addressesOf(pass, chunk);
    const isApart = isOutside(from) && isOutside(to) && !isExclusive;
    const [input, target] = [chunk[0] as Float64Array, output[0] as Float64Array];
    if (fold !== undefined && isApart) fold.scan(pass.runner, input, target);
    else if (blocks?.takes(position, input.length) && isApart) {
      blocks.scan(pass.runner, position, input, target, (start, end) => {
        const partOf = (array: Float64Array) => ({ arrays: [array.subarray(start, end)], addresses: [-1] });
        pass.work.scan(partOf(input), partOf(target), undefined);
      });
    } else {
      pass.work.scan({ arrays: chunk, addresses: from }, { arrays: output, addresses: to }, before);
    }
    position += chunk[0].length;
    return output;
  };
  const beforeNext = (): Row => {
    if (contract.initial === undefined) {
      throw new InvalidArgumentError("contract", "one with an initial value for an exclusive scan", "none");
    }
    return observe();
  };
  const placed = (chunk: Columns): Columns => sums.map((type) => newColumn(type, chunk[0].length));

  return {
    get position() {
      return position;
    },
    inclusiveScan: (chunk, output = placed(chunk)) => scan(chunk, output, false),
    exclusiveScan: (chunk, output = placed(chunk)) => scan(chunk, output, true),
    reduce,
    observe,
    summary() {
      if (position === 0) return emptyOf(contract);
      const pass = opened ?? openIn(arenas.staging());
      const state = valuesOf(pass.runner.save(), contract);
      return { contract: line, start: 0, end: position, ...state } as AnySummary;
    },
    close() {
      opened?.runner.end();
      opened?.columns.release();
      opened = undefined;
      isClosed = true;
    },
  };
}

function isOutside(addresses: readonly number[]): boolean {
  return addresses.every((address) => address < 0);
}

function emptyOf(contract: TypedContract | RecordContract): AnySummary {
  return contract.kind === "record" ? summaryAlgebra(contract).empty(0) : summaryAlgebra(contract).empty(0);
}

/** What computes arrays that lie nowhere in library memory without a copy; nothing where a runner was given. */
interface Outside {
  readonly fold: OnlineFold | undefined;
  readonly blocks: OnlineBlocks | undefined;
}

const NOTHING_OUTSIDE: Outside = { fold: undefined, blocks: undefined };

/** What all passes of a contract have in common: those of pieces of one scan come by the hundred. */
interface Common extends Outside {
  readonly line: string;
  readonly setting: RunnerSetting;
  readonly types: readonly ScalarType[];
  readonly sums: readonly ScalarType[];
}

const commonByContract = new WeakMap<Arenas, WeakMap<TypedContract | RecordContract, Common>>();

function commonOf(arenas: Arenas, contract: TypedContract | RecordContract): Common {
  const known = commonByContract.get(arenas) ?? new WeakMap<TypedContract | RecordContract, Common>();
  commonByContract.set(arenas, known);
  const common = known.get(contract) ?? newCommon(arenas, contract);
  known.set(contract, common);
  return common;
}

function newCommon(arenas: Arenas, contract: TypedContract | RecordContract): Common {
  emptyOf(contract); // refuses an expression that has no summaries
  const setting = settingOf(arenas, contract);
  return {
    line: printContract(contract),
    setting,
    fold: onlineFold(contract, setting),
    blocks: onlineBlocks(contract, setting),
    ...typesOf(contract, setting),
  };
}

function checkSummary(line: string, from: AnySummary): void {
  if (from.contract !== line) {
    const actual = `one of contract "${from.contract}"`;
    throw new InvalidArgumentError("from", `a summary of contract "${line}"`, actual);
  }
  if (from.start !== 0) {
    throw new InvalidArgumentError("from", "a summary from position 0 on", `one from ${from.start} on`);
  }
}

function typesOf(
  contract: TypedContract | RecordContract,
  { subject }: RunnerSetting,
): { readonly types: readonly ScalarType[]; readonly sums: readonly ScalarType[] } {
  const sums = subject.terms.columns;
  return { types: contract.kind === "record" ? sums : [contract.type], sums };
}

function initialOf(contract: TypedContract | RecordContract): Row {
  if (contract.initial === undefined) throw new InternalError("no initial value");
  return contract.kind === "record" ? contract.initial.value : [contract.initial.value];
}

/** A summary's state with its values by column, as runners have them. */
function rowsOf(summary: AnySummary, { kind }: TypedContract | RecordContract): State<Row> {
  if (kind === "record") return summary as State<Row>;
  return mapState(summary as State<Scalar>, (value) => [value]);
}

/** The inverse of `rowsOf`. */
function valuesOf(state: State<Row>, { kind }: TypedContract | RecordContract): State<Scalar> | State<Row> {
  if (kind === "record") return mapState(state, (value) => value.map(canonicalScalar));
  return mapState(state, ([value]) => canonicalScalar(value));
}

function mapState<From, To>(state: State<From>, map: (value: From) => To): State<To> {
  type Roots = readonly { readonly start: number; readonly end: number; readonly value: From }[];
  const mapped = (roots: Roots) => roots.map(({ start, end, value }) => ({ start, end, value: map(value) }));
  switch (state.kind) {
    case "roots":
      return { kind: "roots", roots: mapped(state.roots) };
    case "lanes":
      return { kind: "lanes", lanes: state.lanes.map(mapped) };
    case "blocks":
      return {
        kind: "blocks",
        head: mapped(state.head),
        blocks: mapped(state.blocks),
        tail: mapped(state.tail),
      };
    case "exact":
    case "binned":
      return state;
    default:
      return state satisfies never;
  }
}
