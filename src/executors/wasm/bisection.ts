import type { TypedContract } from "../../contracts/contract.ts";
import type { ElementArray, ElementType, Scalar } from "../../values/element-types.ts";
import { ELEMENT_TYPE_FACTS } from "../../values/element-types.ts";
import { type Arena, STAGE_LENGTH } from "./arena.ts";
import { readElement, writeElement } from "./elements.ts";
import { bisect, joinTwo } from "./kernels/bisection.kernel.ts";
import type { RunnerSetting } from "./runner.ts";
import type { Stage } from "./stage.ts";

/** The reduce of bisection: halving here until a part fits a stage, then in the kernel. */
export function bisectionReduce(
  arena: Arena,
  stage: Stage,
  contract: TypedContract,
  setting: RunnerSetting,
  { elements: input, address }: { readonly elements: ElementArray; readonly address: number },
): Scalar {
  const { subject } = setting;
  const { heap, inputStage } = arena;
  const kernels = arena.kernels(`${setting.key} bisection`, () => [bisect(subject), joinTwo(subject)]);
  const bytes = ELEMENT_TYPE_FACTS[subject.type].bytes;
  const lead = contract.initial?.placement === "first" ? contract.initial.value : undefined;
  const shift = lead === undefined ? 0 : 1;
  const longest =
    Math.min(stage.read(input, address), lead === undefined ? Number.POSITIVE_INFINITY : STAGE_LENGTH) -
    shift;

  const part = (start: number, length: number): Scalar => {
    if (length > longest) {
      const half = Math.floor(length / 2);
      return kernels.join(part(start, half), part(start + half, length - half)) as Scalar;
    }
    setting.counts.bisection += length;
    if (start > 0 || lead === undefined)
      return kernels.bisect(stage.at(start - shift, length), length) as Scalar;
    return kernels.bisect(withLead(length), length) as Scalar;
  };

  /** The initial value and the first `length − 1` elements, side by side. */
  const withLead = (length: number): number => {
    const first = lead as Scalar;
    if (length > 1) {
      const from = stage.at(0, length - 1);
      for (let i = length - 2; i >= 0; i--) {
        writeElement(
          heap,
          subject.type,
          inputStage + (i + 1) * bytes,
          readElement(heap, subject.type, from + i * bytes),
        );
      }
    }
    writeElement(heap, subject.type, inputStage, first);
    return inputStage;
  };

  const root = part(0, input.length + shift);
  return asElement(
    subject.type,
    setting.initial === undefined ? root : (kernels.join(setting.initial, root) as Scalar),
  );
}

/** WebAssembly gives integers signed. */
function asElement(type: ElementType, value: Scalar): Scalar {
  if (type === "u64") return BigInt.asUintN(64, value as bigint);
  return type === "u32" ? (value as number) >>> 0 : value;
}
