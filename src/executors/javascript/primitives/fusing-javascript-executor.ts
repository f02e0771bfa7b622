import { frozen } from "../../../values/frozen.ts";
import { networksJavascriptExecutor } from "../networks-javascript-executor.ts";
import { collectMapped, foldMapped } from "./fold-mapped.ts";
import { algorithmsJavascriptExecutor, javascriptPrimitives } from "./javascript-primitives.ts";

/** The javascript executor that folds elements as they are computed as well: apart, because algorithms have no use for it. */
export const fusingJavascriptExecutor: typeof algorithmsJavascriptExecutor = frozen({
  ...algorithmsJavascriptExecutor,
  openPrimitives: () => ({
    ...javascriptPrimitives(),
    foldMapped: (...asked) => foldMapped(networksJavascriptExecutor, ...asked),
    collectMapped,
    view: (vector, start, length) => vector.subarray(start, start + length),
  }),
});
