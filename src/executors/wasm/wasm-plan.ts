import { checkContract } from "../../contracts/check-contract.ts";
import type { TypedContract } from "../../contracts/contract.ts";
import { reduceOfNothing } from "../../contracts/empty.ts";
import type { Expression } from "../../expressions/expression.ts";
import { canonicalizeNaNs } from "../../values/bits.ts";
import { type ElementArray, newElementArray, type Scalar } from "../../values/element-types.ts";
import { InternalError } from "../../values/errors.ts";
import type { SynchronousPlan } from "../executor.ts";
import { type Arena, STAGE_LENGTH } from "./arena.ts";
import { type Arenas, oncePerArena } from "./arenas.ts";
import { bisectionReduce, placeBehindFirst } from "./bisection.ts";
import { canonicalScalar, readElement, writeElement } from "./elements.ts";
import { firstTermOf } from "./first-term.ts";
import { type Generated, generatedFor } from "./generated-plan.ts";
import { STATE } from "./kernels/state.ts";
import type { Runner } from "./runner.ts";
import { runnerFor } from "./runner-for.ts";
import { settingOf } from "./setting.ts";
import { openStage, type Shift, type Stage } from "./stage.ts";
import { servingExpression } from "./subject.ts";

/** What a plan keeps for each arena that it met. */
interface Placed {
  readonly arena: Arena;
  readonly stage: Stage;
  readonly scan: Runner | undefined; // undefined for bisection
  readonly reduce: Runner | undefined;
}

/**
 * A plan of the wasm executor: chooses per call between generated JavaScript, staging, and kernels on library memory.
 *
 * `openRunner` gives the runner of an expression that is none of this room's trees; without it the contract's own is used.
 */
export function wasmPlan(
  arenas: Arenas,
  given: TypedContract,
  openRunner?: (arena: Arena) => Runner,
): SynchronousPlan {
  const contract = checkContract(given);
  const setting = settingOf(arenas, contract);
  const scanExpression = servingExpression(contract, setting.subject, "scan");
  const reduceExpression = servingExpression(contract, setting.subject, "reduce");
  const first = firstTermOf(contract)?.[0];
  const lead = first === undefined ? 0 : 1;
  const isBackward = contract.direction === "backward";
  // Whether kernels can take all elements as they lie in library memory, and nothing else.
  const canLie = !isBackward && contract.type === contract.accumulate && lead === 0;
  let generated: Generated | undefined;

  /** Where an array lies in library memory, −1 for none or elsewhere. Asked once a call: `buffer` and `byteOffset` cost 10 ns each. */
  const addressOf = (array: ElementArray | undefined): number =>
    (array && arenas.library()?.heap.addressOf(array)) ?? -1;
  const placedFor = oncePerArena(arenas, (arena): Placed => {
    const given = openRunner?.(arena);
    const runner = (expression: Expression): Runner | undefined =>
      given ?? (expression.kind === "bisection" ? undefined : runnerFor(arena, setting, expression));
    return {
      arena,
      stage: openStage(arena, { ...contract, isBackward }),
      scan: runner(scanExpression),
      reduce: runner(reduceExpression),
    };
  });

  const takeFirst = (arena: Arena, runner: Runner, purpose: "scan" | "reduce"): void => {
    if (first === undefined) return;
    writeElement(arena.heap, contract.accumulate, arena.inputStage, first);
    if (purpose === "scan") runner.scan(arena.inputStage, arena.outputStage, 1);
    else runner.reduce(arena.inputStage, 1);
  };

  const resultOf = ({ heap }: Arena, runner: Runner): Scalar =>
    readElement(heap, contract.accumulate, runner.state() + STATE.result);

  const bisection = (arena: Arena, stage: Stage, input: ElementArray, address: number): Scalar => {
    const readable = stage.read(input, address);
    const [value] = bisectionReduce(arena, setting, {
      length: input.length + lead,
      longest: lead === 0 ? readable : STAGE_LENGTH - lead,
      state: arena.state,
      placeOf(start, length) {
        if (start > 0 || first === undefined) return stage.at(start - lead, length);
        const { accumulate } = contract;
        placeBehindFirst([arena], [stage], [accumulate], length - 1);
        writeElement(arena.heap, accumulate, arena.inputStage, first);
        return arena.inputStage;
      },
    });
    return value;
  };

  const reduce = (input: ElementArray): Scalar => {
    const { length } = input;
    if (length === 0) return reduceOfNothing(contract);
    const address = addressOf(input);
    if (address < 0 && openRunner === undefined) {
      generated ??= generatedFor(contract, setting);
      if (length <= generated.longestReduce) return generated.reduce(input);
    }
    const { arena, stage, reduce: runner } = placedFor(address >= 0);
    const reduceWhole = lead === 0 ? runner?.reduceWhole : undefined;
    if (reduceWhole !== undefined && canLie && address >= 0) return reduceWhole(address, length);
    if (reduceWhole !== undefined && length <= STAGE_LENGTH) {
      return reduceWhole(stage.readWhole(input, address), length);
    }
    try {
      if (runner === undefined) {
        return bisection(arena, stage, input, address);
      }
      runner.begin("reduce", length + lead); // may grow the arena, so it comes before all views of it
      const chunk = stage.read(input, address);
      takeFirst(arena, runner, "reduce");
      for (let start = 0; start < length; start += chunk) {
        const count = Math.min(chunk, length - start);
        runner.reduce(stage.at(start, count), count);
      }
      runner.observe();
      return resultOf(arena, runner);
    } finally {
      runner?.end();
      stage.end();
    }
  };

  const scan = (
    shift: Shift,
    input: ElementArray,
    output: ElementArray,
    inputAddress: number,
    outputAddress: number,
  ): ElementArray => {
    const { length } = input;
    if (length === 0) return output;
    const { arena, stage, scan: runner } = placedFor(inputAddress >= 0 || outputAddress >= 0);
    if (runner === undefined) throw new InternalError("a refused contract was scanned");
    const scanWhole = shift === "inclusive" && lead === 0 ? runner.scanWhole : undefined;
    if (scanWhole !== undefined && canLie && inputAddress >= 0 && outputAddress >= 0) {
      scanWhole(inputAddress, outputAddress, length);
      return output;
    }
    if (scanWhole !== undefined && length <= STAGE_LENGTH) {
      scanWhole(stage.readWhole(input, inputAddress), arena.outputStage, length);
      stage.writeWhole(output);
      return output;
    }
    try {
      runner.begin("scan", length + lead); // may grow the arena, so it comes before all views of it
      const readable = stage.read(input, inputAddress);
      const writable = stage.write(output, shift, outputAddress);
      const chunk = Math.min(readable, writable);
      // An unstaged exclusive scan writes each value one element on: its last value has no place.
      const total = shift === "exclusive" && writable === Number.POSITIVE_INFINITY ? length - 1 : length;
      takeFirst(arena, runner, "scan");
      if (shift === "exclusive") stage.lead(canonicalScalar(reduceOfNothing(contract)));
      for (let start = 0; start < total; start += chunk) {
        const count = Math.min(chunk, total - start);
        const from = stage.at(start, count);
        runner.scan(from, stage.place(start, count), count);
        stage.flush(start, count);
      }
    } finally {
      runner.end();
      stage.end();
    }
    return output;
  };

  const fresh = ({ length }: ElementArray): ElementArray => newElementArray(contract.accumulate, length);

  return {
    reduce,
    inclusiveScan(input, given) {
      const from = addressOf(input);
      const to = addressOf(given);
      const output = given ?? fresh(input);
      if (from < 0 && to < 0 && openRunner === undefined) {
        generated ??= generatedFor(contract, setting);
        if (input.length <= generated.longestScan) {
          if (input.length > 0 && generated.scan(input, output)) canonicalizeNaNs(output);
          return output;
        }
      }
      return scan("inclusive", input, output, from, to);
    },
    exclusiveScan: (input, given) =>
      scan("exclusive", input, given ?? fresh(input), addressOf(input), addressOf(given)),
  };
}
