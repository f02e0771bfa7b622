import { resolve } from "node:path";
import * as cluster from "../../../src/cluster.ts";
import { writeText } from "../../../src/formats.ts";
import { options } from "../options.ts";
import type { Sound } from "../room.ts";

const part = (): cluster.DatasetPart => ({
  uri: "in.npy",
  format: "npy",
  type: "f64",
  length: 3,
  bytes: 152,
});
const dataset = (): cluster.Dataset => ({ length: 3, parts: [part()] });
const nothing = async (): Promise<void> => {};

const ENGINE = { worker: () => ({ command: "true", args: [] }), processes: 1, warn: () => {} };

let count = 0;

/** Runs are made in a folder of the test. */
export const CLUSTER: Sound = {
  describeDataset: () => [["in.npy"], options({ format: "npy", nulls: "zero" })],
  parseDataset: () => [cluster.printDataset(dataset()), "source"],
  printDataset: () => [dataset()],
  readDataset: async () => {
    await writeText("data.json", cluster.printDataset(dataset()));
    return ["data.json"];
  },
  createRun: () => [
    `run-${count++}`,
    dataset(),
    "reduce",
    options({ operator: "add", pieceLength: 2, hashInput: true }),
  ],
  openRun: async () => {
    await cluster.createRun("opened", dataset(), "reduce");
    return ["opened"];
  },
  openEngine: () => ["pg-boss:embedded:jobs", options({ ...ENGINE })],
  serveEngine: () => [
    "pg-boss:postgres://localhost/jobs",
    options({ ...ENGINE, signal: AbortSignal.abort(), onReady: () => {} }),
  ],
  printKubernetesJobs: async () => {
    const folder = `pods-${count++}`;
    const uri = resolve("in.npy"); // pods have another working directory
    await cluster.createRun(folder, { length: 3, parts: [{ ...part(), uri }] }, "reduce");
    return [folder, options({ image: "samebits", claim: "data", parallelism: 2 })];
  },
  openCluster: () => [options({ engine: { name: "none", run: nothing, stop: nothing } })],
  verifyRun: async () => {
    const run = await cluster.createRun("verified", dataset(), "reduce");
    await run.step({ step: "summary", index: 0 });
    await run.join();
    return ["verified/result.json", options({ share: 1, random: () => 0 })];
  },
};
