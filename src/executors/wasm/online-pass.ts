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
import { type ColumnArray, newColumn } from "../../values/value-types.ts";
import type { AnySummary, OnlinePass } from "../executor.ts";
import { type Arena, type ColumnArenas, openColumns } from "./arena.ts";
import { readSlots, writeElement } from "./elements.ts";
import { STATE, STATE_BYTES } from "./kernels/state.ts";
import type { OnlineRunner, RunnerSetting } from "./runner.ts";
import { runnerFor } from "./runner-for.ts";
import { settingOf } from "./setting.ts";
import { openStage, type Shift, type Stage } from "./stage.ts";
import type { Arenas } from "./wasm-plan.ts";

type Row = readonly Scalar[];
type Columns = readonly ColumnArray[];

/** What a pass holds once it has met its first array. */
interface Opened {
  readonly base: Arena;
  readonly columns: ColumnArenas;
  readonly stages: readonly Stage[]; // by column
  readonly runner: OnlineRunner;
}

/**
 * A pass of the wasm executor: the kernels of plans, on a state of its own that stays between calls.
 *
 * The first array decides for library or staging memory; arrays elsewhere are copied a stage at a time. An exclusive scan always is.
 *
 * @throws UnsupportedError for an expression without summaries
 * @throws InvalidArgumentError for a summary of another contract, or of a range that does not begin at 0
 */
export function onlinePass(
  arenas: Arenas,
  contract: TypedContract | RecordContract,
  from: AnySummary | undefined,
): OnlinePass {
  checkSummary(contract, from);
  const setting = settingOf(arenas, contract);
  const { types, sums } = typesOf(contract, setting);
  const isBackward = contract.direction === "backward";
  const first = firstOf(contract);
  const lead = first === undefined ? 0 : 1;
  let position = from?.end ?? 0;
  let opened: Opened | undefined;
  let isClosed = false;

  const openIn = (base: Arena): Opened => {
    const columns = openColumns(base, types.length);
    const stages = columns.arenas.map((arena, column) =>
      openStage(arena, { type: types[column], accumulate: sums[column], isBackward }),
    );
    const runner = runnerFor(columns.arenas[0], setting, contract.expression);
    opened = { base, columns, stages, runner };
    if (from !== undefined && from.end > 0) {
      runner.load(rowsOf(from, contract), from.end + lead);
    } else {
      runner.open();
      if (first !== undefined) takeFirst(opened, first);
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

  /** Tells the kernels where the columns are; gives the place to name to them. */
  const pointTo = (
    { base: { heap }, runner }: Opened,
    side: "input" | "output",
    addresses: readonly number[],
  ): number => {
    if (addresses.length === 1) return addresses[0];
    addresses.forEach((address, column) => {
      writeElement(heap, "u32", runner.state() + column * STATE_BYTES + STATE[side], address);
    });
    return 0;
  };
  const takeFirst = (pass: Opened, value: Row): void => {
    const places = pass.columns.arenas.map(({ heap, inputStage }, column) => {
      writeElement(heap, sums[column], inputStage, value[column]);
      return inputStage;
    });
    pass.runner.reduce(pointTo(pass, "input", places), 1);
  };

  const observe = (): Row => {
    if (position === 0) {
      if (contract.initial === undefined) throw new EmptyInputError();
      return initialOf(contract).map(canonical);
    }
    const pass = opened ?? openIn(arenas.staging());
    pass.runner.observe();
    return readSlots(pass.base.heap, sums, pass.runner.state() + STATE.result).map(canonical);
  };

  const reduce = (chunk: Columns): void => {
    const pass = openFor(chunk);
    const { stages, runner } = pass;
    const { length } = chunk[0];
    const addresses = addressesOf(pass, chunk);
    try {
      const readable = Math.min(...stages.map((stage, i) => stage.read(chunk[i], addresses[i])));
      for (let start = 0; start < length; start += readable) {
        const count = Math.min(readable, length - start);
        const places = stages.map((stage) => stage.at(start, count));
        runner.reduce(pointTo(pass, "input", places), count);
      }
      position += length;
    } finally {
      for (const stage of stages) stage.end();
    }
  };

  const scan = (shift: Shift, chunk: Columns, output: Columns): Columns => {
    const pass = openFor(chunk);
    const { stages, runner } = pass;
    const { length } = chunk[0];
    if (length === 0) return output;
    const before = shift === "exclusive" ? beforeNext() : undefined;
    const from = addressesOf(pass, chunk);
    // An exclusive value written where it belongs has no room for the one after the chunk.
    const to = shift === "exclusive" ? output.map(() => -1) : addressesOf(pass, output);
    try {
      const readable = Math.min(...stages.map((stage, i) => stage.read(chunk[i], from[i])));
      const writable = Math.min(...stages.map((stage, i) => stage.write(output[i], shift, to[i])));
      if (before !== undefined) for (const [column, stage] of stages.entries()) stage.lead(before[column]);
      const step = Math.min(readable, writable);
      for (let start = 0; start < length; start += step) {
        const count = Math.min(step, length - start);
        const places = stages.map((stage) => stage.at(start, count));
        const targets = stages.map((stage) => stage.place(start, count));
        const inputPlace = pointTo(pass, "input", places);
        runner.scan(inputPlace, pointTo(pass, "output", targets), count);
        for (const stage of stages) stage.flush(start, count);
      }
      position += length;
    } finally {
      for (const stage of stages) stage.end();
    }
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
    inclusiveScan: (chunk, output = placed(chunk)) => scan("inclusive", chunk, output),
    exclusiveScan: (chunk, output = placed(chunk)) => scan("exclusive", chunk, output),
    reduce,
    observe,
    summary() {
      if (position === 0) return emptyOf(contract);
      const pass = opened ?? openIn(arenas.staging());
      const state = valuesOf(pass.runner.save(), contract);
      return { contract: printContract(contract), start: 0, end: position, ...state } as AnySummary;
    },
    close() {
      opened?.runner.end();
      opened?.columns.release();
      opened = undefined;
      isClosed = true;
    },
  };
}

function emptyOf(contract: TypedContract | RecordContract): AnySummary {
  return contract.kind === "record" ? summaryAlgebra(contract).empty(0) : summaryAlgebra(contract).empty(0);
}

function checkSummary(contract: TypedContract | RecordContract, from: AnySummary | undefined): void {
  emptyOf(contract); // refuses an expression that has no summaries
  if (from === undefined) return;
  const line = printContract(contract);
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

function firstOf(contract: TypedContract | RecordContract): Row | undefined {
  return contract.initial?.placement === "first" ? initialOf(contract) : undefined;
}

/** A summary's state with its values by column, as runners have them. */
function rowsOf(summary: AnySummary, { kind }: TypedContract | RecordContract): State<Row> {
  if (kind === "record") return summary as State<Row>;
  return mapState(summary as State<Scalar>, (value) => [value]);
}

/** The inverse of `rowsOf`. */
function valuesOf(state: State<Row>, { kind }: TypedContract | RecordContract): State<Scalar> | State<Row> {
  if (kind === "record") return mapState(state, (value) => value.map(canonical));
  return mapState(state, ([value]) => canonical(value));
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
    default:
      return state satisfies never;
  }
}

function canonical(value: Scalar): Scalar {
  return Number.isNaN(value) ? Number.NaN : value;
}
