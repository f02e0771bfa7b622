import type { RecordContract } from "../../contracts/contract.ts";
import { SCALAR_TYPE_FACTS, type Scalar } from "../../values/element-types.ts";
import { EmptyInputError, InternalError } from "../../values/errors.ts";
import { type ColumnArray, newColumn } from "../../values/value-types.ts";
import type { SynchronousRecordPlan } from "../executor.ts";
import { type Arena, openColumns, STAGE_LENGTH } from "./arena.ts";
import { bisectionReduce } from "./bisection.ts";
import { readSlots, writeElement } from "./elements.ts";
import { STATE, STATE_BYTES } from "./kernels/state.ts";
import type { Runner } from "./runner.ts";
import { runnerFor } from "./runner-for.ts";
import { settingOf } from "./setting.ts";
import { openStage, type Shift, type Stage } from "./stage.ts";
import { servingExpression } from "./subject.ts";
import type { Arenas } from "./wasm-plan.ts";

/** What a plan keeps for each arena that it met. */
interface Placed {
  readonly arena: Arena; // of the first column, with the state of them all
  readonly stages: readonly Stage[]; // by column
  readonly columns: readonly Arena[];
  readonly scan: Runner | undefined; // undefined for bisection
  readonly reduce: Runner | undefined;
}

type Side = "input" | "output";

/** A plan over records: each column has a stage of its own, and the kernels find all of them by the state. */
export function recordPlan(arenas: Arenas, contract: RecordContract): SynchronousRecordPlan {
  const setting = settingOf(arenas, contract);
  const types = setting.subject.terms.columns;
  const isBackward = contract.direction === "backward";
  const first = contract.initial?.placement === "first" ? contract.initial.value : undefined;
  const lead = first === undefined ? 0 : 1;
  let inLibrary: Placed | undefined;
  let inStaging: Placed | undefined;

  const placedIn = (base: Arena): Placed => {
    const columns = openColumns(base, types.length).arenas;
    const runnerOf = (purpose: "scan" | "reduce"): Runner | undefined => {
      const expression = servingExpression(contract, setting.subject, purpose);
      return expression.kind === "bisection" ? undefined : runnerFor(columns[0], setting, expression);
    };
    return {
      arena: columns[0],
      columns,
      stages: columns.map((arena, column) =>
        openStage(arena, { type: types[column], accumulate: types[column], isBackward }),
      ),
      scan: runnerOf("scan"),
      reduce: runnerOf("reduce"),
    };
  };
  /** Where arrays lie in library memory, −1 for those that do not. */
  const addressesOf = (arrays: readonly ColumnArray[]): readonly number[] =>
    arrays.map((array) => arenas.library()?.heap.addressOf(array) ?? -1);
  const placedFor = (addresses: readonly number[]): Placed => {
    const library = arenas.library();
    if (library !== undefined && addresses.some((address) => address >= 0)) {
      inLibrary ??= placedIn(library);
      return inLibrary;
    }
    inStaging ??= placedIn(arenas.staging());
    return inStaging;
  };

  /** Tells the kernels of a state where the columns are; gives the place to name to them. */
  const pointTo = ({ heap }: Arena, state: number, side: Side, addresses: readonly number[]): number => {
    if (addresses.length === 1) return addresses[0];
    addresses.forEach((address, column) => {
      writeElement(heap, "u32", state + column * STATE_BYTES + STATE[side], address);
    });
    return 0;
  };
  const readAll = ({ stages }: Placed, input: readonly ColumnArray[], addresses: readonly number[]): number =>
    Math.min(...stages.map((stage, column) => stage.read(input[column], addresses[column])));

  /** The place of the initial value that stands first, alone in the input stages. */
  const placeFirst = ({ arena, columns }: Placed, state: number, value: readonly Scalar[]): number => {
    columns.forEach(({ heap, inputStage }, column) => {
      writeElement(heap, types[column], inputStage, value[column]);
    });
    return pointTo(
      arena,
      state,
      "input",
      columns.map(({ inputStage }) => inputStage),
    );
  };
  const takeFirst = (placed: Placed, runner: Runner, purpose: "scan" | "reduce"): void => {
    if (first === undefined) return;
    const { arena, columns } = placed;
    const from = placeFirst(placed, runner.state(), first);
    if (purpose === "reduce") {
      runner.reduce(from, 1);
      return;
    }
    const to = columns.map(({ outputStage }) => outputStage);
    runner.scan(from, pointTo(arena, runner.state(), "output", to), 1);
  };

  const bisection = (placed: Placed, input: readonly ColumnArray[], addresses: readonly number[]) => {
    const { arena, columns, stages } = placed;
    const readable = readAll(placed, input, addresses);
    const placeOf = (start: number, length: number): number => {
      const from = Math.max(0, start - lead);
      const count = length - (start < lead ? 1 : 0);
      const places = count > 0 ? stages.map((stage) => stage.at(from, count)) : [];
      if (start >= lead || first === undefined) return pointTo(arena, arena.state, "input", places);
      columns.forEach(({ heap, inputStage }, column) => {
        const { bytes } = SCALAR_TYPE_FACTS[types[column]];
        const at = places[column] / bytes;
        if (count > 0) heap.view(types[column]).copyWithin(inputStage / bytes + 1, at, at + count);
      });
      return placeFirst(placed, arena.state, first);
    };
    return bisectionReduce(arena, setting, {
      length: input[0].length + lead,
      longest: lead === 0 ? readable : STAGE_LENGTH - lead,
      state: arena.state,
      placeOf,
    });
  };

  const reduce = (input: readonly ColumnArray[]): readonly Scalar[] => {
    const { length } = input[0];
    if (length === 0) return reduceOfNothing(contract);
    const addresses = addressesOf(input);
    const placed = placedFor(addresses);
    const { arena, stages, reduce: runner } = placed;
    try {
      if (runner === undefined) return bisection(placed, input, addresses);
      runner.begin("reduce", length + lead);
      const state = runner.state();
      const chunk = readAll(placed, input, addresses);
      takeFirst(placed, runner, "reduce");
      for (let start = 0; start < length; start += chunk) {
        const count = Math.min(chunk, length - start);
        const places = stages.map((stage) => stage.at(start, count));
        runner.reduce(pointTo(arena, state, "input", places), count);
      }
      runner.observe();
      return readSlots(arena.heap, types, state + STATE.result).map(canonical);
    } finally {
      runner?.end();
      for (const stage of stages) stage.end();
    }
  };

  const scan = (
    shift: Shift,
    input: readonly ColumnArray[],
    output: readonly ColumnArray[],
  ): readonly ColumnArray[] => {
    const { length } = input[0];
    if (length === 0) return output;
    const from = addressesOf(input);
    const to = addressesOf(output);
    const placed = placedFor([...from, ...to]);
    const { arena, stages, scan: runner } = placed;
    if (runner === undefined) throw new InternalError("a refused contract was scanned");
    try {
      runner.begin("scan", length + lead);
      const state = runner.state();
      const readable = readAll(placed, input, from);
      const writable = writeAll(stages, output, shift, to);
      const chunk = Math.min(readable, writable);
      // An unstaged exclusive scan writes each value one element on: its last value has no place.
      const total = shift === "exclusive" && writable === Number.POSITIVE_INFINITY ? length - 1 : length;
      takeFirst(placed, runner, "scan");
      if (shift === "exclusive") {
        const before = initialOf(contract);
        for (const [column, stage] of stages.entries()) stage.lead(before[column]);
      }
      for (let start = 0; start < total; start += chunk) {
        const count = Math.min(chunk, total - start);
        const places = stages.map((stage) => stage.at(start, count));
        const targets = stages.map((stage) => stage.place(start, count));
        const inputPlace = pointTo(arena, state, "input", places);
        runner.scan(inputPlace, pointTo(arena, state, "output", targets), count);
        for (const stage of stages) stage.flush(start, count);
      }
    } finally {
      runner.end();
      for (const stage of stages) stage.end();
    }
    return output;
  };
  const placedOutput = (input: readonly ColumnArray[]): readonly ColumnArray[] =>
    types.map((type) => newColumn(type, input[0].length));

  return {
    reduce,
    inclusiveScan: (input, output = placedOutput(input)) => scan("inclusive", input, output),
    exclusiveScan: (input, output = placedOutput(input)) => scan("exclusive", input, output),
  };
}

/** Sets up all columns to be written where they lie, or all by their stages: an exclusive scan shifts them alike. */
function writeAll(
  stages: readonly Stage[],
  output: readonly ColumnArray[],
  shift: Shift,
  addresses: readonly number[],
): number {
  const write = (at: (column: number) => number): number =>
    Math.min(...stages.map((stage, column) => stage.write(output[column], shift, at(column))));
  const writable = write((column) => addresses[column]);
  return writable === Number.POSITIVE_INFINITY ? writable : write(() => -1);
}

function reduceOfNothing({ initial }: RecordContract): readonly Scalar[] {
  if (initial === undefined) throw new EmptyInputError();
  return initial.value.map(canonical);
}

/** What an exclusive scan starts with, NaNs canonical. */
function initialOf({ initial }: RecordContract): readonly Scalar[] {
  if (initial === undefined) throw new InternalError("an exclusive scan without an initial value");
  return initial.value.map(canonical);
}

function canonical(value: Scalar): Scalar {
  return Number.isNaN(value) ? Number.NaN : value;
}
