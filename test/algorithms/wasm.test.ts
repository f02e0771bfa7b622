import { algorithmsWasmExecutor } from "../../src/executors/wasm/primitives/algorithms-wasm-executor.ts";
import { PRIMITIVE_CASES } from "./cases/primitives.ts";
import { describeOracles, libraryPlace } from "./run-oracles.ts";

const open = async () => {
  const executor = algorithmsWasmExecutor();
  return { executor, placeElsewhere: libraryPlace(executor.allocate) };
};

describeOracles("primitives on wasm", open, { cases: PRIMITIVE_CASES });
describeOracles("on wasm", open);
