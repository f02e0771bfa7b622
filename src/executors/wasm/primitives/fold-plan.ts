import { combineRecords } from "../../../codegen/closures.ts";
import { derivedContract } from "../../../contracts/column-contract.ts";
import { left, replaceLeaves, type Term } from "../../../operators/term.ts";
import type { ElementType, Scalar } from "../../../values/element-types.ts";
import { type ColumnArray, type Columns, newColumn, type Row } from "../../../values/value-types.ts";
import type { ElementSource, Fold, FoldPass, FoldPlan, FoldSum, MappedElements } from "../../primitives.ts";
import { isBeyondCaches } from "../generated-javascript.ts";
import { isInLibrary } from "../memory/arena.ts";
import { canonicalScalar } from "../memory/elements.ts";
import { requireServing, servingExpression } from "../serving.ts";
import { settingOf } from "../setting.ts";
import { foldCode } from "./fold-code.ts";
import { extremeFold, firstPlan } from "./fold-first.ts";
import { kernelPass } from "./fold-kernels.ts";
import { FEWEST_FUSED } from "./fold-mapped.ts";
import { mapColumns } from "./map-columns.ts";
import { arenaOf, mappedChunks } from "./mapped-chunks.ts";
import type { WasmParts } from "./parts.ts";
import { within } from "./work-memory.ts";

/*
 * Folds by the way that their length asks for:
 *
 *   short   generated JavaScript, where there is any
 *   long    pass by pass: by kernels that compute elements as they read them, or else a chunk at a time where the kernels of the sums read them
 *   else    columns of elements: of few, and for expressions that need all of them at once
 */

/** Plans by the fold that they are of: calls ask for theirs each time. */
const plansOf = new WeakMap<WasmParts, WeakMap<Fold, FoldPlan<ColumnArray>>>();

/** The plan of a fold, made once. */
export function foldPlan(parts: WasmParts, fold: Fold): FoldPlan<ColumnArray> {
  const plans = plansOf.get(parts) ?? new WeakMap<Fold, FoldPlan<ColumnArray>>();
  plansOf.set(parts, plans);
  const plan = plans.get(fold) ?? newPlan(parts, fold);
  plans.set(fold, plan);
  return plan;
}

function newPlan(parts: WasmParts, fold: Fold): FoldPlan<ColumnArray> {
  const { firstOf, columns } = fold;
  if (firstOf === undefined) return passesPlan(parts, fold);
  return firstPlan(passesPlan(parts, extremeFold(columns[0] as ElementType, firstOf)), firstOf);
}

function passesPlan(parts: WasmParts, fold: Fold): FoldPlan<ColumnArray> {
  const { machine, counts } = parts;
  const code = foldCode(machine, fold);
  const longest = code?.longest ?? -1;
  const results = madeOf(fold.results);
  let passes: readonly PassPlan[] | undefined;
  return (columns, parameters) => {
    const { length } = columns[0];
    const inPlace = code?.isLight && isBeyondCaches(length) && !isInLibrary(machine, columns);
    if (code !== undefined && (length <= longest || inPlace)) {
      counts.foldCode += length;
      return code.run(columns, parameters);
    }
    passes ??= fold.passes.map((pass) => passPlan(parts, fold, pass));
    const scalars: Scalar[] = [length, ...parameters];
    for (const { sums, made } of passes) {
      for (const value of sums(columns, scalars)) scalars.push(value);
      for (const value of made(scalars)) scalars.push(value);
    }
    return results(scalars).map(canonicalScalar);
  };
}

/** One pass, ready to be run. */
interface PassPlan {
  readonly sums: (columns: Columns, scalars: Row) => Row;
  readonly made: (scalars: Row) => Row;
}

function passPlan(parts: WasmParts, fold: Fold, { sums, made }: FoldPass): PassPlan {
  const byKernels = kernelPass(parts.machine, fold, sums);
  if (byKernels !== undefined) {
    return {
      sums(columns, scalars) {
        parts.counts.foldKernels += columns[0].length;
        return byKernels(columns, scalars);
      },
      made: madeOf(made),
    };
  }
  const elements = elementsOf(fold, sums);
  const inChunks = sums.every(({ contract }) => isOnline(parts, contract));
  return {
    sums: (columns, scalars) =>
      inChunks && columns[0].length >= FEWEST_FUSED
        ? foldChunks(parts, sums, elements(columns, scalars))
        : foldColumns(parts, sums, elements(columns, scalars)),
    made: madeOf(made),
  };
}

export function madeOf(terms: readonly Term[]): (scalars: Row) => Row {
  const made = combineRecords({ columns: [], terms });
  return (scalars) => made([], scalars);
}

/** Whether a sum can be taken chunk by chunk. */
function isOnline({ machine }: WasmParts, contract: FoldSum["contract"]): boolean {
  const expression = servingExpression(machine, settingOf(machine, contract), "reduce");
  return requireServing(machine, expression).openOnline !== undefined;
}

/** The elements of all sums of a pass, over the columns, the numbers and the scalars that their terms look at. */
export function elementsOf(
  { columns: types }: Fold,
  sums: readonly FoldSum[],
): (columns: Columns, scalars: Row) => MappedElements<ColumnArray> {
  const places = new Map<string, number>();
  const used: Term[] = [];
  const terms = replaceLeaves(
    sums.flatMap(({ lift }) => lift),
    (leaf) => {
      if (leaf.kind !== "left" && leaf.kind !== "right") return leaf;
      const name = `${leaf.kind} ${leaf.column}`;
      const place = places.get(name) ?? used.push(leaf) - 1;
      places.set(name, place);
      return left(leaf.type, place);
    },
  );
  const sourceOf = (leaf: Term, columns: Columns, scalars: Row): ElementSource<ColumnArray> => {
    if (leaf.kind === "right") return { kind: "value", type: leaf.type, value: scalars[leaf.column] };
    if (leaf.kind !== "left" || leaf.column === types.length) return { kind: "numbers" };
    return { kind: "column", vector: columns[leaf.column] };
  };
  return (columns, scalars) => ({
    terms,
    sources: used.map((leaf) => sourceOf(leaf, columns, scalars)),
    length: columns[0].length,
  });
}

/** The columns of each sum among those of all. */
function columnsBySum<Column>(sums: readonly FoldSum[], columns: readonly Column[]): (readonly Column[])[] {
  let next = 0;
  return sums.map(({ lift }) => {
    const start = next;
    next += lift.length;
    return columns.slice(start, next);
  });
}

function foldChunks(
  { machine, executor, counts }: WasmParts,
  sums: readonly FoldSum[],
  elements: MappedElements<ColumnArray>,
): Row {
  counts.foldChunks += elements.length;
  return within(arenaOf(machine, elements), (space) => {
    const chunks = mappedChunks(space, elements);
    const passes = sums.map(({ contract }) => {
      const expression = servingExpression(machine, settingOf(machine, contract), "reduce");
      return executor.openPass(derivedContract(contract, { expression }));
    });
    try {
      for (const [i, column] of columnsBySum(sums, chunks.none()).entries()) passes[i].reduce(column);
      for (const chunk of chunks.of({ start: 0, end: elements.length })) {
        for (const [i, column] of columnsBySum(sums, chunk).entries()) passes[i].reduce(column);
      }
      return passes.flatMap((pass) => pass.observe());
    } finally {
      for (const pass of passes) pass.close();
    }
  });
}

function foldColumns(
  parts: WasmParts,
  sums: readonly FoldSum[],
  { terms, sources, length }: MappedElements<ColumnArray>,
): Row {
  const { executor, counts } = parts;
  counts.foldColumns += length;
  const given = sources.map((source) => columnOf(source, length));
  const lifted = terms.filter(({ kind }) => kind !== "left");
  const made = lifted.length === 0 ? [] : mapColumns(parts, lifted, given, []);
  const columns = terms.map((term) =>
    term.kind === "left" ? given[term.column] : made[lifted.indexOf(term)],
  );
  return columnsBySum(sums, columns).flatMap((column, i) => executor.plan(sums[i].contract).reduce(column));
}

function columnOf(source: ElementSource<ColumnArray>, length: number): ColumnArray {
  switch (source.kind) {
    case "column":
      return source.vector;
    case "value":
      return newColumn(source.type, length).fill(source.value as never);
    case "numbers":
      return Uint32Array.from({ length }, (_, i) => i);
    default:
      return source satisfies never;
  }
}
