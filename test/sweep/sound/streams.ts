import * as streams from "../../../src/streams.ts";
import { options } from "../options.ts";
import type { Sound } from "../room.ts";

const typed = { type: "f64", operator: "add", expression: "block-dyadic:4" };

function snapshotOf(position: number): string {
  using online = streams.onlineReduce({ type: "f64", expression: "block-dyadic:4", position });
  online.push(Float64Array.of(1, 2, 3));
  return online.snapshot();
}

function scanSnapshot(): string {
  using online = streams.onlineScan({ type: "f64" });
  online.push(Float64Array.of(1, 2, 3));
  return online.snapshot();
}

export const STREAMS: Sound = {
  onlineScan: () => [options({ ...typed, observation: "exclusive-scan" })],
  "onlineScan from a snapshot": () => [options({ type: "f64", from: scanSnapshot() })],
  onlineReduce: () => [options({ ...typed, position: 5 })],
  resumeScan: () => [scanSnapshot(), options({ operators: [], expressions: [] })],
  resumeReduce: () => [snapshotOf(0), options({ operators: [], expressions: [] })],
  scanTransform: () => [options({ ...typed })],
  scanIterable: () => [[Float64Array.of(1, 2)], options({ ...typed })],
  onlineWasmExecutor: () => [],
  bindStreams: () => [streams.onlineJavascriptExecutor],
  concatSnapshots: () => [snapshotOf(0), snapshotOf(3), options({ operators: [], expressions: [] })],
  openHash: () => [],
};
