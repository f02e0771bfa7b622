import { onlineReduce, onlineScan } from "samebits/streams";
import { CHUNK_LENGTH } from "../cases/streams.mjs";
import { arraysFor, SHORT_LENGTH } from "./inputs.mjs";
import { samebitsContender } from "./samebits.mjs";

/** @typedef {import("../cases/cpu.mjs").SumCase} SumCase */

/** What arrives in chunks, by `samebits/streams`, held to the answer of one call. @param {SumCase} each @returns {import("./javascript.mjs").Contender} */
export function chunksContender(each) {
  const { type, n, seed, operator, expression, primitive } = each;
  const options = { type, operator, expression };
  const { check } = samebitsContender({ ...each, contender: "samebits" });
  const run = (/** @type {number} */ length) => {
    const { input, output } = arraysFor(type, length, seed);
    const chunks = chunksOf(input).map((chunk, i) => ({ chunk, output: chunksOf(output)[i] }));
    return primitive === "reduce"
      ? () => {
          const reduce = onlineReduce(options);
          for (const { chunk } of chunks) reduce.push(/** @type {never} */ (chunk));
          const value = reduce.observe();
          reduce.close();
          return value;
        }
      : () => {
          const scan = onlineScan(options);
          for (const each of chunks)
            scan.push(/** @type {never} */ (each.chunk), /** @type {never} */ (each.output));
          scan.close();
          return output;
        };
  };
  return { run: run(n), runShort: run(SHORT_LENGTH), check };
}

/** @template {import("./inputs.mjs").FloatArray} Elements @param {Elements} array @returns {Elements[]} */
function chunksOf(array) {
  const count = Math.ceil(array.length / CHUNK_LENGTH);
  return Array.from({ length: count }, (_, i) => {
    return /** @type {Elements} */ (array.subarray(i * CHUNK_LENGTH, (i + 1) * CHUNK_LENGTH));
  });
}
