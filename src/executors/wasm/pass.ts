import { type ColumnContract, checkColumnContract } from "../../contracts/column-contract.ts";
import { lineOf } from "../../contracts/contract-key.ts";
import type { Root, State } from "../../summaries/summary.ts";
import { columnSummaries } from "../../summaries/summary-algebra.ts";
import {
  EmptyInputError,
  InternalError,
  InvalidArgumentError,
  UnsupportedError,
} from "../../values/errors.ts";
import { type Columns, newColumn, type Row, type StoredColumns } from "../../values/value-types.ts";
import type { ColumnSummary, OnlinePass } from "../executor.ts";
import type { OnlineCode, Serving } from "./family.ts";
import { type Arena, type ColumnArenas, isInLibrary, openColumns } from "./memory/arena.ts";
import { canonicalScalar } from "./memory/elements.ts";
import type { OnlineRunner, RunnerSetting } from "./runner.ts";
import { type Machine, requireServing } from "./serving.ts";
import { firstTermOf, settingOf } from "./setting.ts";

import { type ColumnWork, columnWork, openStages } from "./stage/chunks.ts";

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
 * The first array decides for library or staging memory; arrays elsewhere are copied a stage at a time, but for those that generated code
 * takes. An exclusive scan always is. `openRunner` gives another runner than that of the contract's expression.
 *
 * @throws UnsupportedError for an expression without summaries
 * @throws InvalidArgumentError for a summary of another contract, or of a range that does not begin at 0
 */
export function onlinePass(
  machine: Machine,
  asked: ColumnContract,
  from: ColumnSummary | undefined,
  openRunner?: Serving["openOnline"],
): OnlinePass {
  const contract = checkColumnContract(asked);
  const { sums } = contract;
  const common = commonOf(machine, contract);
  const { line } = common;
  const code = openRunner === undefined ? common.code : undefined;
  if (from !== undefined) checkSummary(line, from);
  const memory = passMemory(machine, common, from, openRunner);
  let position = from?.end ?? 0;
  const addressesOf = ({ base }: Opened, arrays: StoredColumns): readonly number[] =>
    arrays.map((array) => base.heap.addressOf(array));

  const observe = (): Row => {
    if (position > 0) return memory.opened().work.observe();
    if (contract.initial === undefined) throw new EmptyInputError();
    return contract.initial.value.map(canonicalScalar);
  };

  const reduce = (chunk: StoredColumns): void => {
    const pass = memory.openFor(chunk);
    const { length } = chunk[0];
    const from = addressesOf(pass, chunk);
    if (code?.reduce !== undefined && isOutside(from) && length > 0) {
      code.reduce(pass.runner, chunk[0] as Float64Array);
    } else pass.work.reduce(chunk, from);
    position += length;
  };

  const scan = (chunk: StoredColumns, output: Columns, isExclusive: boolean): Columns => {
    const pass = memory.openFor(chunk);
    const { length } = chunk[0];
    if (length === 0) return output;
    const before = isExclusive ? beforeNext() : undefined;
    // An exclusive value written where it belongs has no room for the one after the chunk, which the next chunk needs.
    const to = isExclusive ? output.map(() => -1) : addressesOf(pass, output);
    const from = addressesOf(pass, chunk);
    if (code?.takes(position, length) && !isExclusive && isOutside(from) && isOutside(to)) {
      const [input, target] = [chunk[0] as Float64Array, output[0] as Float64Array];
      code.scan(pass.runner, position, input, target, (start, end) => {
        const partOf = (array: Float64Array) => ({ arrays: [array.subarray(start, end)], addresses: [-1] });
        pass.work.scan(partOf(input), partOf(target), undefined);
      });
    } else {
      pass.work.scan({ arrays: chunk, addresses: from }, { arrays: output, addresses: to }, before);
    }
    position += length;
    return output;
  };
  const beforeNext = (): Row => {
    if (contract.initial === undefined) {
      throw new InvalidArgumentError("contract", "one with an initial value for an exclusive scan", "none");
    }
    return observe();
  };
  const placed = (chunk: StoredColumns): Columns => sums.map((type) => newColumn(type, chunk[0].length));

  return {
    get position() {
      return position;
    },
    inclusiveScan: (chunk, output = placed(chunk)) => scan(chunk, output, false),
    exclusiveScan: (chunk, output = placed(chunk)) => scan(chunk, output, true),
    reduce,
    observe,
    summary() {
      if (position === 0) return columnSummaries(contract).empty(0);
      const { runner } = memory.opened();
      return { contract: line, start: 0, end: position, ...canonicalState(runner.save()) };
    },
    close: memory.close,
  };
}

/** What a pass holds from its first array on. */
interface PassMemory {
  /** Opened where the first arrays lie: in library memory, if any does. @throws UnsupportedError once closed */
  readonly openFor: (arrays: StoredColumns) => Opened;
  /** The same for callers without arrays. */
  readonly opened: () => Opened;
  readonly close: () => void;
}

function passMemory(
  machine: Machine,
  { line, setting, serving }: Common,
  from: ColumnSummary | undefined,
  openRunner: Serving["openOnline"],
): PassMemory {
  const { contract } = setting;
  const { sums } = contract;
  const first = firstTermOf(contract);
  let opened: Opened | undefined;
  let isClosed = false;

  const openIn = (base: Arena): Opened => {
    const columns = openColumns(base, sums.length);
    const { arenas } = columns;
    const runner = (openRunner ?? serving.openOnline)?.(arenas[0], setting);
    if (runner === undefined) throw new InternalError(`no online runner for ${line}`);
    const work = columnWork(arenas, openStages(arenas, contract), sums, runner);
    opened = { base, columns, runner, work };
    if (from !== undefined && from.end > 0) {
      runner.load(from, from.end + (first === undefined ? 0 : 1));
    } else {
      runner.begin("online", 0);
      if (first !== undefined) work.takeValue(first, "reduce");
    }
    return opened;
  };
  return {
    openFor(arrays) {
      if (isClosed) throw new UnsupportedError("a pass", "it was closed", "open another one");
      const library = machine.library();
      return (
        opened ?? openIn(library !== undefined && isInLibrary(machine, arrays) ? library : machine.staging())
      );
    },
    opened: () => opened ?? openIn(machine.staging()),
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

/** What all passes of a contract have in common: those of pieces of one scan come by the hundred. */
interface Common {
  readonly line: string;
  readonly setting: RunnerSetting;
  readonly serving: Serving;
  readonly code: OnlineCode | undefined;
}

const commonByContract = new WeakMap<Machine, WeakMap<ColumnContract, Common>>();

function commonOf(machine: Machine, contract: ColumnContract): Common {
  const known = commonByContract.get(machine) ?? new WeakMap<ColumnContract, Common>();
  commonByContract.set(machine, known);
  const common = known.get(contract) ?? newCommon(machine, contract);
  known.set(contract, common);
  return common;
}

function newCommon(machine: Machine, contract: ColumnContract): Common {
  columnSummaries(contract).empty(0); // refuses an expression that has no summaries
  const setting = settingOf(machine, contract);
  const serving = requireServing(machine, contract.expression);
  serving.refusal?.({ contract, observation: "reduce", allowQuadratic: false }); // refuses an expression that is not what it says
  return { line: lineOf(contract), setting, serving, code: codeFor(setting, serving) };
}

/** For what whole arrays are computed by generated code too: f64, forward, without an initial value, NaNs rare. */
function codeFor(setting: RunnerSetting, { generateOnline }: Serving): OnlineCode | undefined {
  const { types, sums, direction, initial } = setting.contract;
  const isPlain = sums.length === 1 && types[0] === "f64" && direction === "forward" && initial === undefined;
  return isPlain && setting.nanRule !== "always" ? generateOnline?.(setting) : undefined;
}

function checkSummary(line: string, from: ColumnSummary): void {
  if (from.contract !== line) {
    const actual = `one of contract "${from.contract}"`;
    throw new InvalidArgumentError("from", `a summary of contract "${line}"`, actual);
  }
  if (from.start !== 0) {
    throw new InvalidArgumentError("from", "a summary from position 0 on", `one from ${from.start} on`);
  }
}

/** A state as it may be observed: NaNs canonical. */
function canonicalState(state: State<Row>): State<Row> {
  const canonical = (roots: readonly Root<Row>[]) =>
    roots.map(({ start, end, value }) => ({ start, end, value: value.map(canonicalScalar) }));
  switch (state.kind) {
    case "roots":
      return { ...state, roots: canonical(state.roots) };
    case "lanes":
      return { ...state, lanes: state.lanes.map(canonical) };
    case "blocks": {
      const { head, blocks, tail } = state;
      return { ...state, head: canonical(head), blocks: canonical(blocks), tail: canonical(tail) };
    }
    case "exact":
    case "binned":
      return state;
    default:
      return state satisfies never;
  }
}
