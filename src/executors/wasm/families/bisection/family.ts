import { unaskedQuadratic } from "../../../../contracts/quadratic-scan.ts";
import { SCALAR_TYPE_FACTS, type Scalar } from "../../../../values/element-types.ts";
import type { Row, StoredColumns } from "../../../../values/value-types.ts";
import type { Family, Serving } from "../../family.ts";
import { type Arena, type KernelResult, STAGE_LENGTH } from "../../memory/arena.ts";
import { asElement } from "../../memory/elements.ts";
import type { RunnerSetting } from "../../runner.ts";
import { firstTermOf } from "../../setting.ts";
import { columnAccess } from "../../stage/chunks.ts";
import type { Stage } from "../../stage/stage.ts";
import { bisect, joinTwo } from "./kernels/bisection.kernel.ts";

/** Bisection: a sequence halved again and again, for which its length must be known. */
export const bisection: Family = {
  serve: ({ kind }) => (kind === "bisection" ? serving : undefined),
};

const serving: Serving = {
  refusal: unaskedQuadratic,
  openReduce: bisectionReduce,
};

/** Halving here until a part fits a stage, then in the kernel. */
function bisectionReduce(arenas: readonly Arena[], stages: readonly Stage[], setting: RunnerSetting) {
  const [arena] = arenas;
  const { state } = arena;
  const { contract, subject, counts, initial } = setting;
  const { sums } = contract;
  const first = firstTermOf(contract);
  const lead = first === undefined ? 0 : 1;
  const kernels = arena.kernels(`${setting.key} bisection`, () => [bisect(subject), joinTwo(subject)]);
  const access = columnAccess(arenas, stages, sums, () => state);

  /** The place of elements of the sequence, side by side. An initial value that stands first is brought to the first input stage, and others behind it. */
  const placeOf = (start: number, length: number): number => {
    if (first === undefined || start > 0) return access.placeOf(start - lead, length);
    if (length > 1) {
      stages.forEach((stage, column) => {
        const { bytes } = SCALAR_TYPE_FACTS[sums[column]];
        const { heap, inputStage } = arenas[column];
        const from = stage.at(0, length - 1) / bytes;
        heap.view(sums[column]).copyWithin(inputStage / bytes + 1, from, from + length - 1);
      });
    }
    return access.placeOfValue(first);
  };
  const part = (start: number, count: number, longest: number): Row => {
    if (count > longest) {
      const half = Math.floor(count / 2);
      return rowOf(kernels.join(...part(start, half, longest), ...part(start + half, count - half, longest)));
    }
    counts.bisection += count;
    return rowOf(kernels.bisect(state, placeOf(start, count), count));
  };

  return (input: StoredColumns, addresses: readonly number[], length = input[0].length): Row => {
    try {
      const readable = access.read(input, addresses);
      const root = part(0, length + lead, lead === 0 ? readable : STAGE_LENGTH - lead);
      const value = initial === undefined ? root : rowOf(kernels.join(...initial, ...root));
      return value.map((scalar: Scalar, column) => asElement(sums[column], scalar));
    } finally {
      access.end();
    }
  };
}

function rowOf(result: KernelResult): Row {
  return typeof result === "number" || typeof result === "bigint" ? [result] : (result ?? []);
}
