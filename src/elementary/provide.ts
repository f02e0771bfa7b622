import { evaluateBinary, evaluateUnary } from "./exact/evaluate.ts";
import { binaryFunction, unaryFunction } from "./functions.ts";
import { LANES } from "./lanes/lanes.ts";
import { type Provided, provide } from "./provided.ts";

const FUNCTIONS: Provided = {
  fast: { unary: unaryFunction, binary: binaryFunction },
  definition: {
    unary: (name, type) => (operand) => evaluateUnary(name, type, operand),
    binary: (name, type) => (first, second) => evaluateBinary(name, type, first, second),
  },
  lanes: LANES,
};

/** Says that terms with elementary functions may come. */
export function provideElementary(): void {
  provide(FUNCTIONS);
}
