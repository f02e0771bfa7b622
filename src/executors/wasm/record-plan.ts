import { checkContract } from "../../contracts/check-contract.ts";
import type { RecordContract } from "../../contracts/contract.ts";
import { reduceOfNothing } from "../../contracts/empty.ts";
import { InternalError } from "../../values/errors.ts";
import { newColumn } from "../../values/value-types.ts";
import type { SynchronousRecordPlan } from "../executor.ts";
import { type Arena, type OwnArena, STAGE_LENGTH } from "./arena.ts";
import { type Arenas, oncePerArena } from "./arenas.ts";
import { bisectionReduce, placeBehindFirst } from "./bisection.ts";
import { type Columns, type ColumnWork, columnAccess, columnWork, type Row } from "./column-work.ts";
import { canonicalScalar } from "./elements.ts";
import { firstTermOf } from "./first-term.ts";
import type { Runner } from "./runner.ts";
import { runnerFor } from "./runner-for.ts";
import { settingOf } from "./setting.ts";
import { openStage, type Stage } from "./stage.ts";
import { servingExpression } from "./subject.ts";

/** What a plan keeps for each arena that it met. */
interface Placed {
  readonly columns: readonly Arena[];
  readonly stages: readonly Stage[]; // by column
  readonly scan: Working | undefined; // undefined for bisection
  readonly reduce: Working | undefined;
}

interface Working {
  readonly runner: Runner;
  readonly work: ColumnWork;
}

/**
 * A plan over records: each column has a stage of its own, and the kernels find all of them by the state.
 *
 * `openRunner` gives the runner of an expression that is none of this room's trees; without it the contract's own is used.
 */
export function recordPlan(
  arenas: Arenas,
  given: RecordContract,
  openRunner?: (arena: Arena) => Runner,
): SynchronousRecordPlan {
  const contract = checkContract(given);
  const setting = settingOf(arenas, contract);
  const types = setting.subject.terms.columns;
  const isBackward = contract.direction === "backward";
  const first = firstTermOf(contract);
  const lead = first === undefined ? 0 : 1;
  const placedIn = (base: OwnArena): Placed => {
    const columns = base.columns(types.length);
    const stages = columns.map((arena, column) =>
      openStage(arena, { type: types[column], accumulate: types[column], isBackward }),
    );
    const workingFor = (purpose: "scan" | "reduce"): Working | undefined => {
      const expression = servingExpression(contract, setting.subject, purpose);
      if (expression.kind === "bisection") return undefined;
      const runner = openRunner?.(columns[0]) ?? runnerFor(columns[0], setting, expression);
      return { runner, work: columnWork(columns, stages, types, runner) };
    };
    return { columns, stages, scan: workingFor("scan"), reduce: workingFor("reduce") };
  };
  /** Where arrays lie in library memory, −1 for those that do not. */
  const addressesOf = (arrays: Columns): readonly number[] =>
    arrays.map((array) => arenas.library()?.heap.addressOf(array) ?? -1);
  const placedFor = oncePerArena(arenas, placedIn);

  const bisection = ({ columns, stages }: Placed, input: Columns, addresses: readonly number[]): Row => {
    const [{ state }] = columns;
    const access = columnAccess(columns, stages, types, () => state);
    /** The initial value and the first `count` elements, side by side. */
    const placeWithFirst = (value: Row, count: number): number => {
      placeBehindFirst(columns, stages, types, count);
      return access.placeOfValue(value);
    };
    try {
      const readable = access.read(input, addresses);
      return bisectionReduce(columns[0], setting, {
        length: input[0].length + lead,
        longest: lead === 0 ? readable : STAGE_LENGTH - lead,
        state,
        placeOf: (start, length) =>
          start > 0 || first === undefined
            ? access.placeOf(start - lead, length)
            : placeWithFirst(first, length - 1),
      });
    } finally {
      access.end();
    }
  };

  const reduce = (input: Columns): Row => {
    const { length } = input[0];
    if (length === 0) return ofNothing(contract);
    const addresses = addressesOf(input);
    const placed = placedFor(addresses.some(isPlace));
    if (placed.reduce === undefined) return bisection(placed, input, addresses);
    const { runner, work } = placed.reduce;
    try {
      runner.begin("reduce", length + lead);
      if (first !== undefined) work.takeValue(first, "reduce");
      work.reduce(input, addresses);
      return work.observe();
    } finally {
      runner.end();
    }
  };

  const scan = (input: Columns, output: Columns, before: Row | undefined): Columns => {
    const { length } = input[0];
    if (length === 0) return output;
    const from = { arrays: input, addresses: addressesOf(input) };
    const to = { arrays: output, addresses: addressesOf(output) };
    const { scan: working } = placedFor([...from.addresses, ...to.addresses].some(isPlace));
    if (working === undefined) throw new InternalError("a refused contract was scanned");
    const { runner, work } = working;
    try {
      runner.begin("scan", length + lead);
      if (first !== undefined) work.takeValue(first, "scan");
      work.scan(from, to, before);
    } finally {
      runner.end();
    }
    return output;
  };
  const placedOutput = (input: Columns): Columns => types.map((type) => newColumn(type, input[0].length));

  return {
    reduce,
    inclusiveScan: (input, output = placedOutput(input)) => scan(input, output, undefined),
    exclusiveScan: (input, output = placedOutput(input)) => scan(input, output, ofNothing(contract)),
  };
}

const isPlace = (address: number): boolean => address >= 0;

/** The reduce of nothing, which is what an exclusive scan starts with; NaNs canonical. */
function ofNothing(contract: RecordContract): Row {
  return reduceOfNothing(contract).map(canonicalScalar);
}
