import type { Observation, RecordContract, TypedContract } from "../../../contracts/contract.ts";
import { type ColumnArray, newColumn } from "../../../values/value-types.ts";
import type { OnlinePass } from "../../executor.ts";
import type { FusionCounts, MappedElements } from "../../primitives.ts";
import { settingOf } from "../setting.ts";
import { servingExpression } from "../subject.ts";
import { arenaOf, mappedChunks } from "./mapped-chunks.ts";
import type { WasmParts } from "./parts.ts";
import { within } from "./work-memory.ts";

type Columns = readonly ColumnArray[];
type AnyContract = TypedContract | RecordContract;

/** Below so many elements columns between are as good: reduces and scans of i32 broke even at some 4,000, sums of what a filter keeps at 2,000. */
export const FEWEST_FUSED = 4096;

/**
 * The reduce or the prefixes of elements that are computed chunk by chunk, in the memory where the fold's kernels read them. Undefined for an
 * expression that needs all of them at once.
 */
export function foldMapped(
  { executor, arenas }: Pick<WasmParts, "executor" | "arenas">,
  counts: FusionCounts,
  contract: AnyContract,
  observation: Observation,
  elements: MappedElements<ColumnArray>,
): Columns | undefined {
  const { subject } = settingOf(arenas, contract);
  const purpose = observation === "reduce" ? "reduce" : "scan";
  const expression = servingExpression(contract, subject, purpose);
  if (expression.kind === "bisection" || expression.kind === "custom") return undefined;
  if (contract.direction === "backward") return undefined;
  return within(arenaOf(arenas, elements), (space) => {
    const chunks = mappedChunks(space, elements);
    const pass = executor.openPass({ ...contract, expression });
    try {
      pass.reduce(chunks.none());
      const fold = foldOf(pass, contract, observation, elements);
      for (const chunk of chunks.of({ start: 0, end: elements.length })) {
        fold.take(chunk);
        counts.kept += chunk[0].length;
      }
      counts.elements += elements.length;
      return fold.result();
    } finally {
      pass.close();
    }
  });
}

interface Fold {
  readonly take: (chunk: Columns) => void;
  readonly result: () => Columns;
}

function foldOf(
  pass: OnlinePass,
  contract: AnyContract,
  observation: Observation,
  { terms, keep, length }: MappedElements<ColumnArray>,
): Fold {
  const types = contract.kind === "typed" ? [contract.accumulate] : terms.map(({ type }) => type);
  if (observation === "reduce") {
    return {
      take: (chunk) => pass.reduce(chunk),
      result() {
        if (pass.position === 0) return types.map((type) => newColumn(type, 0));
        const total = pass.observe();
        return types.map((type, k) => newColumn(type, 1).fill(total[k] as never));
      },
    };
  }
  const scan = observation === "inclusive-scan" ? pass.inclusiveScan : pass.exclusiveScan;
  const parts: Columns[] = [];
  const whole = keep === undefined ? types.map((type) => newColumn(type, length)) : undefined;
  return {
    take(chunk) {
      const start = pass.position;
      if (whole === undefined) parts.push(scan(chunk));
      else
        scan(
          chunk,
          whole.map((column) => column.subarray(start, start + chunk[0].length)),
        );
    },
    result: () => whole ?? types.map((type, k) => joined(newColumn(type, pass.position), parts, k)),
  };
}

function joined(column: ColumnArray, parts: readonly Columns[], k: number): ColumnArray {
  let start = 0;
  for (const part of parts) {
    (column as Uint8Array).set(part[k] as Uint8Array, start);
    start += part[k].length;
  }
  return column;
}
